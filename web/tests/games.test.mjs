/** Every game played through the page: to its end with a finger on a phone, and for a good while by keyboard alone (clicks:
 * hidden, together; keys to the end: plain). The end is seen and says why, no line of the list has codes, and the browser
 * finds that luck was as promised. */

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openBrowser } from './kit/chromium.mjs'
import { finger, keys, play } from './kit/hands.mjs'
import { Server } from './kit/server.mjs'
import { shortTables } from './kit/tables.mjs'
import { PHONE, Visitor } from './kit/visitor.mjs'

const server = await new Server().start() // it knows the games
const SHORT = await shortTables(server.api)
let browser
before(async () => (browser = await openBrowser()))
after(() => Promise.all([browser.close(), server.stop()]))

const CODES = /\b(draw|drop|mix|give|pinch|steal):|\b[a-i]\d{1,2}\*|\baccept\b/
const ENGLISH = /\bplatter\b|\blollipop\b/
const MANY = 40 // steps by keyboard
const HAND = { ...PHONE, deviceScaleFactor: 1 } // a thousand touches, and nobody looks at the picture: fewer pixels are painted

for (const [game, wish] of Object.entries(SHORT)) {
  test(`${game} is played to its end by touch`, async (t) => {
    const visitor = await Visitor.arrive(browser, server.url, { language: 'fr' }, HAND)
    const table = await visitor.open(wish)
    const steps = await play(visitor.page, finger)
    const { info, log, now } = visitor.seen(table)
    assert.equal(info.status, 'over')
    assert.equal(now.result.reason, 'over')
    assert.equal(await visitor.page.locator('.moves li').count(), log.length)
    await visitor.page.waitForFunction(isInView)
    assert.ok((await visitor.page.locator('.outcome').innerText()).includes(now.result.why.fr))
    const told = await visitor.page.locator('.moves').innerText()
    assert.doesNotMatch(told, CODES)
    assert.doesNotMatch(told, ENGLISH)
    if (log.some((line) => line.seat < 0)) await visitor.page.waitForFunction(isLuckKept)
    t.diagnostic(`${game}: ${steps} steps, ${log.length} events`)
    await visitor.leave()
  })

  test(`${game} is played by keyboard alone`, async () => {
    const visitor = await Visitor.arrive(browser, server.url)
    const table = await visitor.open(wish)
    const steps = await play(visitor.page, keys, (step) => step >= MANY)
    const { info, log } = visitor.seen(table)
    assert.ok(steps >= MANY || info.status === 'over', `${steps} steps`)
    assert.ok(log.length > 4, `${log.length} events`)
    assert.doesNotMatch(await visitor.page.locator('.moves').innerText(), CODES)
    await visitor.leave()
  })
}

/** In the page: all draws were done again, and none was found wrong. */
function isLuckKept() {
  return document.querySelector('details .sign')?.textContent === '✓'
}

/** In the page: the end is seen, without scrolling. */
function isInView() {
  const { top, bottom } = document.querySelector('.outcome h2').getBoundingClientRect()
  return top >= 0 && bottom <= innerHeight
}
