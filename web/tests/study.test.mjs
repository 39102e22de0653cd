/** A study: walked by keys, a branch tried, shared and opened by somebody else, links, files, a frame in another page. */

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { after, before, test } from 'node:test'
import { match } from '../src/boards/xok/tests.mjs'
import { openBrowser } from './kit/chromium.mjs'
import { golden } from './kit/golden.mjs'
import { finger, mouse, play } from './kit/hands.mjs'
import { isJudged } from './kit/pages.mjs'
import { IS_PAGE, NO_HEADERS, OTHERS } from './kit/place.mjs'
import { Server } from './kit/server.mjs'
import { MACHINE, ME, shortTables } from './kit/tables.mjs'
import { PHONE, Visitor } from './kit/visitor.mjs'

const server = await new Server().start()
const SHORT = await shortTables(server.api)
let browser
before(async () => (browser = await openBrowser()))
after(() => Promise.all([browser.close(), server.stop()]))

const EVENTS = match.map((text, i) => [i % 2, text])
const RECORD = JSON.stringify({ game: 'xok', seats: 2, options: {}, rules: 2, names: ['Ana', 'Théo'], events: EVENTS })
const button = (visitor, name) => visitor.page.getByRole('button', { name, exact: true })
const isAt = (visitor, number) => visitor.page.locator(`.moves [data-move="${number}"][aria-current="true"]`).waitFor()
const lit = (visitor, spot) => visitor.page.locator(`.stage [data-spot="${spot}"][data-lit]`)
const tab = (visitor, name) => visitor.page.getByRole('tab', { name, exact: true }).click()
const rows = (visitor) => visitor.page.locator('.moves [data-move]').count()

async function pasted(visitor, text) {
  await visitor.go('/study')
  await visitor.page.locator('.door summary').click()
  await visitor.page.locator('#source').fill(text)
  await visitor.page.locator('form .button.main').click()
}

async function opened(visitor, text) {
  await pasted(visitor, text)
  await isAt(visitor, 0)
  await visitor.page.locator('.stage svg').first().waitFor()
}

test(
  'a branch is tried, shared, and opened by another person at the move of the link, who can go on from it',
  { skip: OTHERS },
  async () => {
    const ana = await Visitor.arrive(browser, server.url)
    await opened(ana, RECORD)
    for (let step = 0; step < 3; step++) await ana.page.keyboard.press('ArrowRight')
    await isAt(ana, 3)
    for (const cell of ['e5', 'e6']) await lit(ana, cell).click()
    const tried = EVENTS.length + 1
    await isAt(ana, tried)
    await ana.page.getByRole('textbox', { name: 'Note' }).fill('The middle was free.')
    await ana.page.getByRole('button', { name: 'Draw marks' }).click()
    for (const cell of ['e5', 'c3', 'h6', 'h6']) await ana.page.locator(`.stage [data-spot="${cell}"]`).click()
    assert.deepEqual(
      await ana.page.locator('.marks [data-mark]').evaluateAll((all) => all.map((one) => one.dataset.mark).sort()),
      ['e5>c3', 'h6'],
    )
    await tab(ana, 'Share')
    await ana.page.getByLabel('Title').fill('A free middle')
    await button(ana, 'Share this study').click()
    await ana.page.waitForURL(/\/study\/(?!here)/)
    const link = await ana.page.getByLabel('Link to this move').inputValue()
    assert.match(link, new RegExp(`/study/[\\w-]+\\?at=${tried}$`))

    const theo = await Visitor.arrive(browser, server.url)
    await theo.go(new URL(link).pathname + new URL(link).search)
    await isAt(theo, tried)
    await theo.page.getByText('The middle was free.').first().waitFor()
    await theo.page.locator('.marks [data-mark="e5>c3"]').waitFor({ state: 'attached' })
    assert.equal(await rows(theo), EVENTS.length + 2, 'the match, the branch and the start')
    for (const cell of ['c3', 'c4']) await lit(theo, cell).click()
    await isAt(theo, tried + 1)
    await theo.page.reload()
    await theo.page.locator(`.moves [data-move="${tried + 1}"]`).waitFor() // what is added stays on the device
    await tab(theo, 'Share')
    await button(theo, 'Save my own copy').click()
    await theo.page.waitForURL((url) => url.pathname !== new URL(link).pathname)
    await ana.page.reload()
    await isAt(ana, tried)
    assert.equal(await rows(ana), EVENTS.length + 2, 'nobody changes the study of somebody else')
    assert.deepEqual([ana.troubles, theo.troubles], [[], []])
    await Promise.all([ana.leave(), theo.leave()])
  },
)

test('keys step, jump, play, change branches and turn the board', async () => {
  const visitor = await Visitor.arrive(browser, server.url)
  await opened(visitor, RECORD)
  const press = (key) => visitor.page.keyboard.press(key)
  await press('End')
  await isAt(visitor, EVENTS.length)
  await press('ArrowLeft')
  await isAt(visitor, EVENTS.length - 1)
  await press('Home')
  await isAt(visitor, 0)
  await press(' ')
  await isAt(visitor, 2)
  await press(' ')
  await button(visitor, 'Play').waitFor()
  await press('Home')
  for (const cell of ['e5', 'e6']) await lit(visitor, cell).click()
  await isAt(visitor, EVENTS.length + 1)
  await visitor.page.locator('h1').evaluate(() => document.activeElement.blur())
  await press('ArrowUp')
  await isAt(visitor, 1)
  await press('ArrowDown')
  await isAt(visitor, EVENTS.length + 1)
  const below = () => visitor.page.locator('.stage .mine svg').getAttribute('aria-label')
  const first = await below()
  await press('f')
  assert.notEqual(await below(), first)
  await button(visitor, 'Delete from this move on').click()
  await isAt(visitor, 0)
  assert.equal(await rows(visitor), EVENTS.length + 1)
  assert.deepEqual(visitor.troubles, [])
  await visitor.leave()
})

test('a link to a move that is not there says so, and so does one to a study that is not', async () => {
  const visitor = await Visitor.arrive(browser, server.url, { language: 'fr' })
  await opened(visitor, RECORD)
  await tab(visitor, IS_PAGE ? 'Enregistrer' : 'Partager')
  await button(visitor, `${IS_PAGE ? 'Enregistrer' : 'Partager'} cette étude`).click()
  await visitor.page.waitForURL(/\/study\/(?!here)/)
  const path = new URL(visitor.page.url()).pathname
  await visitor.go(`${path}?at=999`)
  await visitor.page.getByRole('alert').filter({ hasText: 'au coup 999, mais cette étude ne l’a pas' }).waitFor()
  await isAt(visitor, 0)
  await visitor.go('/study/nothing-here')
  await visitor.page.getByRole('alert').filter({ hasText: 'Cette étude n’existe pas' }).waitFor()
  await visitor.go('/study/here-elsewhere')
  await visitor.page.getByRole('alert').filter({ hasText: 'sur l’appareil' }).waitFor()
  await visitor.leave(/status of 404/)
})

test('what cannot be read is refused with its line, and what to do', async () => {
  const visitor = await Visitor.arrive(browser, server.url)
  const refused = (text) => visitor.page.getByRole('alert').filter({ hasText: text }).waitFor()
  const lines = (...moves) => `{"game": "xok",\n"moves": [\n${moves.map((one) => JSON.stringify(one)).join(',\n')}\n]}`
  const e5 = { parent: 0, seat: 0, text: 'e5e6' }
  await pasted(visitor, lines(e5, { parent: 7, seat: 1, text: 'c3c4' }))
  await refused(/line 4: move 2 follows move 7/)
  await pasted(visitor, lines(e5, { parent: 1, seat: 1, text: 'e5c4' }))
  await refused(/line 4, move 2 \(e5c4\)/)
  await pasted(visitor, '{"game": "xok",\n"moves": [oops')
  await refused(/line 2: this is not JSON/)
  await pasted(visitor, '[Game "xok"]\n[Seats 2]\n[Options {}]\n\nnonsense')
  await refused(/line 5/)
  await pasted(visitor, 'chess e4')
  await refused(/unknown game/)
  await visitor.leave(/status of 4(00|29)/)
})

test('a position and a file are opened; a match that goes on is not', async () => {
  const visitor = await Visitor.arrive(browser, server.url)
  await opened(visitor, 'xok 5 w e5,e6 e7,f7')
  await visitor.page.locator('.stage [data-thing^="e5"]').waitFor({ state: 'attached' })
  for (const cell of ['c3', 'c4']) await lit(visitor, cell).click()
  await isAt(visitor, 1)
  await visitor.go('/study')
  const file = { name: 'match.json', mimeType: 'application/json', buffer: Buffer.from(RECORD) }
  await visitor.page.locator('input[type=file]').setInputFiles(file)
  await isAt(visitor, 0)
  const table = await visitor.make({ game: 'xok', seats: [ME, MACHINE] })
  await visitor.go(`/study/${table}`)
  await visitor.page.getByRole('alert').filter({ hasText: 'can be seen once it is over' }).waitFor()
  await visitor.leave(/status of 403/)
})

test('my matches come first, with the animal I played, how it went and when; records from elsewhere are folded', async () => {
  const visitor = await Visitor.arrive(browser, server.url)
  const table = await visitor.open({ game: 'xok', seats: [ME, { ...MACHINE, level: 5 }] })
  await button(visitor, 'Resign').click()
  await button(visitor, 'Yes').click()
  await visitor.page.locator('.outcome').waitFor()
  await visitor.go('/study')
  const mine = visitor.page.getByRole('link', { name: /^XOK · against Suzette · lost · / })
  await mine.waitFor()
  assert.equal(await visitor.page.locator('#source').isVisible(), false)
  await mine.click()
  await visitor.page.waitForURL(`**/study/${table}`)
  await visitor.page.getByRole('heading', { name: /– Suzette$/ }).waitFor()
  assert.equal(await visitor.page.getByText('machine 5').count(), 0)
  await visitor.leave()
})

test('one seat’s knowledge hides what it did not know, on the board and among the moves', async () => {
  const visitor = await Visitor.arrive(browser, server.url)
  await opened(visitor, golden('crabs'))
  const told = visitor.page.locator('.moves [data-move="1"]')
  const open = await told.innerText()
  await visitor.page.keyboard.press('End')
  await visitor.page.getByLabel('Who is looking').selectOption('1')
  await told.filter({ hasNotText: open }).waitFor()
  await visitor.page.getByLabel('Who is looking').selectOption('all')
  await told.filter({ hasText: open }).waitFor()
  await visitor.leave()
})

test('the machine evaluates, and answers a move that is tried', async () => {
  const visitor = await Visitor.arrive(browser, server.url)
  await opened(visitor, JSON.stringify({ game: 'xok', options: { side: 4 }, moves: [] }))
  await tab(visitor, 'Machine')
  await visitor.page.getByLabel('Chances, move by move').check()
  await visitor.page.locator('.ideas button').first().waitFor()
  const chances = await visitor.page.locator('.chances meter').evaluateAll((all) => all.map((one) => one.value))
  assert.ok(Math.abs(chances[0] + chances[1] - 1) < 0.02, String(chances))
  await visitor.page.getByLabel('The machine answers my tries').check()
  await visitor.page.getByLabel('Opponent').selectOption('2')
  for (const cell of ['d4', 'd5']) await lit(visitor, cell).click()
  await isAt(visitor, 2)
  await lit(visitor, 'c3').or(lit(visitor, 'e4')).first().waitFor()
  assert.deepEqual(visitor.troubles, [])
  await visitor.leave()
})

test('a match that was pasted is judged from end to end, and kept until it is deleted; one that is not over is not', async () => {
  const ana = await Visitor.arrive(browser, server.url)
  await opened(ana, RECORD)
  await tab(ana, 'Machine')
  await button(ana, 'Analyse this match').click()
  await ana.page.waitForURL(/\/review\//)
  await ana.page.getByText('Ana beats Théo.').waitFor()
  await button(ana, 'Analyse the match').click()
  await isJudged(ana.page)
  await ana.go('/study')
  const kept = ana.page.locator('section', { hasText: 'Imported matches' })
  await kept.getByRole('link', { name: /^XOK · Ana – Théo/ }).click()
  await isAt(ana, 0)
  await tab(ana, 'Machine')
  await ana.page.getByRole('link', { name: 'Analyse this match' }).click()
  await ana.page.getByText('Ana beats Théo.').waitFor()
  const where = ana.page.url()
  await ana.go('/study')
  await kept.getByRole('button', { name: /^Delete the imported match: XOK/ }).click()
  await kept.waitFor({ state: 'detached' })
  await ana.page.goto(where)
  await ana.page.getByRole('heading', { name: 'Match not found' }).waitFor()
  await opened(ana, JSON.stringify({ game: 'xok', moves: [{ parent: 0, seat: 0, text: 'e5e6' }] }))
  await tab(ana, 'Machine')
  await button(ana, 'Analyse this match').click()
  await ana.page.getByRole('alert').getByText('The machine only analyses finished matches').waitFor()
  await ana.leave(/status of 40[04]/)
})

test('the explorer counts the matches of machines, and those that were played here', async () => {
  const visitor = await Visitor.arrive(browser, server.url)
  const table = await visitor.open({ ...SHORT.xok, seats: [ME, ME], shared: true })
  await play(visitor.page, mouse)
  await visitor.go(`/study/${table}`)
  await isAt(visitor, 0)
  await tab(visitor, 'Played before')
  const here = visitor.page.locator('table', { hasText: 'Played here (1 match)' })
  await here.locator('tbody tr').first().waitFor()
  assert.match(await here.locator('tbody tr').first().innerText(), /\b1\b.*(100|0)%/s)
  await here.locator('tbody button').first().click()
  await isAt(visitor, 1)
  await opened(visitor, JSON.stringify({ game: 'xok', moves: [] }))
  await tab(visitor, 'Played before')
  const machines = visitor.page.locator('table', { hasText: 'Strong machines' })
  await machines.locator('tbody button').first().waitFor()
  assert.ok(Number((await machines.innerText()).match(/\((\d+)/)[1]) >= 200)
  await visitor.leave()
})

test('files to take away: JSON and text that open again, an SVG, and a GIF with a picture a move', async () => {
  const visitor = await Visitor.arrive(browser, server.url)
  const short = JSON.stringify({ ...JSON.parse(RECORD), events: EVENTS.slice(0, 4) })
  await opened(visitor, short)
  await tab(visitor, IS_PAGE ? 'Save' : 'Share')
  const files = {}
  for (const kind of ['JSON', 'TXT', 'SVG', 'GIF']) {
    const [file] = await Promise.all([visitor.page.waitForEvent('download'), button(visitor, kind).click()])
    assert.match(file.suggestedFilename(), new RegExp(`\\.${kind}$`, 'i'))
    files[kind] = readFileSync(await file.path())
  }
  assert.ok(String(files.SVG).startsWith('<svg'))
  const pictures = await visitor.page.evaluate(
    async (bytes) => {
      const decoder = new globalThis.ImageDecoder({ data: Uint8Array.from(bytes), type: 'image/gif' })
      await decoder.tracks.ready
      const frames = []
      for (let i = 0; i < decoder.tracks.selectedTrack.frameCount; i++) {
        const { image } = await decoder.decode({ frameIndex: i })
        const pixels = new Uint8Array(image.allocationSize({ format: 'RGBA' }))
        await image.copyTo(pixels, { format: 'RGBA' })
        frames.push(pixels.reduce((sum, value, at) => (sum * 31 + value + at) % 1e9, 7))
      }
      return frames
    },
    [...files.GIF],
  )
  assert.equal(pictures.length, 5, 'the start and four moves')
  assert.equal(new Set(pictures).size, 5, 'each picture is another')
  for (const kind of ['JSON', 'TXT']) {
    await opened(visitor, String(files[kind]))
    assert.equal(await rows(visitor), 5, kind)
  }
  await visitor.leave()
})

test('a study stands in a frame of another site, and no other page of ours does', { skip: NO_HEADERS }, async () => {
  const visitor = await Visitor.arrive(browser, server.url)
  await opened(visitor, RECORD)
  await tab(visitor, 'Share')
  await button(visitor, 'Share this study').click()
  await visitor.page.waitForURL(/\/study\/(?!here)/)
  const path = new URL(visitor.page.url()).pathname
  const pages = [`/embed${path}?at=3`, path]
  const other = createServer((_, answer) => {
    answer.setHeader('content-type', 'text/html')
    answer.end(pages.map((one) => `<iframe src="${server.url}${one}" width="700" height="700"></iframe>`).join(''))
  })
  await new Promise((ready) => other.listen(0, '127.0.0.1', ready))
  await visitor.page.goto(`http://127.0.0.1:${other.address().port}/`)
  const [open, closed] = pages.map((_, i) => visitor.page.frameLocator(`iframe >> nth=${i}`))
  await open.locator('.moves [data-move="3"][aria-current="true"]').waitFor()
  await open.getByRole('button', { name: 'Next move' }).click()
  await open.locator('.moves [data-move="4"][aria-current="true"]').waitFor()
  assert.equal(await open.locator('header.site, nav').count(), 0, 'nothing of the site stands around it')
  assert.equal(await closed.locator('.desk').count(), 0)
  other.close()
  await visitor.leave(/frame-ancestors|localStorage/) // the frame that is refused, and the settings of tests in it
})

for (const game of Object.keys(SHORT))
  test(`${game}: on a phone board, steps and moves are seen together, and a move is tried by a finger`, async () => {
    const visitor = await Visitor.arrive(browser, server.url, { language: 'fr' }, PHONE)
    await opened(visitor, golden(game))
    const { events } = JSON.parse(golden(game))
    const steps = events.findIndex(([seat], i) => i >= 10 && seat >= 0)
    for (let step = 0; step < steps; step++) await visitor.page.getByRole('button', { name: 'Coup suivant' }).tap()
    await isAt(visitor, steps)
    await visitor.page.locator('.stage [data-lit]').first().waitFor()
    await visitor.inSight('.stage', '.row.steps', '.moves')
    const wide = await visitor.page.evaluate(() => document.documentElement.scrollWidth - screen.width)
    assert.ok(wide <= 0, `${wide} px too wide`)
    await play(visitor.page, finger, async () => (await rows(visitor)) > events.length + 1)
    assert.deepEqual(visitor.troubles, [])
    await visitor.leave()
  })
