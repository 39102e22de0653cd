/** Every game played to its end through the page: by keyboard alone, and with a finger on a phone (clicks: hidden, together).
 * Each time the end is seen and says why, no line of the list has codes, and the browser finds that luck was as promised. */

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openBrowser } from './kit/chromium.mjs'
import { finger, keys, play } from './kit/hands.mjs'
import { Server } from './kit/server.mjs'
import { shortTables } from './kit/tables.mjs'
import { DESK, PHONE, Visitor } from './kit/visitor.mjs'

const server = await new Server().start() // it knows the games
const SHORT = await shortTables(server.url)
let browser
before(async () => (browser = await openBrowser()))
after(() => Promise.all([browser.close(), server.stop()]))

const CODES = /\b(draw|drop|mix|give|pinch|steal):|\b[a-i]\d{1,2}\*|\baccept\b/
const ENGLISH = /\bplatter\b|\blollipop\b/
const HANDS = [
  { hand: keys, device: DESK },
  { hand: finger, device: PHONE, language: 'fr' },
]

for (const [game, wish] of Object.entries(SHORT))
  for (const { hand, device, language = 'en' } of HANDS)
    test(`${game} is played to its end ${hand.name}`, async (t) => {
      const visitor = await Visitor.arrive(browser, server.url, { language }, device)
      const table = await visitor.open(wish)
      const steps = await play(visitor.page, hand)
      const { info, log, now } = visitor.seen(table)
      assert.equal(info.status, 'over')
      assert.equal(now.result.reason, 'over')
      assert.equal(await visitor.page.locator('.moves li').count(), log.length)
      await visitor.page.waitForFunction(isInView)
      assert.ok((await visitor.page.locator('.outcome').innerText()).includes(now.result.why[language]))
      const told = await visitor.page.locator('.moves').innerText()
      assert.doesNotMatch(told, CODES)
      if (language === 'fr') assert.doesNotMatch(told, ENGLISH)
      if (log.some((line) => line.seat < 0)) await visitor.page.waitForFunction(isLuckKept)
      t.diagnostic(`${game} ${hand.name}: ${steps} steps, ${log.length} events`)
      await visitor.leave()
    })

/** In the page: all draws were done again, and none was found wrong. */
function isLuckKept() {
  return document.querySelector('details .sign')?.textContent === '✓'
}

/** In the page: the end is seen, without scrolling. */
function isInView() {
  const { top, bottom } = document.querySelector('.outcome h2').getBoundingClientRect()
  return top >= 0 && bottom <= innerHeight
}
