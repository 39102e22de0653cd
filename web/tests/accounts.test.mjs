/** What goes with an account from device to device, and what people show of themselves at a table: a name and a face. */

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openBrowser } from './kit/chromium.mjs'
import { Server } from './kit/server.mjs'
import { ME, OPEN } from './kit/seats.mjs'
import { PHONE, Visitor } from './kit/visitor.mjs'

const PASSWORD = 'une longue phrase'
const server = await new Server().start() // it knows the games
const shelf = await (await fetch(`${server.url}/api/puzzles`)).json()
let browser
before(async () => (browser = await openBrowser()))
after(() => Promise.all([browser.close(), server.stop()]))

/** Make an account (0), or sign in to one (1), on the page for that. */
async function enter(visitor, name, which) {
  await visitor.go('/me')
  await visitor.page.locator('summary').nth(which).click()
  const form = visitor.page.locator('details[open] form')
  await form.locator('input').first().fill(name)
  await form.locator('input[type=password]').fill(PASSWORD)
  await Promise.all([visitor.page.waitForResponse('**/api/me/learned'), form.locator('button').click()])
}

/** A first step of a lesson, done on the board in signs, where every move has its button. */
async function learn(visitor, game) {
  const { page } = visitor
  const body = JSON.stringify({ moves: [], show: true })
  const headers = { 'content-type': 'application/json' }
  const told = await (await fetch(`${server.url}/api/lessons/${game}/1`, { method: 'POST', headers, body })).json()
  await page.goto(`${server.url}/lesson/${game}`)
  await page.locator(`.stage [data-spot="${told.tried}"][data-lit]`).first().click()
  await page.locator('.lesson .praise').waitFor()
}

/** Give up the nth puzzle of XOK: a first try that was not right. The answer is its name. */
async function giveUp(visitor, nth) {
  const { puzzle } = shelf.puzzles.filter(({ game }) => game === 'xok')[nth]
  await visitor.page.goto(`${server.url}/puzzle/${puzzle}`)
  await visitor.page.getByRole('button', { name: /^(Show the solution|Voir la solution)$/ }).click()
  await visitor.page.waitForFunction(
    (name) => name in (JSON.parse(localStorage.getItem('recif.puzzles') ?? '{}').tries ?? {}),
    puzzle,
  )
  return puzzle
}

const kept = (visitor) =>
  visitor.page.evaluate(() => ({
    tries: Object.keys(JSON.parse(localStorage.getItem('recif.puzzles') ?? '{}').tries ?? {}),
    level: JSON.parse(localStorage.getItem('recif.puzzles') ?? '{}').levels?.xok,
    done: JSON.parse(localStorage.getItem('recif.school') ?? '{}').done ?? {},
  }))
const shared = (visitor) => visitor.page.waitForResponse('**/api/me/learned')

test('what is learned on two devices of one account is known on both; a guest brings theirs along, and leaves nothing to the next', async () => {
  const [laptop, phone] = await Promise.all([
    Visitor.arrive(browser, server.url, { board: 'plain' }),
    Visitor.arrive(browser, server.url, { board: 'plain', language: 'fr' }, PHONE),
  ])
  await learn(laptop, 'xok') // as a guest
  const first = await giveUp(laptop, 0)
  await enter(laptop, 'Ana', 0)
  const [, second] = await Promise.all([shared(laptop), giveUp(laptop, 1)])

  const third = await giveUp(phone, 2) // as a guest, too
  await learn(phone, 'kroc')
  await enter(phone, 'Ana', 1)
  await phone.page.waitForFunction(() => JSON.parse(localStorage.getItem('recif.school')).done.xok)
  const there = await kept(phone)
  assert.deepEqual(there.tries.sort(), [first, second, third].sort())
  assert.deepEqual(there.done, { xok: [1], kroc: [1] })
  assert.equal(there.level.tries, 3)

  await Promise.all([shared(laptop), laptop.go('/puzzles')])
  await laptop.page.waitForFunction(() => JSON.parse(localStorage.getItem('recif.school')).done.kroc)
  assert.deepEqual(await kept(laptop), there, 'both devices know the same')
  await laptop.go('/person/Ana')
  const told = await laptop.page.locator('section', { hasText: 'Puzzles' }).innerText()
  assert.match(told, /XOK\s+\d+ ± \d+\s+1 try/, 'others are shown what the server judged: not what a guest did')
  await laptop.page.locator('section', { hasText: 'Lessons' }).getByText('1 of').first().waitFor()

  await phone.go('/me')
  await phone.page.getByRole('button', { name: 'Se déconnecter', exact: true }).tap()
  await phone.page.waitForFunction(() => !Object.keys(JSON.parse(localStorage.getItem('recif.puzzles')).tries).length)
  assert.deepEqual((await kept(phone)).done, {}, 'what is an account’s stays on a device that it has left')
  await Promise.all([laptop.leave(), phone.leave(/401|WebSocket/)])
})

test('a name and a face are changed among the settings, and the table shows them to everybody', async () => {
  const [host, other] = await Promise.all([
    Visitor.arrive(browser, server.url),
    Visitor.arrive(browser, server.url, {}, PHONE),
  ])
  await host.go('/me')
  await host.page.getByLabel('Name', { exact: true }).first().fill('Capitaine')
  const before = Number(await host.page.locator('input[name=face]:checked').getAttribute('value'))
  const face = (before % 8) + 1
  await host.page.locator(`input[name=face][value="${face}"]`).focus()
  await host.page.locator(`input[name=face][value="${face}"]`).check({ force: true })
  await host.page.getByRole('button', { name: 'Save name and face' }).click()
  await host.page.getByText('Name and face saved.').waitFor()
  const { person } = await host.page.evaluate(async () => (await fetch('/api/me')).json())
  assert.deepEqual([person.name, person.face], ['Capitaine', face])

  const table = await host.open({ game: 'xok', seats: [ME, OPEN] })
  await other.go(`/t/${table}`)
  const theirs = (face % 8) + 1 // the host's own is taken
  await other.page.locator(`.invite input[name=face][value="${theirs}"]`).check({ force: true })
  await other.page.locator('.invite input.field').fill('Moussaillon')
  await other.page.locator('.invite li .button.main').first().tap()
  for (const visitor of [host, other])
    for (const [name, shown] of Object.entries({ Capitaine: face, Moussaillon: theirs })) {
      const player = visitor.page.locator('.players li, .players > *', { hasText: name }).first()
      await player.locator(`[data-face="${shown}"]`).waitFor({ state: 'attached' })
    }
  await Promise.all([host.leave(), other.leave()])
})
