/** The coach: a nudge before the move, and a match looked back upon. */

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openBrowser } from './kit/chromium.mjs'
import { mouse, play } from './kit/hands.mjs'
import { Server } from './kit/server.mjs'
import { settled } from './kit/settled.mjs'
import { MACHINE, ME, shortTables } from './kit/tables.mjs'
import { DESK, PHONE, Visitor } from './kit/visitor.mjs'

const server = await new Server().start() // it knows the games
const SHORT = await shortTables(server.url)
let browser
before(async () => (browser = await openBrowser()))
after(() => Promise.all([browser.close(), server.stop()]))

const button = (visitor, name) => visitor.page.getByRole('button', { name, exact: true })
const words = (visitor) => visitor.page.locator('.status .words').innerText()
const told = (visitor, what) => visitor.heard.filter((message) => message.type === 'told' && message.what === what)
/** The names of the spots that a hint lights. */
const pointed = (visitor) =>
  visitor.page.evaluate(() =>
    [...document.querySelectorAll('.stage [data-spot]:has(.told)')].map((spot) => spot.dataset.spot).sort(),
  )

/** "Why?": a little board for every move that is expected and for other ideas, by buttons and by keys, in one screen. */
async function stepThrough(visitor, { hints, expected }) {
  const { page } = visitor
  const why = page.locator('.why')
  const says = why.locator('.says')
  await page.setViewportSize({ width: 360, height: 740 })
  await button(visitor, 'Why?').click()
  await says.getByText(hints[0].say.en).waitFor()
  assert.match(await says.innerText(), /Your chances: \d+%/)
  const many = expected.length + Math.min(2, hints.length - 1)
  const drawn = new Set()
  for (let n = 1; n <= many; n++) {
    await why.getByText(`${n} of ${many}`, { exact: true }).waitFor()
    const said = (await says.innerText()).replace(/\n+/g, ' ')
    const picture = expected[n - 1]
    assert.ok(said.includes((picture ?? hints[n - expected.length]).say.en), said)
    if (picture) assert.ok(said.includes(picture.frame.lines[0].en), 'who does not see the board hears the move')
    await settled(page)
    drawn.add(await why.locator('.board').innerHTML())
    await visitor.inSight('.why .little .sea', '.why .says', '.why [role=toolbar]')
    if (n % 2) await page.keyboard.press('ArrowRight')
    else await button(visitor, 'Next picture').click({ force: true })
  }
  assert.equal(drawn.size, many, 'every picture is another')
  assert.ok(await button(visitor, 'Next picture').isDisabled(), 'the last is the last')
  await page.keyboard.press('ArrowLeft')
  await why.getByText(`${many - 1} of ${many}`, { exact: true }).waitFor()
  await page.keyboard.press('Escape')
  await why.waitFor({ state: 'detached' })
  await page.setViewportSize({ width: 1366, height: 657 })
}

for (const game of ['xok', 'urchins'])
  test(`${game}: the first hint only nudges, the second shows the move and why, then it can be played`, async () => {
    const visitor = await Visitor.arrive(browser, server.url)
    const table = await visitor.open({ game, seats: [ME, MACHINE], options: SHORT[game].options ?? {} })
    await visitor.page.locator('.stage [data-lit]').first().waitFor()
    const { log } = visitor.seen(table)
    const { frame } = await visitor.study({
      game,
      options: SHORT[game].options ?? {},
      events: log.map(({ seat, text }) => [seat, text]),
    })

    await button(visitor, 'Hint').click()
    await button(visitor, 'Show me the move').waitFor()
    const [hint] = told(visitor, 'hint').at(-1).hints
    const first = await words(visitor)
    assert.ok(first.includes(hint.nudge.en), first)
    assert.ok(!first.includes(hint.say.en) && !(hint.why && first.includes(hint.why.en)), 'the nudge tells the move')
    assert.doesNotMatch(hint.nudge.en, /\b[a-i]\d+\b/, 'the board points, and no cell is named')
    assert.deepEqual(await pointed(visitor), [...hint.look].sort(), `${hint.nudge.en} lights where to look`)

    await visitor.page.locator('header .lang').click()
    await visitor.page.getByText(hint.nudge.fr).waitFor() // said again in the other language
    await visitor.page.locator('header .lang').click()
    await button(visitor, 'Show me the move').click()
    await button(visitor, 'Play it').waitFor()
    const second = await words(visitor)
    assert.ok(second.includes(hint.say.en) && second.includes(hint.why?.en ?? ''), second)
    assert.deepEqual(
      await pointed(visitor),
      [...frame.moves[0].find((move) => move.text === hint.text).parts.cells].sort(),
    )
    assert.equal(
      await visitor.page.evaluate(() => document.activeElement.textContent),
      'Play it',
      'the keyboard goes on from there',
    )

    await stepThrough(visitor, told(visitor, 'hint').at(-1))
    await button(visitor, 'Play it').focus()
    await visitor.page.keyboard.press('Enter')
    await visitor.page.locator('.moves li:not(.none)').nth(log.length).waitFor()
    assert.equal(visitor.seen(table).log[log.length].text, hint.text)
    await visitor.leave()
  })

const percent = (part) => `${Math.round(part * 100)}%`
const slider = (visitor) => visitor.page.getByRole('slider')
const shows = (visitor, text) => visitor.page.locator('.now', { hasText: text }).waitFor()
const isAt = (visitor, events) => visitor.page.locator(`.chances[aria-valuenow="${events}"]`).waitFor()

let once
/** A finished match of xok, analysed once for all who look at it, and what the machine said of each decision. */
const analysed = () => (once ??= analyse())

async function analyse() {
  const visitor = await Visitor.arrive(browser, server.url)
  const table = await visitor.open({ ...SHORT.xok, seats: [ME, ME], shared: true })
  await play(visitor.page, mouse)
  await visitor.go(`/review/${table}`)
  await visitor.page.setViewportSize(PHONE.viewport)
  await button(visitor, 'Analyse the match').click() // far below the board
  await visitor.page.getByRole('heading', { name: 'The moves that mattered' }).waitFor()
  await visitor.page.locator('.moments [aria-current=true]').waitFor()
  await visitor.inSight('.moments', '.verdict', '.stage') // the first move that mattered, without a touch
  await visitor.page.setViewportSize(DESK.viewport)
  const judged = told(visitor, 'review').flatMap((message) => message.judged)
  const { summed } = told(visitor, 'review').at(-1)
  return { visitor, judged, summed, log: visitor.seen(table).log }
}

test('a review tells the chances after every move, the better one with its reason and its picture, and how accurate each seat was', async () => {
  const { visitor, judged, summed, log } = await analysed()
  assert.equal(judged.length, log.length)
  assert.deepEqual(
    await visitor.page.locator('.moves .chance').allInnerTexts(),
    judged.map((one) => percent(one.after[one.seat])),
  )
  for (const [seat, name] of ['White', 'Black'].entries()) {
    const share = summed.accuracies[seat]
    const shown = await visitor.page.getByRole('row', { name }).locator('td').last().innerText()
    assert.equal(shown, share === null ? '—' : share < 0.1 ? '< 10%' : percent(share))
  }

  const drawn = (lines, colour) =>
    visitor.page.locator(lines).evaluateAll((all, colour) => all.map((one) => one.getAttribute(colour)), colour)
  const seats = await drawn('aside tbody th path', 'fill')
  assert.deepEqual(await drawn('.chances polyline:not(.edge)', 'stroke'), seats, 'each curve in the colour of its seat')

  const moments = visitor.page.locator('.moments button')
  assert.equal(await moments.count(), 3, 'three moves are told, whatever happened')
  for (const [order, index] of summed.moments.entries()) {
    const { why, best, text, say, advice } = judged.find((one) => one.index === index)
    const said = why?.en ?? (best === text ? say.en : `Better: ${advice.en}`)
    assert.equal(await moments.nth(order).locator('.why').innerText(), said, 'none stands without a sentence')
    await moments.nth(order).click()
    await isAt(visitor, index + 1)
    await shows(visitor, log[index].en)
  }
  const { practice } = summed
  const link = visitor.page.getByRole('link', { name: 'Puzzles about it' })
  assert.equal(await link.count(), practice?.puzzles ? 1 : 0)

  const [worst] = judged.filter((one) => one.why).sort((a, b) => b.loss - a.loss)
  assert.ok(worst, 'nobody erred in a match played at random')
  await visitor.page.locator('.moves button').nth(worst.index).click()
  const verdict = visitor.page.locator('.verdict')
  await verdict.getByText(worst.why.en).waitFor()
  const said = await verdict.innerText()
  assert.ok(said.includes(worst.advice.en) && said.includes(worst.allows?.en ?? 'Then:'), said)
  const [asked] = await Promise.all([
    visitor.page.waitForRequest('**/api/matches/*/frames'),
    button(visitor, 'See this move').click(),
  ])
  assert.deepEqual(asked.postDataJSON(), { since: worst.index + 1, instead: worst.best })
  await shows(visitor, worst.say.en)
  await button(visitor, 'Back to the move played').click()
  await shows(visitor, log[worst.index].en)
})

test('the curve of the chances is walked by keys, by hovering and by clicks, and fits a phone', async () => {
  const { visitor, judged, summed, log } = await analysed()
  await slider(visitor).focus()
  for (const [key, events, line] of [
    ['Home', 0, 'The start of the match.'],
    ['ArrowRight', 1, log[0].en],
    ['End', log.length, log.at(-1).en],
    ['ArrowLeft', log.length - 1, log.at(-2).en],
  ]) {
    await visitor.page.keyboard.press(key)
    await isAt(visitor, events)
    await shows(visitor, line)
  }
  await visitor.page.keyboard.press('Home')
  await visitor.page.keyboard.press('PageDown')
  await isAt(visitor, summed.moments[0] + 1)

  await settled(visitor.page)
  const box = await slider(visitor).boundingBox()
  const chances = visitor.page.getByRole('row', { name: 'White' }).locator('td').first()
  await visitor.page.mouse.move(box.x + box.width - 2, box.y + box.height / 2)
  await chances.filter({ hasText: percent(judged.at(-1).after[0]) }).waitFor()
  await visitor.page.mouse.move(box.x + 2, box.y + box.height / 2)
  await chances.filter({ hasText: percent(judged[0].worth[0]) }).waitFor()
  await visitor.page.mouse.down()
  await isAt(visitor, 0)
  await visitor.page.mouse.move(box.x + box.width - 2, box.y + box.height / 2, { steps: 5 })
  await isAt(visitor, log.length)
  await visitor.page.mouse.up()

  await visitor.page.setViewportSize({ width: 360, height: 740 })
  await visitor.page.locator('.moments button').nth(1).click()
  await isAt(visitor, summed.moments[1] + 1)
  await visitor.page.evaluate(() => scrollTo(0, 0))
  await visitor.inSight('.moments', '.verdict', '.stage', '.steps')
  const tooWide = await visitor.page.evaluate(() =>
    ['html', 'main', 'aside', '.moves', '.verdict'].filter(
      (one) => document.querySelector(one)?.scrollWidth > document.querySelector(one)?.clientWidth,
    ),
  )
  assert.deepEqual(tooWide, [])
  await visitor.leave()
})
