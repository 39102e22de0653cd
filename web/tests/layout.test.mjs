/** Boards fit the screens that people have: phones upright and on their side, laptops, a television. */

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openBrowser } from './kit/chromium.mjs'
import { mouse, play } from './kit/hands.mjs'
import { Server } from './kit/server.mjs'
import { settled } from './kit/settled.mjs'
import { MACHINE, ME, gamesOf } from './kit/tables.mjs'
import { PHONE, Visitor } from './kit/visitor.mjs'

const LAPTOP = { viewport: { width: 1366, height: 657 } }
const SIDEWAYS = { ...PHONE, viewport: { width: 740, height: 360 } }
const TELEVISION = { width: 1920, height: 1080 }
const CHROME = 100 // pixels of a phone on its side that are not the board's

const server = await new Server().start()
const GAMES = await gamesOf(server.url)
let browser
before(async () => (browser = await openBrowser()))
after(() => Promise.all([browser.close(), server.stop()]))

/** A table a few moves into its match. */
async function begun(device, wish) {
  const visitor = await Visitor.arrive(browser, server.url, { confirm: 'never' }, device)
  const table = await visitor.open(wish)
  await play(visitor.page, mouse, () => visitor.seen(table).log.filter((line) => line.seat >= 0).length >= 4)
  await visitor.page.locator('.stage [data-lit]').first().waitFor()
  await visitor.page.evaluate(() => scrollTo(0, 0))
  return visitor
}
async function box(visitor, selector) {
  await settled(visitor.page)
  return visitor.page
    .locator(selector)
    .first()
    .evaluate((one) => {
      const { top, bottom, left, right, height } = one.getBoundingClientRect()
      return { top, bottom, left, right, height }
    })
}

async function fits(visitor, selector) {
  const { top, bottom, left, right } = await box(visitor, selector)
  const { width, height } = visitor.page.viewportSize()
  assert.ok(top >= 0 && left >= 0, `${selector} begins at ${left}, ${top}`)
  assert.ok(bottom <= height + 0.5 && right <= width + 0.5, `${selector} ends at ${right}, ${bottom}`)
}

/** In the page: names of players that are cut off, or go on in a second line. */
function cutNames() {
  return [...document.querySelectorAll('.players strong')]
    .filter((name) => {
      const words = document.createRange()
      words.selectNodeContents(name)
      const { width, height } = words.getBoundingClientRect()
      return width > name.clientWidth + 1 || height > 1.6 * parseFloat(getComputedStyle(name).fontSize)
    })
    .map((name) => name.textContent)
}

for (const [game, { fewest }] of GAMES) {
  const wish = { game, seats: [ME, ...Array(fewest - 1).fill(MACHINE)] }

  test(`${game}: a phone on its side is left to the board`, async () => {
    const visitor = await begun(SIDEWAYS, wish)
    await fits(visitor, '.stage > *')
    const { height } = await box(visitor, '.stage > *')
    assert.ok(360 - height <= CHROME, `the board is ${height} px high`)
    assert.deepEqual(await visitor.page.evaluate(cutNames), [])
    await visitor.leave()
  })

  test(`${game}: a laptop shows the board, what is asked and the actions without scrolling; a television nothing but the board and who plays`, async () => {
    const visitor = await begun(LAPTOP, wish)
    for (const part of ['.players', '.status', '.stage > *', '.actions']) await fits(visitor, part)
    await visitor.page.setViewportSize(TELEVISION)
    await visitor.page.getByRole('button', { name: 'Full screen' }).click()
    await visitor.page.locator('.desk.tv').waitFor()
    for (const away of ['aside', '.actions :text("Resign")'])
      assert.equal(await visitor.page.locator(away).first().isVisible(), false, away)
    await fits(visitor, '.stage > *')
    const { left, right } = await box(visitor, '.stage > *')
    assert.ok(right - left > 1200, `the board is ${right - left} px wide`)
    await visitor.page.getByRole('button', { name: 'Leave full screen' }).click()
    await visitor.page.locator('aside').waitFor()
    await visitor.leave()
  })
}

test('kroc: beside a board the names of five are whole, with their clocks too', async () => {
  for (const pace of [{ kind: 'none' }, { kind: 'days', start: 86_400_000 }]) {
    const visitor = await Visitor.arrive(browser, server.url, {}, LAPTOP)
    await visitor.open({ game: 'kroc', seats: [ME, ...Array(4).fill(MACHINE)], pace })
    await visitor.page.locator('.stage [data-lit]').first().waitFor()
    await settled(visitor.page)
    assert.deepEqual(await visitor.page.evaluate(cutNames), [])
    for (const part of ['.players', '.status', '.stage > *', '.actions']) await fits(visitor, part)
    await visitor.leave()
  }
})

test('kroc: advice on a phone does not lie over the board', async () => {
  const visitor = await begun(PHONE, { game: 'kroc', seats: [ME, MACHINE] })
  await visitor.page.getByRole('button', { name: 'Hint' }).tap()
  await visitor.page.locator('.status .button').tap()
  await visitor.page.locator('.status.long').waitFor()
  await visitor.page.evaluate(() => scrollTo(0, 0))
  const [advice, board] = [await box(visitor, '.status'), await box(visitor, '.stage > *')]
  assert.ok(advice.bottom <= board.top + 0.5, `it ends at ${advice.bottom}, the board begins at ${board.top}`)
  await visitor.leave()
})

test('a review on a laptop has the board and its steps in sight, judged or not', async () => {
  const visitor = await Visitor.arrive(browser, server.url, {}, LAPTOP)
  const table = await visitor.open({ game: 'xok', seats: [ME, ME], shared: true })
  await play(visitor.page, mouse, () => visitor.seen(table).log.length >= 3)
  await visitor.page.getByRole('button', { name: 'Cancel the match' }).click()
  await visitor.page.locator('dialog .main').click()
  await visitor.page.locator('.outcome').waitFor()
  await visitor.go(`/review/${table}`)
  await visitor.page.locator('.stage [data-spot]').first().waitFor()
  for (const part of ['.stage > *', '.steps']) await fits(visitor, part)
  await visitor.page.locator('aside .button.main').click()
  await visitor.page.locator('.roomy .verdict').waitFor()
  for (const part of ['.stage > *', '.steps']) await fits(visitor, part)
  await visitor.leave()
})

test('crocodiles: a phone shows the whole pool and what is asked without scrolling, with both bars named and counted', async () => {
  const visitor = await begun(PHONE, { game: 'crocodiles', seats: [ME, MACHINE], options: { setup: 'first' } })
  for (const part of ['.players', '.status', '.stage > *', '[data-spot="bar:0"]', '[data-spot="bar:1"]'])
    await fits(visitor, part)
  for (const who of [0, 1]) {
    const words = await visitor.page.locator(`[data-spot="bar:${who}"] + .told text`).allTextContents()
    assert.ok(words[0].length > 1, 'a name')
    assert.match(words[1], /^\d+$/)
    assert.match(words[2], /^Σ \d+$/)
  }
  await visitor.leave()
})

test('xok: the board stays where it is while fish are laid, a shark is turned, and a move is confirmed', async () => {
  const visitor = await Visitor.arrive(browser, server.url, { language: 'fr' }, PHONE)
  await visitor.open({ game: 'xok', seats: [ME, ME], shared: true })
  const { page } = visitor
  const tops = []
  const look = async () => tops.push((await box(visitor, '.sea')).top)
  const lay = async (one, two) => {
    for (const cell of [one, two]) {
      await page.locator(`[data-spot=${cell}][data-lit]`).tap()
      await look()
    }
    await page.locator('.status .confirm').tap()
    await page.locator(`[data-spot=${two}][data-thing]`).waitFor()
    await look()
  }
  await page.locator('[data-spot=e5][data-lit]').waitFor()
  await look()
  await lay('e5', 'e6')
  await lay('c3', 'c4')
  await lay('g7', 'g8')
  await page.locator('[data-spot="shark:small"][data-lit]').tap()
  await look()
  await page.locator('.cell[data-lit]').first().tap()
  await page.locator('.turner').waitFor()
  await look()
  await page.locator('.turner .button').last().tap()
  await look()
  await page.locator('.turner .main').tap()
  await look()
  assert.deepEqual([...new Set(tops.map(Math.round))].length, 1, tops.join(', '))
  await visitor.leave()
})
