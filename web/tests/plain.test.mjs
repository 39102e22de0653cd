/** The board in signs: any game, before it is drawn and for those who would rather read. A picture, and a list of moves. */

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openBrowser } from './kit/chromium.mjs'
import { finger, keys, mouse, play } from './kit/hands.mjs'
import { Server } from './kit/server.mjs'
import { settled, until } from './kit/settled.mjs'
import { shortTables } from './kit/tables.mjs'
import { DESK, PHONE, Visitor } from './kit/visitor.mjs'

const server = await new Server().start() // it knows the games
const SHORT = await shortTables(server.url)
let browser
before(async () => (browser = await openBrowser()))
after(() => Promise.all([browser.close(), server.stop()]))

const arrive = (settings, device) => Visitor.arrive(browser, server.url, settings, device)
const decisions = (visitor, table) => visitor.seen(table).log.filter((line) => line.seat >= 0).length
/** Once it is our turn: the page shows what was said of the position in signs, and that after the position itself. */
async function isPictured(visitor) {
  await play(visitor.page, mouse, () => visitor.page.locator('.stage [data-lit]').count()) // the curtain, if there is one
  await until(async () => {
    const told = visitor.heard.findLastIndex((message) => message.type === 'told' && message.what === 'picture')
    const moved = visitor.heard.findLastIndex((message) => message.now)
    const shown = await visitor.page.locator('.stage pre').textContent()
    return told > moved && shown === visitor.heard[told].picture.en
  })
}

for (const [i, [game, wish]] of Object.entries(SHORT).entries())
  test(`${game} can be played from a list of moves, and its picture follows`, async () => {
    const visitor = await arrive({ board: 'plain' }, i % 2 ? PHONE : DESK)
    const table = await visitor.open(wish)
    for (const many of [1, 3, 6]) {
      await play(visitor.page, i % 2 ? finger : mouse, () => decisions(visitor, table) >= many)
      await isPictured(visitor)
    }
    const { now } = visitor.seen(table)
    const offered = await visitor.page
      .locator('.stage [data-lit]')
      .evaluateAll((all) => all.map((one) => one.dataset.spot))
    assert.deepEqual(
      offered,
      now.moves[now.viewer].map((move) => move.text),
      'all moves are offered',
    )
    await settled(visitor.page)
    const wide = await visitor.page.evaluate(() => document.documentElement.scrollWidth - screen.width)
    assert.ok(wide <= 0, `${wide} px too wide`)
    await visitor.leave()
  })

test('a game that nobody has drawn yet is played to its end, by keyboard', async () => {
  const [game, wish] = Object.entries(SHORT).find(([, { seats }]) => seats.some(({ kind }) => kind === 'machine'))
  const visitor = await arrive()
  await visitor.page.routeWebSocket(/\/ws$/, (page) => {
    const behind = page.connectToServer()
    page.onMessage((text) => behind.send(text))
    behind.onMessage((text) => page.send(text.replaceAll(`"game":"${game}"`, '"game":"not-drawn"')))
  })
  const table = await visitor.make(wish)
  await visitor.page.goto(`${server.url}/t/${table}`)
  await visitor.page.locator('.stage pre').waitFor()
  await play(visitor.page, keys)
  assert.equal(
    (await visitor.page.evaluate((table) => fetch(`/api/tables/${table}`).then((one) => one.json()), table)).status,
    'over',
  )
  await visitor.leave(/readiness/) // the server does not know the game by the name it bears here
})

test('a long list is narrowed by words, and says how much is left', async () => {
  const visitor = await arrive({ board: 'plain' })
  const games = Object.values(SHORT)
  for (const wish of games) {
    const table = await visitor.open({ ...wish, options: {} })
    await play(visitor.page, mouse, () => visitor.page.locator('.stage [data-lit]').count()) // the curtain, if there is one
    const { moves, viewer } = visitor.seen(table).now
    if ((moves[viewer]?.length ?? 0) <= 12) continue
    const { text } = moves[viewer].at(-1)
    const left = moves[viewer].filter((move) => `${move.text} ${move.say}`.toLowerCase().includes(text.toLowerCase()))
    await visitor.page.getByLabel('Find a move').fill(text)
    await visitor.page.getByText(left.length === 1 ? '1 move to choose' : `${left.length} moves to choose`).waitFor()
    assert.equal(await visitor.page.locator('.stage [data-spot]').count(), left.length)
    await visitor.page.locator(`.stage [data-spot="${text}"]`).click()
    await visitor.page.locator('.moves .line').first().waitFor()
    return visitor.leave()
  }
  assert.fail('no game has a long list')
})

test('whoever reads chooses so among the settings, and looks back in signs too', async () => {
  const visitor = await arrive()
  await visitor.go('/me')
  await visitor.page.getByRole('button', { name: 'Text only (for screen readers)' }).click()
  const wish = Object.values(SHORT).find(({ shared }) => shared)
  const table = await visitor.open(wish)
  await play(visitor.page, mouse, () => decisions(visitor, table) >= 2)
  await visitor.page.getByRole('button', { name: 'Describe' }).click()
  await play(visitor.page, mouse, () => visitor.page.locator('.stage pre').count())
  await visitor.page.getByRole('button', { name: 'Resign' }).click()
  await visitor.page.getByRole('button', { name: 'Yes', exact: true }).click()
  await visitor.page.locator('.outcome').waitFor()
  await visitor.go(`/review/${table}`)
  await visitor.page.waitForFunction(() => document.querySelector('.stage pre')?.textContent.length > 20)
  const last = await visitor.page.locator('.stage pre').textContent()
  await visitor.page.getByRole('button', { name: 'Start', exact: true }).click()
  await visitor.page.waitForFunction((last) => document.querySelector('.stage pre').textContent !== last, last)
  await visitor.leave()
})
