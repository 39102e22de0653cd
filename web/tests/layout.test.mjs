/** A table is one screen on whatever people have, and nothing in it lies over anything else; nothing jumps while a page loads. */

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { findings } from './kit/axe.mjs'
import { openBrowser } from './kit/chromium.mjs'
import { mouse, play } from './kit/hands.mjs'
import { Server } from './kit/server.mjs'
import { settled } from './kit/settled.mjs'
import { resize, SIZES, wrong, wrongAt } from './kit/sizes.mjs'
import { MACHINE, ME, OPEN, gamesOf } from './kit/tables.mjs'
import { PHONE, Visitor } from './kit/visitor.mjs'

const LAPTOP = { viewport: { width: 1366, height: 657 } }

const server = await new Server().start()
const GAMES = await gamesOf(server.url)
let browser
before(async () => (browser = await openBrowser()))
after(() => Promise.all([browser.close(), server.stop()]))

/** As long as the animals of guests are called: who is which is drawn by lot. */
const rename = (visitor) =>
  visitor.page.evaluate(() =>
    fetch('/api/me', {
      method: 'PATCH',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Hippocampe 21' }),
    }),
  )
const lit = (page) => page.locator('.stage [data-lit]').first().waitFor()

/** A table a few moves into its match. */
async function begun(device, wish, settings = {}) {
  const visitor = await Visitor.arrive(browser, server.url, { confirm: 'never', ...settings }, device)
  await rename(visitor)
  const table = await visitor.open(wish)
  await play(visitor.page, mouse, () => visitor.seen(table).log.filter((line) => line.seat >= 0).length >= 4)
  await lit(visitor.page)
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

/** How many of these are in sight from top to bottom. */
async function seenWhole(visitor, selector) {
  await settled(visitor.page)
  return visitor.page
    .locator(selector)
    .evaluateAll(
      (all) =>
        all.map((one) => one.getBoundingClientRect()).filter(({ top, bottom }) => top >= 0 && bottom <= innerHeight)
          .length,
    )
}

for (const [i, [game, { fewest }]] of [...GAMES].entries())
  test(`${game}: a table is one screen at every size, with a whole hint too; a television has the board and who plays`, async () => {
    const language = i % 2 ? 'en' : 'fr'
    const visitor = await begun(PHONE, { game, seats: [ME, ...Array(fewest - 1).fill(MACHINE)] }, { language })
    const { page } = visitor
    assert.deepEqual(await wrongAt(page), [])

    await resize(page, 'a phone')
    await page.getByRole('button', { name: /^(Hint|Conseil)$/ }).tap()
    await page.getByRole('button', { name: /^(Show me the move|Montrer le coup)$/ }).waitFor()
    assert.deepEqual(await wrongAt(page, ['a laptop', 'a phone on its side', 'a phone']), [])
    await page.getByRole('button', { name: /^(Show me the move|Montrer le coup)$/ }).tap()
    await page.locator('.status.long').waitFor()
    const why = page.locator('.status .more summary')
    if (await why.count()) await why.tap()
    assert.deepEqual(await wrongAt(page, Object.keys(SIZES).slice(0, 5)), [])
    await fits(visitor, '.status .button.main')

    await resize(page, 'a large television')
    await page.getByRole('button', { name: /^(Full screen|Plein écran)$/ }).click()
    await page.locator('.desk.tv').waitFor()
    assert.deepEqual(await wrong(page), [])
    assert.equal(await page.locator('aside').isVisible(), false)
    await page.getByRole('button', { name: /^(Leave full screen|Quitter le plein écran)$/ }).click()
    await page.locator('aside').waitFor()
    await visitor.leave()
  })

test('kroc: the names of five and their clocks are whole, the waiting room has a way home, and so has the end', async () => {
  const visitor = await Visitor.arrive(browser, server.url, {}, PHONE)
  const { page } = visitor
  await rename(visitor)
  for (const pace of [{ kind: 'none' }, { kind: 'days', start: 86_400_000 }]) {
    await visitor.open({ game: 'kroc', seats: [ME, ...Array(4).fill(MACHINE)], pace })
    await lit(page)
    assert.deepEqual(await wrongAt(page, ['a phone', 'a phone on its side', 'a laptop']), [])
    assert.match(await page.locator('.players li').first().innerText(), /you/)
  }
  await visitor.open({ game: 'kroc', seats: [ME, OPEN] })
  await page.locator('.invite').waitFor()
  await resize(page, 'a phone')
  for (const part of ['.homeward', '.actions', '.invite h1, .invite h2']) await fits(visitor, part)

  await visitor.open({ game: 'crocodiles', seats: [ME, ME], shared: true })
  await lit(page)
  await resize(page, 'a laptop')
  await page.getByRole('button', { name: 'Resign' }).click()
  await page.getByRole('button', { name: 'Yes' }).click()
  await page.locator('.outcome').waitFor()
  assert.deepEqual(await wrongAt(page), [])
  await visitor.leave()
})

test('on a first visit a laptop shows names and buttons of games without scrolling, in both languages', async () => {
  for (const language of ['fr', 'en']) {
    const visitor = await Visitor.arrive(browser, server.url, { language }, LAPTOP)
    await visitor.page.locator('[data-game] .button.main').first().waitFor()
    for (const part of ['h3', '.button.main'])
      assert.ok((await seenWhole(visitor, `[data-game] ${part}`)) >= 3, `${language}: ${part} of three games`)
    await visitor.leave()
  }
})

test('on a television the home page grows with the screen; on a phone what one has begun comes first', async () => {
  const visitor = await Visitor.arrive(browser, server.url, {}, LAPTOP)
  const { page } = visitor
  await visitor.make({ game: 'xok', seats: [ME, MACHINE] })
  await visitor.go('/')
  await page.locator('.begun .rows').waitFor()
  await fits(visitor, '[data-game] .button.main')
  await resize(page, 'a large television')
  const games = await box(visitor, '.games')
  assert.ok(games.right - games.left > 0.7 * 2560, `games are ${games.right - games.left} px wide`)
  const letters = (what) =>
    page
      .locator(what)
      .first()
      .evaluate((one) => parseFloat(getComputedStyle(one).fontSize))
  for (const what of ['[data-game] h3', '[data-game] .pitch', '.lists strong'])
    assert.ok((await letters(what)) >= 24, `${what} has letters of ${await letters(what)} px`)
  await resize(page, 'a phone')
  const [begun, first] = [await box(visitor, '.begun'), await box(visitor, '[data-game]')]
  assert.ok(begun.bottom <= first.top, `${begun.bottom} is below ${first.top}`)
  assert.ok((await box(visitor, '.strangers')).top < (await box(visitor, '[data-game] >> nth=1')).top)
  await visitor.leave()
})

test('the board in signs is reached to its last line', async () => {
  const visitor = await Visitor.arrive(browser, server.url, { board: 'plain' }, LAPTOP)
  const { page } = visitor
  await visitor.open({ game: 'xok', seats: [ME, ME], shared: true })
  await lit(page)
  assert.deepEqual(await wrongAt(page, ['a phone', 'a phone on its side', 'a laptop']), [])
  for (const part of ['.plain pre', '.moves-offered .button >> nth=0', '.moves-offered .button >> nth=-1']) {
    await page.locator(part).scrollIntoViewIfNeeded()
    const { top } = await box(visitor, part)
    assert.ok(top >= 0 && top < 657, `${part} is at ${top}`)
  }
  await visitor.leave()
})

test('sheets hold the focus, leave what is asked in sight, and give the focus back', async () => {
  const visitor = await Visitor.arrive(browser, server.url, {}, PHONE)
  const { page } = visitor
  await visitor.open({ game: 'xok', seats: [ME, MACHINE] })
  await lit(page)
  const isInside = () => page.evaluate(() => !!document.activeElement.closest('dialog[open]'))
  for (const name of ['Menu', 'Talk', 'Rules']) {
    const opener = page.locator('.bar').getByRole('button', { name })
    await opener.focus()
    await page.keyboard.press('Enter')
    await page.locator('dialog[open]').waitFor()
    assert.ok(await isInside(), `${name} takes the focus`)
    const [asked, sheet] = [await box(visitor, '.status'), await box(visitor, 'dialog[open]')]
    assert.ok(sheet.top >= asked.bottom - 0.5, `${name} begins at ${sheet.top}, what is asked ends at ${asked.bottom}`)
    if (name !== 'Rules') assert.deepEqual(await findings(page), [], name)
    await page.keyboard.press('Shift+Tab')
    assert.ok((await isInside()) || (await page.evaluate(() => document.activeElement === document.body)), name)
    await page.keyboard.press('Escape')
    await page.locator('dialog[open]').waitFor({ state: 'detached' })
    assert.ok(await opener.evaluate((one) => one === document.activeElement), `${name} gives the focus back`)
  }
  await page.getByRole('button', { name: 'Menu' }).tap()
  for (const within of ['Moves', 'Describe', 'Cancel the match', 'Resign', 'Me and my settings', 'Home'])
    await page.locator('dialog[open]').getByText(within, { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Resign' }).tap()
  await page.getByRole('button', { name: 'No', exact: true }).tap()
  assert.ok(await page.getByRole('button', { name: 'Menu' }).evaluate((one) => one === document.activeElement))
  await visitor.leave()
})

/** In the page, before its own scripts: what has moved without having been touched. */
function watchShifts() {
  window.shifts = []
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      if (!entry.hadRecentInput)
        window.shifts.push([
          entry.value,
          ...entry.sources.map(({ node }) => node?.className || node?.nodeName || 'gone'),
        ])
  }).observe({ type: 'layout-shift', buffered: true })
}

test('nothing jumps while a page loads on a slow phone', async () => {
  const visitor = await Visitor.arrive(browser, server.url, {}, PHONE)
  const { page } = visitor
  page.setDefaultTimeout(300_000)
  await page.addInitScript(watchShifts)
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: 200_000, // 1.6 Mbit/s
    uploadThroughput: 90_000,
  })
  await devtools.send('Network.setCacheDisabled', { cacheDisabled: true })
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  const jumpy = []
  const look = async (path, there) => {
    await visitor.go(path)
    await page.locator(there).first().waitFor()
    await settled(page)
    const shifts = await page.evaluate(() => window.shifts)
    const total = shifts.reduce((sum, [value]) => sum + value, 0)
    if (total > 0.02) jumpy.push(`${path}: ${total.toFixed(3)} by ${JSON.stringify(shifts)}`)
  }
  await look('/', '[data-game]')
  const { daily } = await (await fetch(`${server.url}/api/puzzles`)).json()
  const table = await visitor.make({ game: 'kroc', seats: [ME, MACHINE] })
  const pool = await visitor.make({ game: 'crocodiles', seats: [ME, MACHINE] })
  for (const [path, there] of Object.entries({
    [`/t/${table}`]: '.stage [data-lit]',
    [`/t/${pool}`]: '.stage [data-lit]',
    '/lesson/kroc': '.stage [data-lit]',
    [`/puzzle/${daily}`]: '.stage [data-lit]',
    '/learn/kroc': '.prose h2',
    '/': '.begun .rows', // whoever has begun something
  }))
    await look(path, there)
  assert.deepEqual(jumpy, [])
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

test('crocodiles: a phone shows the pool as wide as it is, with both bars named and counted', async () => {
  const visitor = await begun(PHONE, { game: 'crocodiles', seats: [ME, MACHINE], options: { setup: 'first' } })
  const { page } = visitor
  const { left, right } = await box(visitor, '.water')
  assert.ok((right - left) * 6 > 330, `a cell is ${right - left} px wide`)
  for (const who of [0, 1]) {
    await fits(visitor, `[data-spot="bar:${who}"]`)
    const words = await page.locator(`[data-spot="bar:${who}"] + .told text`).allTextContents()
    assert.ok(words[0].length > 1, 'a name')
    assert.match(words[1], /^\d+$/)
    assert.equal(words.length, 2, 'the sum waits for the end')
  }
  const files = await page.locator('.names text').allTextContents()
  assert.deepEqual(files.slice(0, 6), [...'abcdef'])
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
