/** Looking back on a phone: board, steps and moves are seen together in every game, and nothing jumps; a study of the same match is one touch away, and back. */

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openBrowser } from './kit/chromium.mjs'
import { golden } from './kit/golden.mjs'
import { Server } from './kit/server.mjs'
import { settled } from './kit/settled.mjs'
import { gamesOf } from './kit/tables.mjs'
import { PHONE, Visitor } from './kit/visitor.mjs'

const server = await new Server().start() // it knows the games
const games = await gamesOf(server.api)
let browser
before(async () => (browser = await openBrowser()))
after(() => Promise.all([browser.close(), server.stop()]))

/** A match that the tests of the rules know by heart, as a record. */
async function brought(visitor, record) {
  const answer = await visitor.ask('POST', '/api/records', record, 'text/plain')
  assert.ok(answer.match, JSON.stringify(answer))
  return answer.match
}

async function inSight(visitor, where) {
  const boxes = await visitor.inSight('.stage', '.row.steps', '.moves')
  assert.ok(boxes['.moves'].height >= 120, `${where}: too few moves are seen`)
  return boxes['.stage']
}

/** One move back; how many events the board shows then. */
async function back(visitor, events) {
  await visitor.page.getByRole('button', { name: 'Coup précédent', exact: true }).tap()
  await shows(visitor, events)
}
const shows = (visitor, events) => visitor.page.locator(`.board[data-events="${events}"]`).waitFor()

for (const game of games.keys())
  test(`${game}: on a phone a review has board and moves on one screen`, async () => {
    const visitor = await Visitor.arrive(browser, server.url, { language: 'fr' }, PHONE)
    const record = golden(game)
    const table = await brought(visitor, record)
    await visitor.go(`/review/${table}`)
    await visitor.page.locator('.stage [data-spot], .stage svg').first().waitFor()
    await inSight(visitor, 'at the end')
    const wide = await visitor.page.evaluate(() => document.documentElement.scrollWidth - screen.width)
    assert.ok(wide <= 0, `${wide} px too wide`)
    const { events } = JSON.parse(record)
    await back(visitor, events.length - 1)
    const before = await inSight(visitor, 'a move before')
    await back(visitor, events.length - 2)
    const { y } = await inSight(visitor, 'two moves before')
    assert.ok(Math.abs(y - before.y) <= 1, `the board jumps from ${before.y} to ${y}`)

    await visitor.page.getByRole('link', { name: 'Étudier cette partie' }).tap()
    await visitor.page.waitForURL(`**/study/${table}?at=${events.length - 2}`)
    await visitor.page.locator(`.moves [data-move="${events.length - 2}"][aria-current="true"]`).waitFor()
    await visitor.page.getByRole('tab', { name: 'Machine', exact: true }).tap()
    await visitor.page.getByRole('link', { name: 'Analyser cette partie' }).tap()
    await visitor.page.waitForURL(`**/review/${table}?at=${events.length - 2}`)
    const current = visitor.page.locator('.moves [aria-current="true"]')
    await current.waitFor()
    const order = await current.evaluate((one) => [...one.closest('.moves').querySelectorAll('button')].indexOf(one))
    assert.equal(order, events.length - 3, 'the review does not begin with the move that was studied')
    await visitor.leave()
  })

test('what is told of a judged match is whole on a laptop, where the board grows again, and on a phone', async () => {
  const visitor = await Visitor.arrive(browser, server.url, { language: 'fr' }, PHONE)
  const { page } = visitor
  await visitor.go(`/review/${await brought(visitor, golden('kroc'))}`) // long names, and luck
  await page.locator('.stage [data-spot]').first().waitFor()
  await page.getByRole('button', { name: 'Analyser la partie' }).tap()
  await page.locator('.moments [aria-current=true]').waitFor()
  for (const [width, height] of [
    [1366, 657],
    [360, 740],
  ]) {
    await page.setViewportSize({ width, height })
    await settled(page)
    const cut = await page.evaluate(() =>
      [...document.querySelectorAll('aside, .top, .moments button, .verdict, table')]
        .filter((one) => one.scrollWidth > one.clientWidth + 1 && one.clientWidth)
        .map((one) => `${one.className || one.tagName}: ${one.textContent.slice(0, 60)}`),
    )
    assert.deepEqual(cut, [], `at ${width}`)
    if (width < 960) continue
    const places = await page
      .locator('.top > *')
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect()).map(({ top, bottom }) => [top, bottom]))
    for (const [i, [top]] of places.slice(1).entries())
      assert.ok(top >= places[i][1], `one lies over the other: ${places}`)
    const zoom = await page.locator('.board > .stage').evaluate((one) => Number(getComputedStyle(one).zoom))
    assert.equal(zoom, 1, 'a laptop shows the board as small as a phone did')
  }
  await visitor.leave()
})

test('whoever runs through a whole match asks the server for many steps at once', async () => {
  const visitor = await Visitor.arrive(browser, server.url)
  const record = golden('xok')
  await visitor.go(`/review/${await brought(visitor, record)}`)
  const { events } = JSON.parse(record)
  await shows(visitor, events.length)
  const before = visitor.asked.length
  for (let left = events.length; left > 0; left--) await visitor.page.keyboard.press('ArrowLeft')
  await shows(visitor, 0)
  assert.ok(events.length > 30, 'the match is too short to tell')
  const asked = visitor.asked.slice(before).filter(({ method }) => method === 'POST')
  assert.ok(asked.length <= 1 + events.length / 20, `${events.length} steps asked ${asked.length} times`)
  await visitor.leave()
})
