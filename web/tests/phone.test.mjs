/** On a phone of 360 px: words large enough to read, boards as wide as the screen, fingers that miss a little, names that tell who is who. */

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openBrowser } from './kit/chromium.mjs'
import { finger, play } from './kit/hands.mjs'
import { Server } from './kit/server.mjs'
import { faults, settled } from './kit/settled.mjs'
import { gamesOf, MACHINE, ME, shortTables } from './kit/tables.mjs'
import { PHONE, Visitor } from './kit/visitor.mjs'

const SMALLEST = 12 // pixels
const server = await new Server().start() // it knows the games
const SHORT = await shortTables(server.url)
let browser
before(async () => (browser = await openBrowser()))
after(() => Promise.all([browser.close(), server.stop()]))

const arrive = (settings) => Visitor.arrive(browser, server.url, settings, PHONE)
const plays = (visitor) => visitor.sent.filter((message) => message.type === 'play')

/** In the page: words smaller than this many pixels, as they come out on the screen, and what sticks out of it. */
function illegible(least) {
  const found = new Map()
  const walk = document.createTreeWalker(document.querySelector('main'), NodeFilter.SHOW_TEXT)
  for (let node = walk.nextNode(); node; node = walk.nextNode()) {
    const one = node.parentElement
    if (
      !node.data.trim() ||
      one.closest('.unseen') ||
      !one.checkVisibility({ visibilityProperty: true }) ||
      !one.getClientRects().length
    )
      continue
    const matrix = one.closest('svg')?.contains(one) && one.getScreenCTM ? one.getScreenCTM() : { a: 1, b: 0 }
    const high = parseFloat(getComputedStyle(one).fontSize) * Math.hypot(matrix.a, matrix.b)
    if (high < least - 0.1) found.set(one.getAttribute('class') + node.data.trim(), high.toFixed(1))
  }
  const wide = document.documentElement.scrollWidth - screen.width
  return [...[...found].map(([what, high]) => `${what}: ${high} px`), ...(wide > 0 ? [`${wide} px too wide`] : [])]
}

const STEPS = Object.fromEntries([2, 3, 4, 5, 6, 7, 8, 9, 10].map((number) => [number, 'draw drop again']))
const TABLES = {
  ...SHORT,
  'crabs with long effects': { ...SHORT.crabs, options: { effects: STEPS } },
  'kroc of five': { game: 'kroc', seats: [ME, ...Array(4).fill(MACHINE)] },
  'xok of 61 cells': { game: 'xok', seats: [ME, ME], shared: true },
}
for (const [name, wish] of Object.entries(TABLES))
  test(`${name}: nothing to read is smaller than ${SMALLEST} px, and nothing sticks out, in French and in English`, async () => {
    const visitor = await arrive({ language: 'fr' })
    const { page } = visitor
    const table = await visitor.open(wish)
    const wrong = new Set()
    await play(page, finger, async (step) => {
      if (step % 3 === 0) for (const one of await faults(page, illegible, SMALLEST)) wrong.add(one)
      if (step % 6 === 3) await page.evaluate(() => document.querySelector('header .lang').click())
      return step >= 45
    })
    assert.ok(visitor.seen(table).log.length > 4)
    assert.deepEqual([...wrong], [])
    await visitor.leave()
  })

/** In the page: what is wrong with what is asked and what was done, if it is a sentence and no result. */
function cutOff() {
  const strip = document.querySelector('.strip:has(.status)')
  const isCut = strip && strip.scrollHeight > strip.clientHeight + 1
  const isQuoted = /[“«]/.test(strip?.innerText) // what somebody else does is told from my side: no card's order is quoted at me
  return isCut || isQuoted ? [`${innerWidth} px: ${strip.innerText}`] : []
}

const PHONES = [
  [320, 568],
  [360, 740],
  [414, 896],
]
const WALKED = [...(await gamesOf(server.url))].flatMap(([game, { fewest, most }]) =>
  Array.from({ length: most - fewest + 1 }, (_, i) => ({ game, seats: [ME, ...Array(fewest + i - 1).fill(MACHINE)] })),
)
test('what is asked and what the others did last is whole and names them, in every game, with any number of seats', async () => {
  const visitor = await arrive({ language: 'fr', confirm: 'never' })
  const { page } = visitor
  const [cut, told] = [new Set(), new Set()]
  for (const wish of WALKED) {
    await visitor.open(wish)
    await play(page, finger, async (step) => {
      if (step % 2) await page.evaluate(() => document.querySelector('header .lang').click())
      for (const [width, height] of step % 2 ? PHONES : []) {
        await page.setViewportSize({ width, height })
        for (const one of await faults(page, cutOff)) cut.add(one)
      }
      const [, ...others] = await page.locator('.players li strong').allInnerTexts()
      const said = (await page.locator('.status .did').allInnerTexts()).join()
      if (others.some((name) => said.includes(name))) told.add(`${wish.game} of ${wish.seats.length}`)
      return step >= 4
    })
  }
  assert.deepEqual([...cut], [])
  assert.equal(told.size, WALKED.length, [...told].join())
  await visitor.leave()
})

/** In the page: a lit cell with an unlit one to its left or right, each by the middle of its box. */
function neighbours() {
  const middle = (spot) => {
    const box = spot.getBoundingClientRect()
    return { spot: spot.dataset.spot, x: box.x + box.width / 2, y: box.y + box.height / 2, wide: box.width }
  }
  const cells = [...document.querySelectorAll('.cell')]
  const free = cells.filter((cell) => !('lit' in cell.dataset) && cell.ariaPressed !== 'true').map(middle)
  for (const lit of cells.filter((cell) => 'lit' in cell.dataset).map(middle)) {
    const beside = free.find((one) => Math.abs(one.y - lit.y) < 2 && Math.abs(Math.abs(one.x - lit.x) - lit.wide) < 4)
    if (beside) return { lit, beside }
  }
}
const toward = (from, to, far) => ({ x: from.x + Math.sign(to.x - from.x) * far, y: from.y })

test('a finger that just misses a lit cell means it; the move waits for a yes, and another tap changes it', async () => {
  const visitor = await arrive()
  const table = await visitor.open({ game: 'xok', seats: [ME, ME], shared: true })
  const { page } = visitor
  await page.locator('[data-spot=e5][data-lit]').tap()
  await settled(page)
  const { lit, beside } = await page.evaluate(neighbours)
  assert.ok(lit.wide > 38, `cells are ${lit.wide} px wide`)

  const near = toward(lit, beside, 24)
  await page.touchscreen.tap(near.x, near.y)
  await page.locator('.status .confirm').waitFor()
  assert.equal(await page.locator(`[data-spot=${lit.spot}]`).getAttribute('aria-pressed'), 'true')
  await page.locator('.status .words', { hasText: lit.spot }).waitFor()
  assert.equal(plays(visitor).length, 0)

  const others = ['e4', 'e6', 'd4', 'd5', 'f5', 'f6'].filter((cell) => cell !== lit.spot)
  await page.locator(`[data-spot=${others[0]}]`).tap()
  await page.locator('.status .words', { hasText: others[0] }).waitFor()
  await page.getByRole('button', { name: 'Play it', exact: true }).tap()
  await page.locator('.moves .line').waitFor({ state: 'attached' }) // in a sheet that is shut
  assert.deepEqual(
    visitor.seen(table).log.map((line) => line.text),
    [['e5', others[0]].sort().join('')],
  )
  await visitor.leave()
})

test('a finger in the middle of another cell means that one', async () => {
  const visitor = await arrive()
  await visitor.open({ game: 'xok', seats: [ME, ME], shared: true })
  await visitor.page.locator('[data-spot=e5][data-lit]').tap()
  await settled(visitor.page)
  const { beside } = await visitor.page.evaluate(neighbours)
  await visitor.page.touchscreen.tap(beside.x, beside.y)
  await visitor.page.locator(`[data-spot=${beside.spot}][aria-pressed=true]`).waitFor() // a move begun anew
  assert.equal(await visitor.page.locator('[aria-pressed=true]').count(), 1)
  await visitor.leave()
})

test('who says never is not asked, and cells of the pool are as wide as a finger', async () => {
  const visitor = await arrive({ confirm: 'never' })
  await visitor.open({ game: 'xok', seats: [ME, ME], shared: true })
  for (const cell of ['e5', 'e6']) await visitor.page.locator(`[data-spot=${cell}][data-lit]`).tap()
  await visitor.page.locator('.moves .line').waitFor({ state: 'attached' })
  await visitor.open(SHORT.crocodiles)
  await visitor.page.locator('[data-spot=c7]').waitFor()
  await settled(visitor.page)
  const box = await visitor.page.locator('[data-spot=c7]').boundingBox()
  // Fourteen rows of 44 px are 616, and a phone of 740 has 516 for them: players, the sentence, hidden numbers and the bar stand there
  // too. A cell is as wide as it can be, has the area of 44 × 44, and is far above the 24 × 24 that WCAG 2.2 asks for; a touch
  // beside a lit one means the nearest.
  assert.ok(box.width >= 58 && box.height >= 34, `${box.width} × ${box.height}`)
  assert.ok(box.width * box.height >= 44 * 44, `${box.width} × ${box.height}`)
  await visitor.leave()
})

const rename = (visitor, name) => visitor.ask('PATCH', '/api/me', JSON.stringify({ name }))

test('the longest of names stays in its place', async () => {
  const visitor = await arrive()
  await rename(visitor, 'W'.repeat(24))
  for (const wish of [
    { game: 'xok', seats: [ME, MACHINE] },
    { game: 'kroc', seats: [ME, MACHINE, MACHINE] },
  ]) {
    await visitor.open(wish)
    await visitor.page.locator('.stage [data-lit]').first().waitFor()
    await settled(visitor.page)
    const outside = await visitor.page.evaluate(() =>
      [...document.querySelectorAll('.players li')].flatMap((seat) => {
        const [box, name] = [seat, seat.querySelector('strong')].map((one) => one.getBoundingClientRect())
        const score = seat.querySelector('.score')?.getBoundingClientRect() ?? { left: box.right, top: box.top }
        const meets = name.right > score.left && name.bottom > score.top + 1
        return meets || seat.scrollWidth > seat.clientWidth ? [seat.textContent] : []
      }),
    )
    assert.deepEqual(outside, [])
    assert.ok((await visitor.page.evaluate(() => document.documentElement.scrollWidth - screen.width)) <= 0)
  }
  await visitor.leave()
})

/** In the page: points that somebody has and that are not seen, a sign of who has chosen that is broken or lies over a name, and
 * names of cards under the next card of their pile. */
function outOfSight() {
  if (document.querySelector('.outcome')) return [] // the podium tells it, and stands where the board was
  const box = (one) => one.getBoundingClientRect()
  const inside = (a, b) =>
    a.top >= b.top - 1 && a.bottom <= b.bottom + 1 && a.left >= b.left - 1 && a.right <= b.right + 1
  const meet = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1
  const out = [...document.querySelectorAll('.eaters .points, .eaters .who')]
    .filter((one) => !inside(box(one), box(document.querySelector('.eaters'))))
    .map((one) => `${one.textContent} of ${one.closest('li').innerText}`)
  for (const sign of document.querySelectorAll('.players .chosen')) {
    const name = document.createRange()
    name.selectNodeContents(sign.closest('li').querySelector('strong'))
    if (!inside(box(sign.querySelector('svg')), box(sign))) out.push('the sign of who has chosen')
    if ([...name.getClientRects()].some((line) => meet(line, box(sign)))) out.push(`a sign over ${name}`)
  }
  for (const pile of document.querySelectorAll('[data-pile]')) {
    const cards = [...pile.querySelectorAll('rect.face, rect.back')]
    for (const [i, card] of cards.slice(0, -1).entries()) {
      const [name] = card.parentElement.querySelectorAll(':scope > text')
      if (!card.matches('.face')) continue
      const { bottom, height } = box(name) // below its line a letter may be covered, and is read all the same
      if (bottom - 0.22 * height > box(cards[i + 1]).top + 1.5) out.push(`${name.textContent} is covered`)
    }
  }
  return out
}

for (const machines of [2, 4])
  test(`kroc: what ${machines + 1} on a phone have eaten, and who has chosen, is in sight to the end`, async () => {
    const visitor = await arrive({ language: 'fr' })
    const { page } = visitor
    await rename(visitor, 'Étoile de mer Étoile 60') // of three lines
    await visitor.open({ game: 'kroc', seats: [ME, ...Array(machines).fill(MACHINE)] })
    const out = new Set()
    await play(page, finger, async (step) => {
      if (step % 3 === 1) for (const one of await faults(page, outOfSight)) out.add(one)
    })
    assert.deepEqual([...out], [])
    await visitor.leave()
  })

test('kroc: the strip and the board name each seat as the list of moves does', async () => {
  const visitor = await arrive()
  const table = await visitor.open({ game: 'kroc', seats: [ME, MACHINE, MACHINE, MACHINE] })
  await play(visitor.page, finger, () => visitor.seen(table).log.filter((line) => line.seat >= 0).length >= 4)
  const names = await visitor.page.locator('.players li strong').allInnerTexts()
  const eaters = await visitor.page.locator('.eaters li').allInnerTexts()
  const lines = await visitor.page.locator('.moves').evaluate((list) => list.textContent)
  names.forEach((name, seat) => {
    assert.ok(eaters[seat].includes(name), `${eaters[seat]} without ${name}`)
    assert.ok(lines.includes(name), `${lines} without ${name}`)
  })
  await visitor.leave()
})
