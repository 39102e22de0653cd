/** The coach: a nudge before the move. */

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openBrowser } from './kit/chromium.mjs'
import { Server } from './kit/server.mjs'
import { MACHINE, ME, SHORT } from './kit/tables.mjs'
import { Visitor } from './kit/visitor.mjs'

const SLOW = { timeout: 180_000 } // the first thought of a machine compiles the search

const server = new Server()
let browser
before(async () => ([, browser] = await Promise.all([server.start(), openBrowser()])))
after(() => Promise.all([browser.close(), server.stop()]))

const button = (visitor, name) => visitor.page.getByRole('button', { name, exact: true })
const words = (visitor) => visitor.page.locator('.status .words').innerText()
const told = (visitor, what) => visitor.heard.filter((message) => message.type === 'told' && message.what === what)
/** The names of the spots that a hint lights. */
const pointed = (visitor) => visitor.page.evaluate(() => [...document.querySelectorAll('.stage [data-spot]:has(.told)')].map((spot) => spot.dataset.spot).sort())

for (const game of ['xok', 'urchins'])
  test(`${game}: the first hint only nudges, the second shows the move and why, then it can be played`, async () => {
    const visitor = await Visitor.arrive(browser, server.url)
    const table = await visitor.open({ game, seats: [ME, MACHINE], options: SHORT[game].options ?? {} })
    await visitor.page.locator('.stage [data-lit]').first().waitFor()
    const { now, log } = visitor.seen(table)
    const moves = now.moves[0]

    await button(visitor, 'Hint').click()
    await button(visitor, 'Show me the move').waitFor(SLOW)
    const [hint] = told(visitor, 'hint').at(-1).hints
    const first = await words(visitor)
    assert.ok(first.includes(hint.nudge), first)
    assert.ok(!first.includes(hint.say) && !first.includes(hint.why), 'the nudge tells the move')
    const named = hint.nudge.match(/\b[a-i]\d+\b/g) ?? []
    assert.deepEqual(await pointed(visitor), [...new Set(named)].sort(), `${hint.nudge} lights what it names`)

    await button(visitor, 'Show me the move').click()
    await button(visitor, 'Play it').waitFor()
    const second = await words(visitor)
    assert.ok(second.includes(hint.say) && second.includes(hint.why), second)
    assert.deepEqual(await pointed(visitor), [...moves.find((move) => move.text === hint.text).parts.cells].sort())
    assert.equal(await visitor.page.evaluate(() => document.activeElement.textContent), 'Play it', 'the keyboard goes on from there')

    await visitor.page.keyboard.press('Enter')
    await visitor.page.locator('.moves li:not(.none)').nth(log.length).waitFor()
    assert.equal(visitor.seen(table).log[log.length].text, hint.text)
    await visitor.leave()
  })
