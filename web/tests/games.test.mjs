/** Every game played to its end through the page: by clicks, by keyboard alone, and with a finger on a phone. */

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openBrowser } from './kit/chromium.mjs'
import { finger, keys, mouse, play } from './kit/hands.mjs'
import { Server } from './kit/server.mjs'
import { shortTables } from './kit/tables.mjs'
import { DESK, PHONE, Visitor } from './kit/visitor.mjs'

const server = await new Server().start() // it knows the games
const SHORT = await shortTables(server.url)
let browser
before(async () => (browser = await openBrowser()))
after(() => Promise.all([browser.close(), server.stop()]))

const HANDS = [
  { hand: mouse, device: DESK },
  { hand: keys, device: DESK },
  { hand: finger, device: PHONE },
]

for (const [game, wish] of Object.entries(SHORT))
  for (const { hand, device } of HANDS)
    test(`${game} is played to its end ${hand.name}`, async (t) => {
      const visitor = await Visitor.arrive(browser, server.url, {}, device)
      const table = await visitor.open(wish)
      const steps = await play(visitor.page, hand)
      const { info, log, now } = visitor.seen(table)
      assert.equal(info.status, 'over')
      assert.equal(now.result.reason, 'over')
      assert.equal(await visitor.page.locator('.moves li').count(), log.length)
      t.diagnostic(`${game} ${hand.name}: ${steps} steps, ${log.length} events`)
      await visitor.leave()
    })
