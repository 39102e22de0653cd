/** For bench/first_minute.py: somebody opens the page that is named, clicks on Play, and makes a move. Writes when each thing was there. */

import { openBrowser } from './kit/chromium.mjs'
import { mouse, play } from './kit/hands.mjs'
import { until } from './kit/settled.mjs'
import { Visitor } from './kit/visitor.mjs'

const [url, game] = process.argv.slice(2)
const began = Date.now()
const times = {}
const there = (name) => (times[name] = (Date.now() - began) / 1000)
const browser = await openBrowser()
there('browser')
const visitor = await Visitor.arrive(browser, url)
visitor.page.setDefaultTimeout(600_000)
await visitor.page.locator(`[data-game=${game}]`).waitFor()
there('page')
await visitor.page.locator(`[data-game=${game}]`).getByRole('button', { name: 'Play now', exact: true }).click()
await visitor.page.locator('dialog li button').first().click()
await visitor.page.waitForURL(/\/t\//)
await visitor.page.locator('.stage [data-lit], .curtain').first().waitFor()
there('table')
const table = new URL(visitor.page.url()).pathname.split('/').at(-1)
const moves = (seat) => visitor.seen(table).log.filter((line) => (seat ? line.seat > 0 : line.seat === 0)).length
await play(visitor.page, mouse, () => moves(0) > 0)
there('move')
await until(() => moves(1))
there('answer')
await browser.close()
console.log(JSON.stringify(times))
