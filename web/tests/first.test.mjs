/** A first start: nothing is compiled. The page is there at once, says what it waits for, and the gentlest machine soon answers. */

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { openBrowser } from './kit/chromium.mjs'
import { mouse, play } from './kit/hands.mjs'
import { ME } from './kit/seats.mjs'
import { Server } from './kit/server.mjs'
import { until } from './kit/settled.mjs'
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
  const games = await (await fetch(`${server.url}/api/games`)).json()
  const game = games.at(-1).id // others are compiled before it, unless somebody opens it
  const stage = async (of) => (await (await fetch(`${server.url}/api/games/${of}/readiness`)).json()).stage
  await page.locator(`[data-game=${game}]`).getByRole('button', { name: 'Play now', exact: true }).click()
  await page.getByText('The game is getting ready. That is only the first time.').waitFor()
  await visitor.go(`/learn/${game}`)
  await page.locator('main h2').first().waitFor() // rules are read before they are compiled
  await until(async () => (await stage(game)) !== 'cold') // a browser gives up a request that waits for five minutes
  const table = await visitor.open({ game, seats: [ME, { kind: 'machine', level: 1 }] })
  await play(page, mouse, () => visitor.seen(table).log.some((line) => line.seat === 0))
  await until(async () => (await stage(game)) !== 'rules') // the gentlest machine does not need the search
  await play(page, mouse, () => visitor.seen(table).log.some((line) => line.seat === 1))
  await visitor.leave()
})
