/** A first start: nothing is compiled. The page is there at once, says what it waits for, and a machine answers in the end. */

import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { openBrowser } from './kit/chromium.mjs'
import { play, mouse } from './kit/hands.mjs'
import { Server } from './kit/server.mjs'
import { Visitor } from './kit/visitor.mjs'

const cache = mkdtempSync(join(tmpdir(), 'recif-cache-'))
const server = await new Server(undefined, { RECIF_CACHE: cache }).start()
let browser
before(async () => (browser = await openBrowser()))
after(async () => {
  await Promise.all([browser.close(), server.stop()])
  rmSync(cache, { recursive: true, force: true })
})

test('one looks around while games are compiled, and the one that is opened comes first', async () => {
  const visitor = await Visitor.arrive(browser, server.url)
  const { page } = visitor
  page.setDefaultTimeout(300_000)
  await visitor.go('/learn/urchins')
  await page.locator('.prose h2, main h2').first().waitFor() // rules are read before they are compiled
  const stage = async (game) => (await (await fetch(`${server.url}/api/games/${game}/readiness`)).json()).stage
  await visitor.go('/')
  await page.locator('[data-game=urchins]').getByRole('button', { name: 'Play', exact: true }).click()
  await page.getByText('The game is getting ready, this first time only.').waitFor()
  await page.waitForURL(/\/t\//)
  assert.notEqual(await stage('urchins'), 'cold')
  const table = new URL(page.url()).pathname.split('/').at(-1)
  await play(page, mouse, () => visitor.seen(table).log.some((line) => line.seat === 0))
  await page.waitForFunction(() => document.querySelectorAll('.moves .line').length >= 2)
  assert.ok(visitor.seen(table).log.some((line) => line.seat === 1))
  await visitor.leave()
})
