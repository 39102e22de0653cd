/** A rated match between two accounts to its end, and what the profile and the leaders tell of it; by keys, on a phone, to axe. */

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { findings } from './kit/axe.mjs'
import { openBrowser } from './kit/chromium.mjs'
import { mouse, play } from './kit/hands.mjs'
import { Server } from './kit/server.mjs'
import { settled } from './kit/settled.mjs'
import { ME, OPEN } from './kit/seats.mjs'
import { PHONE, Visitor } from './kit/visitor.mjs'

const PASSWORD = 'une longue phrase'
const QUICK = { kind: 'increment', start: 300_000, bonus: 5_000 }

const server = await new Server().start() // it knows the games
let browser
before(async () => (browser = await openBrowser()))
after(() => Promise.all([browser.close(), server.stop()]))

const button = (visitor, name) => visitor.page.getByRole('button', { name, exact: true })

/** Somebody with an account, made on the page for that. */
async function arrive(name, settings = {}, device = undefined) {
  const visitor = await Visitor.arrive(browser, server.url, settings, device)
  await register(visitor, name)
  return visitor
}

async function register(visitor, name) {
  await visitor.go('/me')
  await visitor.page.locator('summary').first().click()
  const form = visitor.page.locator('details form').first()
  await form.locator('input').first().fill(name)
  await form.locator('input[type=password]').fill(PASSWORD)
  await form.locator('button').click()
  await visitor.page.locator(`a[href="/person/${name}"]`).waitFor()
}

/** A match of which the first person wins points by the other's giving up, once both have moved. */
async function won(host, other) {
  const table = await host.open({ game: 'xok', seats: [ME, OPEN], pace: QUICK, rated: true })
  await other.go(`/t/${table}`)
  await other.page.locator('.invite li .button.main').click()
  for (const [seat, visitor] of [host, other].entries())
    await play(visitor.page, mouse, () => (visitor.seen(table).log ?? []).length > seat)
  const menu = other.page.getByRole('button', { name: 'Menu' }) // of a phone
  if (await menu.count()) await menu.click()
  await other.page.getByRole('button', { name: /^(Resign|Abandonner)$/ }).click()
  await other.page.getByRole('button', { name: /^(Yes|Oui)$/ }).click()
  await Promise.all([host, other].map((one) => one.page.locator('.outcome .ratings').waitFor()))
  return table
}

async function tooWide({ page }) {
  await settled(page)
  return page.evaluate(() => document.documentElement.scrollWidth - screen.width)
}

test('two accounts play a rated match to its end; both see what it brought, and so does everybody else', async () => {
  const [host, guest] = await Promise.all([arrive('Ana'), Visitor.arrive(browser, server.url)])
  await host.go('/new/crocodiles?with=friends')
  const box = host.page.getByRole('checkbox', { name: 'Rated match' })
  await box.focus()
  await host.page.keyboard.press('Space')
  assert.equal(await button(host, 'No clock').isDisabled(), true)
  assert.equal(await button(host, '15 min + 10 s').getAttribute('aria-pressed'), 'true')
  await button(host, '5 min + 5 s').click()
  await button(host, 'Open the table').click()
  await host.page.waitForURL(/\/t\//)
  const path = new URL(host.page.url()).pathname
  assert.equal(await button(host, 'Fill with a machine').count(), 0)

  await guest.go(path)
  await guest.page.getByText('to play, you need an account').waitFor()
  assert.equal(await button(guest, 'Sit here').count(), 0, 'a guest is offered a seat at a rated table')
  await register(guest, 'Theo')
  await guest.go(path)
  await guest.page.getByText('Rated match (quick)').waitFor()
  await guest.page.locator('.invite').getByText('1500?').waitFor()
  await button(guest, 'Sit here').click()
  await Promise.all([host, guest].map((one) => one.page.locator('.players').getByText('1500?').nth(1).waitFor()))
  assert.equal(await button(host, 'Undo the move').count(), 0)

  await Promise.all([play(host.page, mouse), play(guest.page, mouse)])
  const table = path.split('/').at(-1)
  const { winners } = host.seen(table).now.result
  // two newcomers at one address: what they win from each other weighs little
  const points = winners.length === 2 ? [0, 0] : winners[0] === 0 ? [2, -2] : [-2, 2]
  const told = points.map((gained) => `${1500 + gained}? (${gained > 0 ? '+' : gained ? '−' : ''}${Math.abs(gained)})`)
  for (const visitor of [host, guest]) {
    await visitor.page.locator('.outcome .ratings').waitFor()
    const line = await visitor.page.locator('.outcome .ratings').innerText()
    for (const [seat, name] of ['Ana', 'Theo'].entries())
      assert.match(line.replace(/\s+/g, ' '), new RegExp(`${name} ${told[seat].replace(/[?()+]/g, '\\$&')}`))
  }

  const stranger = await Visitor.arrive(browser, server.url)
  await stranger.go('/leaders/crocodiles?speed=quick')
  const listed = stranger.page.locator('.panel:has(h2)').locator('tbody tr')
  await listed.first().waitFor()
  assert.equal(await listed.count(), 2)
  await stranger.page.getByRole('link', { name: 'Create an account or sign in' }).waitFor()
  const first = await listed.first().innerText()
  const best = winners.length === 1 ? ['Ana', 'Theo'][winners[0]] : /Ana|Theo/.exec(first)[0]
  assert.match(first, new RegExp(`${best}[\\s\\S]*${1500 + Math.max(...points)} ± \\d+`))
  await stranger.page.getByRole('link', { name: best }).click()
  await stranger.page.getByRole('heading', { name: best }).waitFor()
  await stranger.page.getByText('Crocodile Pool Party · quick').waitFor()
  await stranger.page.getByRole('img', { name: /1 match/ }).waitFor()
  const result = stranger.page.locator('tr', { hasText: 'Against people' }).locator('td')
  assert.deepEqual(await result.allInnerTexts(), winners.length === 2 ? ['0', '1', '0'] : ['1', '0', '0'])
  assert.equal(await stranger.page.getByText('Download my data').count(), 0)
  await Promise.all([host, guest, stranger].map((one) => one.leave()))
})

/** Three people who wait for each other: whoever is asked plays, until somebody has won. */
async function playedOut(visitors, table) {
  const isOver = () => visitors.every((one) => one.seen(table).info?.status === 'over')
  while (!isOver())
    for (const visitor of visitors) {
      const had = visitor.seen(table).log.length
      const isIdle = async () => !(await visitor.page.locator('.stage [data-lit]').count())
      await play(visitor.page, mouse, async () => visitor.seen(table).log.length > had || (await isIdle()))
    }
}

test('three accounts play a rated match: who won gains most, somebody loses, and each has a standing of three or more', async () => {
  const names = ['Eva', 'Gus', 'Ida']
  const visitors = []
  for (const name of names) visitors.push(await arrive(name))
  const [host, ...others] = visitors
  const table = await host.open({ game: 'kroc', seats: [ME, OPEN, OPEN], pace: QUICK, rated: true })
  for (const other of others) {
    await other.go(`/t/${table}`)
    await other.page.locator('.invite li .button.main').first().click()
  }
  await playedOut(visitors, table)
  await Promise.all(visitors.map((one) => one.page.locator('.outcome .ratings').waitFor()))
  const { winners } = host.seen(table).info.result
  const lines = (await host.page.locator('.outcome .ratings').innerText()).replace(/\s+/g, ' ')
  const points = names.map((name) =>
    Number(new RegExp(`${name} [^(]*\\(([+−]?\\d+)\\)`).exec(lines)[1].replace('−', '-')),
  )
  const best = Math.max(...points)
  if (winners.length < names.length) {
    for (const seat of winners) assert.ok(points[seat] > 0 && points[seat] === best, `who won gains most: ${lines}`)
    assert.ok(Math.min(...points) < 0, `somebody loses: ${lines}`)
  }
  await host.go('/leaders/kroc?speed=several')
  for (const [seat, name] of names.entries()) {
    const row = host.page.locator('tr', { hasText: name })
    await row.waitFor()
    assert.match(await row.innerText(), new RegExp(`${1500 + points[seat]} ± \\d+`))
  }
  await host.go(`/person/${names[winners[0]]}`)
  await host.page.getByText('Cric Crac Kroc · three or more').waitFor()
  await Promise.all(visitors.map((one) => one.leave()))
})

test('leaders and a profile are read by keys and on a phone, in French too, and axe finds nothing', async () => {
  const [desk, phone] = await Promise.all([arrive('Zoe'), arrive('Lou', { language: 'fr' }, PHONE)])
  for (let match = 0; match < 2; match++) await won(desk, phone)
  await desk.go('/leaders/xok?speed=slow')
  await desk.page.getByText('No rated player yet.').waitFor()
  const tab = desk.page.getByRole('link', { name: 'quick', exact: true })
  await tab.focus()
  await desk.page.keyboard.press('Enter')
  await desk.page.getByRole('link', { name: 'Zoe', exact: true }).waitFor()
  assert.equal(await tab.getAttribute('aria-current'), 'page')
  assert.equal(await desk.page.locator('tr.machine').count(), 8)
  assert.deepEqual(await findings(desk.page), [])

  await desk.page.evaluate(async () => {
    const { puzzles } = await (await fetch('/api/puzzles')).json()
    const headers = { 'content-type': 'application/json' }
    const post = (path, told) => fetch(path, { method: 'POST', headers, body: JSON.stringify(told) })
    for (const { puzzle } of puzzles.filter(({ game }) => game === 'xok').slice(0, 3))
      await post(`/api/puzzles/${puzzle}/solution`, { found: 0 }) // the server judged it: not solved
    await post('/api/me/learned', { lessons: { kroc: [1, 2] } })
  })
  await desk.go('/me')
  await desk.page.getByRole('link', { name: 'My profile' }).focus()
  await desk.page.keyboard.press('Enter')
  await desk.page.getByRole('img', { name: /from \d+ to \d+ in 2 matches/ }).waitFor()
  await desk.page.getByRole('link', { name: 'Download my data' }).waitFor()
  assert.match(
    await desk.page.locator('section', { hasText: 'Puzzles' }).innerText(),
    /XOK\s+\d+ ± \d+\s+3 tries[^]*0\s+now/,
  )
  const matches = desk.page.getByRole('region', { name: 'Latest matches' }).locator('li', { hasText: 'XOK' })
  assert.equal(await matches.getByRole('link', { name: 'Review' }).count(), 2)
  assert.match(await desk.page.locator('section', { hasText: 'Lessons' }).innerText(), /Kroc\s+2 of \d+ steps/)
  assert.deepEqual(await findings(desk.page), [])

  await phone.go('/leaders/xok?speed=quick')
  await phone.page.getByRole('link', { name: 'Lou', exact: true }).waitFor()
  assert.ok((await tooWide(phone)) <= 0, 'leaders are too wide for a phone')
  assert.deepEqual(await findings(phone.page), [])
  await phone.page.getByRole('link', { name: 'Lou', exact: true }).tap()
  await phone.page.getByText('Contre des personnes', { exact: true }).waitFor()
  assert.ok((await tooWide(phone)) <= 0, 'a profile is too wide for a phone')
  assert.deepEqual(await findings(phone.page), [])
  await Promise.all([desk.leave(), phone.leave()])
})

test('a name that no account has, and a table beyond what counts in a day, say what to do', async () => {
  const [host, other] = await Promise.all([arrive('Mia'), arrive('Noe')])
  for (let match = 0; match < 6; match++) await won(host, other)
  const table = await host.make({ game: 'xok', seats: [ME, OPEN], pace: QUICK, rated: true })
  await other.go(`/t/${table}`)
  await button(other, 'Sit here').click()
  await other.page.getByRole('alert').getByText('six rated matches').waitFor()
  await other.go('/person/nobody-at-all')
  await other.page.getByRole('heading', { name: 'No account has that name.' }).waitFor()
  await Promise.all([host.leave(), other.leave(/404/)])
})
