/** Puzzles as people solve them: found, missed, given up, by mouse, finger and keys; the one of the day; a storm. */

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { findings } from './kit/axe.mjs'
import { openBrowser } from './kit/chromium.mjs'
import { NOT_SENT } from './kit/place.mjs'
import { Server } from './kit/server.mjs'
import { settled } from './kit/settled.mjs'
import { PHONE, Visitor } from './kit/visitor.mjs'

let server, browser, shelf
before(async () => {
  server = await new Server().start()
  browser = await openBrowser()
  shelf = await ask('/api/puzzles')
})
after(async () => {
  await browser?.close()
  await server?.stop()
})

async function ask(path, body) {
  const told = body
    ? { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
    : {}
  return (await fetch(server.api + path, told)).json()
}

/** What there is to find, by the server's own word: the texts of the solver's moves in order. */
async function solutionOf(name) {
  const { seat } = await ask(`/api/puzzles/${name}`)
  const found = []
  for (let at = 0; at < shelf.puzzles.find((one) => one.puzzle === name).decisions; at++) {
    const { frames } = await ask(`/api/puzzles/${name}/solution`, { found: at })
    found.push(frames[0].lines.find((line) => line.seat === seat).text)
  }
  return found
}

const CELLS = /^([a-i]\d{1,2})[-x]?([a-i]\d{1,2})$/ // two cells to click, one after the other

let plain // found once: the server does not like to be asked too often
/** A puzzle of one decision that two clicks solve. */
async function plainPuzzle() {
  if (plain) return plain
  for (const one of shelf.puzzles.filter((one) => one.decisions === 1 && one.game === 'xok')) {
    const [text] = await solutionOf(one.puzzle)
    if (CELLS.test(text)) return (plain = { name: one.puzzle, cells: CELLS.exec(text).slice(1), text })
  }
  throw new Error('no puzzle is solved by two clicks')
}

/** A legal move that is not right, of those that `fits` allows. */
async function another(name, fits) {
  const { seat, frame } = await ask(`/api/puzzles/${name}`)
  for (const { text } of frame.moves[seat].filter(({ text }) => fits(text)))
    if (!(await ask(`/api/puzzles/${name}/tries`, { found: 0, move: text })).right) return text
  throw new Error('every other move is right')
}
const otherCells = async (name) => CELLS.exec(await another(name, (text) => CELLS.test(text))).slice(1)

const spot = (page, cell) => page.locator(`.stage [data-spot="${cell}"]`).first()

async function play(page, cells, press = (one) => one.click()) {
  for (const cell of cells) await press(spot(page, cell))
  const confirm = page.locator('.confirm')
  if (await confirm.isVisible()) await press(confirm)
}

/** On the board in signs, where every move has its button: all that there is to find. */
async function solveByList(page, name) {
  for (const text of await solutionOf(name))
    await page.locator(`.stage [data-spot="${text}"][data-lit]`).first().click()
}

const solved = (page) =>
  page
    .getByText(/Well done, solved!|Bravo, c’est résolu/)
    .first()
    .waitFor()
const missed = (page) => page.getByRole('button', { name: /^(Try again|Réessayer)$/ }).waitFor()
const kept = (page) => page.evaluate(() => JSON.parse(localStorage.getItem('recif.puzzles') ?? '{}'))

async function open(visitor, path) {
  await visitor.go(path)
  await visitor.page.locator('.stage [data-spot]').first().waitFor()
}

test('a puzzle is solved, its answer is played out, and the level rises', async () => {
  const visitor = await Visitor.arrive(browser, server.url)
  const { name, cells, text } = await plainPuzzle()
  await open(visitor, `/puzzle/${name}`)
  assert.equal(await visitor.page.getByText('Ideas', { exact: true }).count(), 0, 'an idea gives something away')
  await play(visitor.page, cells)
  await solved(visitor.page)
  assert.ok((await visitor.page.locator('aside .line li').count()) >= 1)
  await visitor.page.getByText('Ideas', { exact: true }).waitFor()
  const { why } = await ask(`/api/puzzles/${name}/tries`, { found: 0, move: text })
  assert.ok((await visitor.page.locator('.status .words').innerText()).includes(why.en), 'why it is right')
  const { levels, tries, streak } = await kept(visitor.page)
  const [level] = Object.values(levels)
  assert.ok(level.rating > 1000)
  assert.equal(tries[name][0], true)
  assert.equal(streak, 1)
  await visitor.page.getByRole('button', { name: 'Next puzzle' }).click()
  await visitor.page.waitForFunction((name) => !location.pathname.endsWith(name), name)
  await visitor.page.locator('.stage [data-spot]').first().waitFor()
  await visitor.leave()
})

test('a wrong try is told kindly with what would be answered, and may be made again', async () => {
  const visitor = await Visitor.arrive(browser, server.url, { language: 'fr' })
  const { name, cells } = await plainPuzzle()
  await open(visitor, `/puzzle/${name}`)
  await play(visitor.page, await otherCells(name))
  await missed(visitor.page)
  await visitor.page
    .getByText(/Vos chances/)
    .first()
    .waitFor()
  const { seat } = await ask(`/api/puzzles/${name}`)
  const said = await visitor.page.locator('.wrong li').allInnerTexts()
  assert.ok(
    said.length >= 1 && !said[0].startsWith(['Blanc', 'Noir'][seat]),
    'the answer is the other’s, not one’s own move',
  )
  await visitor.page
    .getByText(/Non\. Regardez ce qui arrive|Presque/)
    .first()
    .waitFor()
  assert.equal((await kept(visitor.page)).tries[name][0], false)
  await visitor.page.getByRole('button', { name: 'Réessayer' }).click()
  const { themes } = shelf.games.find((one) => one.game === 'xok')
  const goal = await visitor.page.getByText('L’idée à trouver').first().innerText()
  assert.ok(
    themes.some((one) => goal.includes(one.name.fr)),
    `after a miss the idea is named: ${goal}`,
  )
  await play(visitor.page, cells)
  await solved(visitor.page)
  const { levels, streak } = await kept(visitor.page)
  const [{ rating }] = Object.values(levels)
  assert.ok(rating < 1000 && rating >= 960, 'only the first try counts, and it does not cost much')
  assert.equal(streak, 0)
  await visitor.leave()
})

test('whoever gives up is shown the solution', async () => {
  const visitor = await Visitor.arrive(browser, server.url)
  const { name } = await plainPuzzle()
  await open(visitor, `/puzzle/${name}`)
  const before = await visitor.page.locator('.stage').innerHTML()
  await visitor.page.getByRole('button', { name: 'Show the solution' }).click()
  await visitor.page.getByText('Here is the solution').waitFor()
  assert.notEqual(await visitor.page.locator('.stage').innerHTML(), before)
  assert.equal((await kept(visitor.page)).tries[name][0], false)
  await visitor.leave()
})

test('no answer of the server tells a solution before it is found', { skip: NOT_SENT }, async () => {
  const visitor = await Visitor.arrive(browser, server.url)
  const { name, text } = await plainPuzzle()
  const told = []
  visitor.page.on('response', async (answer) => {
    if (answer.url().includes('/api/puzzles')) told.push(await answer.json())
  })
  await open(visitor, `/puzzle/${name}`)
  assert.equal(told.length, 2)
  for (const { frame: { moves, ...shown } = {}, ...others } of told) {
    const rest = { ...others, shown }
    if (moves) assert.ok(moves[rest.seat].length > 1 && moves[rest.seat].some((move) => move.text === text))
    assert.ok(!JSON.stringify(rest).includes('solution'))
    assert.ok(!JSON.stringify(rest).includes(`"${text}"`))
  }
  await visitor.leave()
})

test('a puzzle of several decisions asks for each', async () => {
  const visitor = await Visitor.arrive(browser, server.url, { board: 'plain' })
  const several = shelf.puzzles.find((one) => one.decisions > 1)
  await visitor.go(`/puzzle/${several.puzzle}`)
  await solveByList(visitor.page, several.puzzle)
  await solved(visitor.page)
  await visitor.leave()
})

test('a puzzle is solved by a finger on a phone, where nothing is too wide', async () => {
  const visitor = await Visitor.arrive(browser, server.url, { language: 'fr' }, PHONE)
  const { name, cells } = await plainPuzzle()
  for (const path of ['/puzzles', '/puzzles/storm', `/puzzle/${name}`]) {
    await visitor.go(path)
    await visitor.page.locator('h1').first().waitFor({ state: 'attached' })
    await settled(visitor.page)
    assert.ok((await visitor.page.evaluate(() => document.documentElement.scrollWidth)) <= 360, path)
  }
  await visitor.page.locator('.stage [data-spot]').first().waitFor()
  await play(visitor.page, cells, (one) => one.tap())
  await solved(visitor.page)
  await visitor.leave()
})

test('a puzzle is missed and solved by keys alone', async () => {
  const visitor = await Visitor.arrive(browser, server.url)
  const { name, cells } = await plainPuzzle()
  await open(visitor, `/puzzle/${name}`)
  const press = async (one) => {
    await one.focus()
    await visitor.page.keyboard.press('Enter')
  }
  await play(visitor.page, await otherCells(name), press)
  await missed(visitor.page)
  await visitor.page.waitForFunction(() => document.activeElement?.textContent.includes('Try again'))
  await visitor.page.keyboard.press('Enter')
  await play(visitor.page, cells, press)
  await solved(visitor.page)
  await visitor.page.waitForFunction(() => document.activeElement?.textContent.includes('Next puzzle'))
  await visitor.leave()
})

test('the one of the day is the same for everybody, and days in a row are counted', async () => {
  const visitor = await Visitor.arrive(browser, server.url, { board: 'plain' })
  await visitor.go('/puzzles')
  await visitor.page.getByRole('link', { name: 'Solve today’s puzzle' }).click()
  await visitor.page.waitForFunction((daily) => location.pathname === `/puzzle/${daily}`, shelf.daily)
  await solveByList(visitor.page, shelf.daily)
  await solved(visitor.page)
  await visitor.page.getByRole('link', { name: 'All puzzles' }).click()
  await visitor.page.getByText('1 day in a row').waitFor()
  await visitor.page.getByText('The next one comes tomorrow').waitFor()
  assert.equal((await ask('/api/puzzles')).daily, shelf.daily)
  await visitor.leave()
})

test('no badge on the board tells what a move would take', async () => {
  const visitor = await Visitor.arrive(browser, server.url, { language: 'fr' })
  let fished, rich
  for (const { puzzle } of shelf.puzzles.filter((one) => one.game === 'urchins' && one.decisions === 1)) {
    const { seat, frame } = await ask(`/api/puzzles/${puzzle}`)
    rich = frame.moves[seat].find((move) => move.parts.catch > 0)
    fished = puzzle
    if (rich) break
  }
  assert.ok(rich, 'nothing could be given away here')
  await open(visitor, `/puzzle/${fished}`)
  assert.equal(await visitor.page.locator('.stage g.badge').count(), 0)
  assert.doesNotMatch(await spot(visitor.page, rich.parts.to).getAttribute('aria-label'), /pêch/)
  await visitor.leave()
})

test('a puzzle is chosen by its game, theme and level', async () => {
  const visitor = await Visitor.arrive(browser, server.url)
  await visitor.go('/puzzles')
  const game = shelf.games.at(-1).game
  const wanted = shelf.puzzles.find((one) => one.game === game && one.themes.length)
  const [kind, theme, grade] = [0, 1, 2].map((at) => visitor.page.locator('form select').nth(at))
  await kind.selectOption(game)
  await theme.selectOption(wanted.themes[0])
  await grade.selectOption(String(wanted.grade))
  await visitor.page.locator('form').getByRole('button', { name: 'A puzzle' }).click()
  await visitor.page.locator('.stage [data-spot]').first().waitFor()
  const name = (await visitor.page.evaluate(() => location.pathname)).split('/').at(-1)
  const found = shelf.puzzles.find((one) => one.puzzle === name)
  assert.equal(found.game, game)
  assert.equal(found.grade, wanted.grade)
  assert.ok(found.themes.includes(wanted.themes[0]))
  await visitor.leave()
})

test('a storm counts what is solved, takes time for a mistake, ends by the clock and keeps the record', async () => {
  const visitor = await Visitor.arrive(browser, server.url, { board: 'plain' })
  await visitor.page.clock.install()
  await visitor.page.goto(`${server.url}/puzzles/storm`)
  const start = visitor.page.getByRole('button', { name: 'Start the storm' })
  await start.waitFor()
  await visitor.page.clock.pauseAt((await visitor.page.evaluate(() => Date.now())) + 1000)
  await start.click()
  const current = async (but = '') => {
    const shown = visitor.page.locator(`[data-puzzle]:not([data-puzzle="${but}"])`)
    await shown.locator('[data-lit]').first().waitFor()
    return shown.getAttribute('data-puzzle')
  }
  const first = await current()
  await solveByList(visitor.page, first)
  await visitor.page.locator('[data-score="1"]').waitFor()
  const name = await current(first)
  await visitor.page
    .locator(`.stage [data-spot="${await another(name, () => true)}"]`)
    .first()
    .click()
  await current(name)
  assert.equal(await visitor.page.locator('[role=timer]').textContent(), '2:50')
  await visitor.page.clock.fastForward(181_000)
  await visitor.page.getByText('The storm is over').waitFor()
  await visitor.page.getByText('1 puzzle solved', { exact: true }).waitFor()
  await visitor.page.getByText('That is your record!').waitFor()
  assert.equal(await visitor.page.locator(`a[href="/puzzle/${name}"]`).count(), 1, 'what was missed can be looked at')
  assert.equal((await kept(visitor.page)).storms[''], 1)
  await visitor.leave()
})

test('a puzzle that is not there says so', async () => {
  const visitor = await Visitor.arrive(browser, server.url)
  await visitor.go('/puzzle/nothing-here')
  await visitor.page.locator('.lost h1').waitFor()
  await visitor.leave(/404/)
})

test('the pages of puzzles have no serious finding in either language', async () => {
  for (const language of ['fr', 'en']) {
    const visitor = await Visitor.arrive(browser, server.url, { language, theme: language === 'fr' ? 'dark' : 'light' })
    for (const path of ['/puzzles', '/puzzles/storm', `/puzzle/${(await plainPuzzle()).name}`]) {
      await visitor.go(path)
      await visitor.page.locator('h1').first().waitFor({ state: 'attached' })
      await visitor.page.waitForFunction(() => !document.querySelector('main [role=status]')?.textContent.match(/…$/))
      assert.deepEqual(await findings(visitor.page), [], `${path} ${language}`)
    }
    await visitor.leave()
  }
})
