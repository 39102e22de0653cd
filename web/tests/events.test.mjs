/** Events: an evening of eight on phones and a wall, an arena, a medley, a cup, a series; every act of a director with its reason; on
 * paper, by keyboard and read aloud. */

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { findings } from './kit/axe.mjs'
import { openBrowser } from './kit/chromium.mjs'
import { decide, look, Player, players, post } from './kit/evening.mjs'
import { Server } from './kit/server.mjs'
import { settled, until } from './kit/settled.mjs'
import { DESK, PHONE, Visitor } from './kit/visitor.mjs'

const WALL = { viewport: { width: 1920, height: 1080 } }
const READ = 0.022 // of the screen's height: letters that are read from the back of a room
const LONG = 'Maximilienne-Charlotte'
const SHORT = { xok: { side: 4 }, urchins: { size: 5, quiet: 1 }, crocodiles: { setup: 'first' } }
const server = await new Server().start()
let browser
before(async () => (browser = await openBrowser()))
after(() => Promise.all([browser.close(), server.stop()]))
const arrive = (device = DESK, settings = {}) => Visitor.arrive(browser, server.url, settings, device)
const button = (visitor, name) => visitor.page.getByRole('button', { name, exact: true })
const eventOf = (visitor) => new URL(visitor.page.url()).pathname.split('/')[2]
const fits = async ({ page }) =>
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= screen.width), 'it sticks out')
const leaveAll = (people) => Promise.all(people.map((one) => one.leave()))

/** Open the page of events and make one in three clicks; `more`: what is changed besides. */
async function make(director, template, more = async () => {}) {
  await director.go('/events')
  await button(director, 'Make an event').click()
  await director.page.getByRole('button', { name: new RegExp(`^${template}`) }).click()
  await more(director.page)
  await button(director, 'Make it').click()
  await director.page.waitForURL(/\/events\/\w/)
  return eventOf(director)
}

/** An event with its settings as they are sent. */
async function plan(director, games, told) {
  const body = { name: 'Friday', games: games.map((game) => ({ game, options: SHORT[game] ?? {} })), ...told }
  const { event } = await post(director.page, '/api/events', body)
  return event
}

test('a Swiss evening of eight over three rounds: made in three clicks, on phones and a wall, run by a director', async () => {
  const director = await arrive()
  const event = await make(director, 'Swiss evening', async (page) => {
    await page.getByText('More settings').click()
    await page.getByLabel('Rounds', { exact: true }).fill('3')
    await page.getByLabel('Between rounds').selectOption('-1')
    await page.getByRole('checkbox', { name: /^wins/ }).check()
    await button(director, 'Move wins up').click()
  })
  const wall = await arrive(WALL)
  await wall.go(`/events/${event}/screen`)
  const phones = await Promise.all(Array.from({ length: 8 }, () => arrive(PHONE)))
  await Promise.all(
    phones.map(async (phone, i) => {
      await phone.go(`/events/${event}`)
      if (i === 1) await phone.page.getByLabel('Your name').fill(LONG)
      await button(phone, 'Join').tap()
      await button(phone, 'Take a break').waitFor()
    }),
  )
  await wall.page.getByRole('heading', { name: '8 people have joined' }).waitFor()
  await director.go(`/events/${event}/direct`)
  await button(director, 'Start: round 1').click()
  await Promise.all(phones.map(({ page }) => page.getByRole('link', { name: /^Your table is ready/ }).waitFor()))
  const [first] = phones
  await first.page.locator('[role=log]', { hasText: 'Your table is ready' }).waitFor({ state: 'attached' })
  await wall.page.getByRole('table', { name: 'Tables of round 1' }).getByRole('row').nth(4).waitFor()
  assert.deepEqual(await wall.page.evaluate(small, READ), [])
  assert.deepEqual(await wall.page.evaluate(covered), [])
  await wall.page.keyboard.press('Space') // this page stays
  await wall.page.keyboard.press('ArrowRight')
  await wall.page.getByRole('table', { name: 'Standings' }).first().waitFor()
  await settled(wall.page)
  assert.deepEqual(await wall.page.evaluate(small, READ), [])
  assert.deepEqual(await wall.page.evaluate(covered), [])
  await wall.page.keyboard.press('Space')

  await first.page.getByRole('link', { name: /^Your table is ready/ }).tap()
  await first.page.locator('.stage [data-spot]').first().waitFor()
  await first.page.getByRole('link', { name: 'Back to the event' }).waitFor()
  await decide(event, phones)
  await first.page.locator('.outcome').getByText('Next round: when the director says so').waitFor()
  await first.page.locator('.outcome').getByRole('link', { name: 'Back to the event' }).tap()
  await first.page.getByRole('table', { name: 'Standings' }).waitFor()
  await first.page.getByRole('heading', { name: 'My matches' }).waitFor()

  await button(director, 'Next round').click()
  await wall.page.getByText('Round 2 of 3').waitFor()
  await director.page.getByLabel('A word to everybody').fill('Pizza is here')
  await button(director, 'Say it').click()
  await Promise.all([first, wall].map(({ page }) => page.getByText('Pizza is here').waitFor()))
  await decide(event, phones)
  await first.page.getByText('Next round: when the director says so').waitFor()
  const last = (await look(director.page, event)).lines.at(-1)
  const name = (await look(director.page, event)).names[last.person].name
  await director.page.getByRole('button', { name: `Decide about ${name}` }).click()
  await director.page.getByRole('button', { name: /^Give a break/ }).click()
  await director.page.getByLabel('Reason').fill('has to catch a train')
  await director.page.locator('dialog form').getByRole('button', { name: 'Give a break' }).click()
  await director.page.locator('dialog').waitFor({ state: 'detached' })
  await button(director, 'Next round').click()
  await wall.page.getByText('Round 3 of 3').waitFor()
  await first.page.getByText('What happened').tap()
  await first.page.getByText('has to catch a train').first().waitFor()
  await decide(event, phones)

  await Promise.all(phones.map(({ page }) => page.getByRole('heading', { name: 'Final standings' }).waitFor()))
  await Promise.all([first, wall].map(({ page }) => page.getByText('Well played!').waitFor()))
  await Promise.all(phones.map(fits))
  assert.deepEqual(await wall.page.evaluate(small, READ), [])
  await first.page.getByText('Print, take away, check').tap()
  const files = await first.page.getByRole('link', { name: /^(The whole event|CSV|TRF)$/ }).all()
  assert.equal(files.length, 3)
  for (const file of files) {
    const path = await file.getAttribute('href')
    const status = await first.page.evaluate(async (path) => (await fetch(path)).status, path)
    assert.equal(status, 200, path)
  }
  const { tie_breaks: ties } = await look(first.page, event)
  assert.deepEqual(ties.map(({ name }) => name).slice(2, 5), ['sonneborn-berger', 'wins', 'direct'])
  await first.go('/events')
  await first.page.getByText(/^Won by .*, ahead of .* and /).waitFor()
  await leaveAll([director, wall, ...phones])
})

test('an arena of eleven at tables of four: paired again and again, until its time is over', async () => {
  const director = await arrive()
  const event = await make(director, 'Arena', async (page) => {
    await page.getByLabel(/^Game/).selectOption('kroc')
    await page.getByText('More settings').click()
    await page.getByLabel('People per table').selectOption('4')
  })
  const people = await players(browser, server.url, event, 11)
  await director.page.getByRole('heading', { name: '11 people have joined' }).waitFor()
  await Promise.all(people.map((one, i) => one.play(event, 7 + i)))
  await director.go(`/events/${event}/direct`)
  await button(director, 'Start: round 1').click()
  await director.page
    .getByRole('table', { name: /Tables/ })
    .getByRole('row')
    .nth(3)
    .waitFor()
  await until(async () => (await look(director.page, event)).rounds > 1)
  await director.go(`/events/${event}`)
  await director.page.getByRole('heading', { name: /^Tables now/ }).waitFor()
  await server.letPass(46 * 60_000)
  await director.page.getByRole('heading', { name: 'Final standings' }).waitFor()
  const rows = director.page.getByRole('table', { name: 'Standings' }).locator('tbody tr')
  assert.equal(await rows.count(), 11)
  await leaveAll([director, ...people])
})

test('a medley over five games goes on by itself, a game a round', async () => {
  const director = await arrive(PHONE)
  const games = ['kroc', 'crabs', 'xok', 'urchins', 'crocodiles']
  const event = await plan(director, games, { form: 'tables', seats: 4, rounds: 5, pause: 0 })
  const people = await players(browser, server.url, event, 4)
  await Promise.all(people.map((one, i) => one.play(event, 11 + i)))
  await director.go(`/events/${event}`)
  await post(director.page, `/api/events/${event}/acts`, { act: 'pairround' })
  await director.page.getByRole('heading', { name: 'Final standings' }).waitFor()
  for (const [round, title] of ['Crocodile', 'Oursins|Urchins', 'XOK', 'Crab', 'Kroc'].entries()) {
    const heading = director.page.getByRole('heading', { name: new RegExp(`^Round ${5 - round} of 5 · .*(${title})`) })
    await heading.waitFor()
    if (round < 4) await director.page.getByRole('button', { name: `Round ${4 - round}` }).tap()
  }
  await leaveAll([director, ...people])
})

test('a cup: who wins goes on, and a table says who has won it', async () => {
  const director = await arrive()
  const event = await plan(director, ['xok'], { form: 'knock-out', pause: 0, has_consolation: true })
  const people = await players(browser, server.url, event, 4)
  await director.go(`/events/${event}/direct`)
  await button(director, 'Start: round 1').click()
  await Promise.all(people.map((one, i) => one.play(event, 3 + i)))
  await director.go(`/events/${event}`)
  await director.page.getByRole('heading', { name: 'Final standings' }).waitFor()
  const first = director.page.locator('.winners li.first')
  const { lines, names } = await look(director.page, event)
  assert.equal(await first.locator('strong').innerText(), names[lines[0].person].name)
  await leaveAll([director, ...people])
})

test('a Swiss over two games that comes every week, of whose events the best count; a cup at tables of four; a second director', async () => {
  const director = await arrive(PHONE)
  const soon = await director.page.evaluate(local, (await director.ask('GET', '/api/events')).now + 3_600_000)
  const swiss = await make(director, 'Swiss evening', async (page) => {
    await page.getByLabel('Start', { exact: true }).fill(soon)
    await page.getByLabel('Repeats').selectOption('1')
    await page.getByLabel('Events that count for the season').selectOption('3')
    await page.getByText('More settings').tap()
    const ticked = page.getByRole('group', { name: 'Games' }).getByRole('checkbox', { checked: true })
    assert.equal(await ticked.count(), 1)
    await page.getByRole('checkbox', { name: 'XOK' }).check()
    await page.getByRole('checkbox', { name: /^(Oursins|Urchins)$/ }).check()
    await page.getByRole('checkbox', { name: 'Draw lots for the game of each round' }).check()
    await settled(page)
    assert.deepEqual(await findings(page), [])
  })
  const told = (await look(director.page, swiss)).plan
  assert.ok(told.games.length >= 2 && told.is_drawn, JSON.stringify(told))
  assert.deepEqual([told.weeks, told.best], [1, 3])

  const cup = await make(director, 'Cup', async (page) => {
    await page.getByText('More settings').tap()
    await page.getByText('A second cup for those who lose early').waitFor()
    await page.getByLabel('People per table').selectOption('4')
    await page.getByText('A second cup for those who lose early').waitFor({ state: 'detached' })
  })
  const { plan: larger } = await look(director.page, cup)
  assert.deepEqual([larger.form, larger.seats, larger.has_consolation ?? false], ['knock-out', 4, false])

  const [other] = await players(browser, server.url, cup, 1)
  await director.go(`/events/${cup}/direct`)
  await director.page.getByRole('button', { name: 'Decide about Player A' }).tap()
  const dialog = director.page.getByRole('dialog')
  await dialog.getByRole('button', { name: /^Make a director too/ }).tap()
  await dialog.getByLabel('Reason').fill('knows the rules better')
  await dialog.locator('form').getByRole('button', { name: 'Make a director too' }).tap()
  await dialog.waitFor({ state: 'detached' })
  assert.ok((await look(other.page, cup)).me.director)
  await leaveAll([director, other])
})

test('pairings and standings by keyboard and read aloud: tables with headers, ties explained, nothing by colour alone', async () => {
  const director = await arrive()
  const event = await plan(director, ['xok'], { form: 'swiss', rounds: 2, pause: -1 })
  const people = await players(browser, server.url, event, 3)
  await director.go(`/events/${event}/direct`)
  await button(director, 'Next round').or(button(director, 'Start: round 1')).press('Enter')
  await until(async () => (await look(director.page, event)).rounds === 1)
  await decide(event, people)
  await director.go(`/events/${event}`)
  const { page } = director
  const pairings = page.getByRole('table', { name: 'Tables of round 1' })
  await pairings.getByRole('row', { name: /1 point without playing/ }).waitFor()
  await pairings.getByRole('cell', { name: /1st/ }).waitFor()
  assert.deepEqual(await pairings.getByRole('columnheader').allInnerTexts(), ['Table', 'Who plays', 'State'])
  assert.equal(await pairings.getByRole('rowheader').count(), 2)
  const standings = page.getByRole('table', { name: 'Standings' })
  assert.equal(await standings.getByRole('rowheader').count(), 3)
  const heads = await standings.getByRole('columnheader').allInnerTexts()
  assert.deepEqual(heads.slice(0, 4), ['Place', 'Name', 'Points', 'Buchholz cut 1'])
  const why = standings.getByRole('button', { name: /points?\. Why this place/ }).first()
  await reach(page, why)
  await page.keyboard.press('Enter')
  const told = page.getByRole('dialog')
  await told.getByText('stronger opponents put you ahead').waitFor()
  await page.keyboard.press('Escape')
  await told.waitFor({ state: 'detached' })
  await page.waitForFunction(() => document.activeElement?.textContent.trim() === '1')
  for (const path of ['', '/direct', '/screen', '/../../events?new'])
    for (const [language, theme] of [
      ['en', 'light'],
      ['fr', 'dark'],
    ]) {
      const visitor = await looker(director, `/events/${event}${path}`, language, theme)
      assert.deepEqual(await findings(visitor.page), [], `${path} ${language} ${theme}`)
    }
  await leaveAll([director, ...people])
})

test('a director decides, on a phone, and everybody reads what and why, on a screen and on paper', async () => {
  const director = await arrive(PHONE)
  const event = await plan(director, ['xok'], { form: 'swiss', rounds: 3, pause: -1 })
  const people = await players(browser, server.url, event, 4)
  const late = await Player.come(browser, server.url, 'Lola')
  await post(late.page, '/api/account', { name: 'Lola', password: 'a sentence that is long enough' })
  const reader = await arrive(DESK, { theme: 'dark' })
  await reader.go(`/events/${event}`)
  await reader.page.getByText('What happened').click()
  const { page } = director
  const told = []
  /** Choose an act about somebody or a board, say why, and see it done. */
  const act = async (about, title, why, more = async () => {}) => {
    await page.getByRole('button', { name: about, exact: true }).tap()
    const dialog = page.getByRole('dialog')
    if (about !== title) await dialog.getByRole('button', { name: new RegExp(`^${title}`) }).tap()
    await more(dialog)
    await dialog.getByLabel('Reason').fill(why)
    if (!told.length) assert.deepEqual(await findings(page), [])
    await dialog.locator('form').getByRole('button', { name: title, exact: true }).tap()
    await dialog.waitFor({ state: 'detached' })
    told.push(why)
  }
  const boards = async () => (await look(page, event)).round.boards
  const about = (board) => `Decide about table ${board}`

  await director.go(`/events/${event}/direct`)
  await button(director, 'Start: round 1').tap()
  await until(async () => (await look(page, event)).round?.boards.every(({ table }) => table))
  const [first, second] = (await boards()).map((one) => one.people)
  const nameOf = (id) => people.find((one) => one.id === id).name
  await act(`Decide about ${nameOf(first[0])}`, 'Swap two people', 'two sisters sat together', (dialog) =>
    dialog.getByLabel('With whom?').selectOption(second[0]),
  )
  assert.ok((await boards())[1].people.includes(first[0]))
  await act(about(1), 'Forfeit', 'nobody was there')
  await act(about(1), 'Play the match again', 'she was next door')
  await until(async () => (await boards()).every(({ state, table }) => state === 'playing' && table))
  await decide(event, people)
  await until(async () => (await boards()).every(({ state }) => state === 'over'))
  const [before] = (await boards())[0].places
  await act(about(1), 'Correct the result', 'written down the wrong way', async (dialog) => {
    for (const [seat, place] of [3 - before, before].entries())
      await dialog.getByRole('combobox').nth(seat).selectOption(String(place))
  })
  assert.equal((await boards())[0].places[0], 3 - before)
  await act('Hold', 'Hold', 'the cake is here')
  await reader.page.getByText('On hold: the next round waits.').waitFor()
  await act('Resume', 'Resume', 'no cake is left')
  await page.getByLabel('Add somebody').fill('Lola')
  await button(director, 'Add').tap()
  await page.getByText('Lola is in.').waitFor()
  await act('Decide about Player B', 'Give a bye', 'walks the dog')
  await button(director, 'Next round').tap()
  await reader.page.getByRole('row', { name: /Player B.*1 point without playing/ }).waitFor()
  await page.getByLabel('A word to everybody').fill('Pizza at nine')
  await button(director, 'Say it').tap()
  await reader.page.getByText('Pizza at nine').first().waitFor()
  await until(async () => (await boards()).every(({ table }) => table))
  await act(about(1), 'Cancel the match', 'the lights went out')
  await act('Decide about Player C', 'Give a break', 'has to phone home')
  await act('Decide about Player D', 'Remove', 'fell asleep')
  await act('Number of rounds', 'Number of rounds', 'we began early', (dialog) => dialog.getByLabel('Rounds').fill('4'))
  await settled(page)
  await fits(director)
  await act('End early', 'End early', 'the last bus')

  await reader.page.getByRole('heading', { name: 'Final standings' }).waitFor()
  for (const why of told) await reader.page.locator('details ol').getByText(why).waitFor()
  await onPaper(reader.page)
  await leaveAll([director, reader, late, ...people])
})

/** Black on white, and nothing on it that one can only click. */
async function onPaper(page) {
  await page.emulateMedia({ media: 'print' })
  await page.getByRole('table', { name: 'Standings' }).waitFor()
  const isSeen = (one) => one.isVisible()
  const clicked = [page.locator('.site'), page.locator('summary'), page.locator('.evening .button')]
  for (const some of clicked) for (const one of await some.all()) assert.equal(await isSeen(one), false)
  const [paper, ink] = await page.evaluate(() => {
    const light = (text) =>
      text
        .match(/[\d.]+/g)
        .slice(0, 3)
        .map(Number)
    const panel = document.querySelector('table').closest('.panel')
    return [light(getComputedStyle(panel).backgroundColor), light(getComputedStyle(panel).color)]
  })
  assert.ok(Math.min(...paper) === 255 && Math.max(...ink) < 100, `${ink} on ${paper}`)
  await page.emulateMedia({ media: 'screen' })
}

test('an event that comes again: a countdown in the lobby, a start by itself, the next one announced, a season', async () => {
  const director = await arrive(PHONE)
  const { now } = await director.ask('GET', '/api/events')
  const told = { form: 'swiss', rounds: 1, begins: now + 10 * 60_000, weeks: 1, zone: 'Europe/Paris' }
  const event = await plan(director, ['xok'], told)
  const people = await players(browser, server.url, event, 2)
  await director.go(`/events/${event}`)
  const { page } = director
  const timer = page.getByRole('timer')
  await timer.getByText(/^Starts in \d:\d\d$/).waitFor()
  const first = await timer.innerText()
  await page.waitForFunction((first) => document.querySelector('[role=timer]').innerText !== first, first)
  await server.letPass(10 * 60_000)
  await page.getByRole('heading', { name: /^Round 1 of 1/ }).waitFor()
  await decide(event, people)
  const next = page.getByRole('link', { name: /^Next: / })
  assert.notEqual(await next.getAttribute('href'), `/events/${event}`)
  const season = page.getByRole('table', { name: 'From 1 event' })
  await season.getByRole('row').nth(2).waitFor()
  assert.equal(await season.getByRole('rowheader').count(), 2)
  await settled(page)
  assert.deepEqual(await findings(page), [])
  await next.tap()
  await page.getByText(/^Starts /).waitFor()
  await leaveAll([director, ...people])
})

test('two people: half of one’s time is wagered in an arena, and an appointment is made in a round-robin by days', async () => {
  const phone = await arrive(PHONE)
  const { page } = phone
  const { person } = await phone.ask('GET', '/api/me')
  const arena = await plan(phone, ['xok'], { form: 'arena', has_wagers: true })
  const [other] = await players(browser, server.url, arena, 1)
  await post(page, `/api/events/${arena}/acts`, { act: 'join' })
  await post(page, `/api/events/${arena}/acts`, { act: 'pairround' })
  await phone.go(`/events/${arena}`)
  await button(phone, 'Wager half my time').tap()
  await page.getByText('You play with half your time: a win gives you one point more.').waitFor()

  const league = await plan(phone, ['xok'], { form: 'round-robin', days: 7 })
  await other.join(league)
  await post(page, `/api/events/${league}/acts`, { act: 'join' })
  await post(page, `/api/events/${league}/acts`, { act: 'pairround' })
  await phone.go(`/events/${league}`)
  const { round, board } = (await look(page, league)).me.matchups[0]
  const { now } = await phone.ask('GET', '/api/events')
  const [first, second] = [2, 3].map((days) => 60_000 * Math.round(now / 60_000 + days * 24 * 60))
  await other.act(league, { act: 'proposetimes', round, board, times: [first] })
  await page.getByLabel('Another time').fill(await page.evaluate(local, second))
  await button(phone, 'Suggest').tap()
  await page.getByRole('button', { name: /^Withdraw / }).waitFor()
  await page.getByRole('button', { name: /^Agree to / }).tap()
  await page.getByText(/^Appointment: /).waitFor()
  const { me } = await look(page, league)
  assert.equal(me.matchups[0].appointment, first)
  assert.deepEqual(me.matchups[0].times[person.id], [first, second])
  await settled(page)
  assert.deepEqual(await findings(page), [])
  await other.act(league, { act: 'come', round, board })
  await page.getByText('Player A is here, waiting for you.').waitFor()
  await button(phone, 'I’m here').tap()
  await page.getByRole('link', { name: /^Your table is ready/ }).waitFor()
  await leaveAll([phone, other])
})

/** In the page: an instant as a field for dates writes it. */
function local(at) {
  const zone = new Date(at).getTimezoneOffset() * 60_000
  return new Date(at - zone).toISOString().slice(0, 16)
}

/** The same person with other settings. */
async function looker(visitor, path, language, theme) {
  await visitor.page.evaluate(
    (now) => {
      const kept = JSON.parse(localStorage.getItem('recif.settings'))
      localStorage.setItem('recif.settings', JSON.stringify({ ...kept, ...now }))
    },
    { language, theme },
  )
  await visitor.go(path)
  await visitor.page.locator('main h1').waitFor()
  await settled(visitor.page)
  return visitor
}

/** By Tab alone. */
async function reach(page, target) {
  for (let tabs = 0; !(await target.evaluate((one) => one === document.activeElement)); tabs++) {
    assert.ok(tabs < 60, 'Tab does not lead there')
    await page.keyboard.press('Tab')
  }
}

/** In the page: words of the wall that cannot be read from afar. */
function small(READ) {
  return [...document.querySelectorAll('.wall .body *, .wall header *')]
    .filter((one) => [...one.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim()))
    .filter((one) => one.checkVisibility() && !one.closest('.unseen'))
    .filter((one) => parseFloat(getComputedStyle(one).fontSize) < READ * innerHeight)
    .map((one) => `${getComputedStyle(one).fontSize} ${one.textContent.trim()}`)
}

/** In the page: what sticks out of the wall, is cut off by it, or stands in the next column. */
function covered() {
  const body = document.querySelector('.wall .body')
  const ends = [...body.querySelectorAll('.columns table')].map((one) => one.getBoundingClientRect())
  const wide = [...body.querySelectorAll('[data-fits]')].filter((one) => one.scrollWidth > one.clientWidth + 1)
  if (wide.length) return wide.map((one) => one.textContent)
  if (ends.some(({ right }, i) => ends[i + 1]?.left < right)) return ['columns']
  return body.scrollHeight > body.clientHeight + 1 ? [`${body.scrollHeight} > ${body.clientHeight}`] : []
}
