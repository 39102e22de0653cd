/** The game that docs/adding-a-game.md builds, in the browser: nobody has drawn it, and it is played to its end. */

import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { openBrowser } from './kit/chromium.mjs'
import { keys, mouse, play } from './kit/hands.mjs'
import { PYTHON, ROOT, Server } from './kit/server.mjs'
import { MACHINE, ME } from './kit/tables.mjs'
import { Visitor } from './kit/visitor.mjs'

const house = mkdtempSync(join(tmpdir(), 'recif-house-'))
const paths = `${process.env.PYTHONPATH ?? join(ROOT, 'src')}:${ROOT}`
execFileSync(PYTHON, ['-m', 'tests.adding', house], { cwd: ROOT, env: { ...process.env, PYTHONPATH: paths } })
const server = await new Server(join(house, 'src')).start()
let browser
before(async () => (browser = await openBrowser()))
after(async () => {
  await Promise.all([browser.close(), server.stop()])
  rmSync(house, { recursive: true, force: true })
})

test('the game of the page stands on the home page and is played to its end against a machine', async () => {
  const visitor = await Visitor.arrive(browser, server.url)
  await visitor.go('/')
  await visitor.page.getByRole('heading', { name: 'Limpets' }).waitFor()
  const table = await visitor.open({ game: 'limpets', seats: [ME, MACHINE] })
  await visitor.page.locator('.stage pre').waitFor()
  await play(visitor.page, keys)
  const { info, now } = visitor.seen(table)
  assert.equal(info.status, 'over')
  assert.equal(now.result.reason, 'over')
  await visitor.leave()
})

test('the game of the page is read in French: its picture and its rules', async () => {
  const visitor = await Visitor.arrive(browser, server.url, { language: 'fr' })
  await visitor.open({ game: 'limpets', seats: [ME, ME], shared: true })
  await play(visitor.page, mouse, () => visitor.page.locator('.stage [data-lit]').count())
  assert.match(await visitor.page.locator('.stage pre').textContent(), /À Bleu de jouer/)
  await visitor.page.goto(`${server.url}/learn/limpets`)
  await visitor.page.getByText('Collez une bernicle sur un rocher libre').waitFor()
  await visitor.leave()
})
