/** The television is the table, phones are the hands: an evening of one screen and five phones, all five games. */

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openBrowser } from './kit/chromium.mjs'
import { cramped } from './kit/palm.mjs'
import { Room } from './kit/room.mjs'
import { Server } from './kit/server.mjs'
import { until } from './kit/settled.mjs'
import { unread } from './kit/sofa.mjs'

const NAMES = ['Zoé', 'Papa', 'Max', 'Mamie', 'Léo']
const OFFLINE = /ERR_INTERNET_DISCONNECTED/
const REST = 13_000 // after which the code is large again
const champions = new Set() // of the evening: they stand on its podium, also when they sit out
const TURN = '.hand .stage [data-lit]'
/** Of each game its title, short options, how many sit, and what may be in the way on the smallest phone;
 * where the other side is the goal, hands like what is far up. */
const EVENING = [
  ['kroc', 'Cric Crac Kroc', [], 5, TURN],
  ['crabs', 'Crabe', [], 2, TURN],
  ['xok', 'XOK', ['petit'], 2, TURN],
  ['urchins', 'Oursins', ['5 × 5', 'un'], 4, '[data-spot=decline]'],
  ['crocodiles', 'Crocodile', ['première partie'], 2, '[data-spot=flip]', true],
]
const server = await new Server().start()
let browser, room
before(async () => (browser = await openBrowser()))
after(() => Promise.all([browser.close(), server.stop()]))

test('five phones come by the code, each with a face of its own', async () => {
  room = await Room.open(browser, server.url, { language: 'fr' })
  await room.tv.page.getByRole('button', { name: 'Ouvrir aux téléphones' }).click()
  await room.tv.page.waitForFunction(() => document.querySelector('.door img')?.naturalWidth > 0)
  assert.deepEqual(await unread(room.tv.page), [])
  for (const name of NAMES) await room.enter(name)
  await room.tv.page.locator('li', { hasText: 'Léo' }).waitFor()
  await until(() => room.info.guests.length === NAMES.length)
  assert.equal(new Set(room.info.guests.map(({ person }) => person.face)).size, NAMES.length)
  assert.deepEqual(await unread(room.tv.page), [])
})

for (const [game, title, options, seats, tight, upward] of EVENING)
  test(`${game}: ${seats} of five phones play to the podium, one of them without its network twice`, async () => {
    const { tv } = room
    const wrong = [] // told at the end: the evening goes on
    const look = async () => wrong.push(...(await unread(tv.page)))
    await room.begin(title, options)
    assert.equal(room.seated.length, seats)
    await watch()
    await until(() => room.who(TURN))
    wrong.push(...(await cramped((await room.who(TURN)).page)))
    const [, weak] = room.seated
    for (let times = 0; times < 2; times++) await room.lose(weak)
    const before = room.now.events
    await room.play(() => room.now.events > before + 2 * seats)
    await look()
    for (const state of [tight, '.hand .confirm']) {
      await room.play(() => room.who(state))
      wrong.push(...(await cramped((await room.who(state)).page)))
    }
    await room.play(undefined, upward)
    await tv.page.locator('.podium').waitFor()
    for (const name of won()) champions.add(name)
    for (const name of champions) await tv.page.locator('.podium .name', { hasText: name }).waitFor()
    await look()
    for (const { now } of tv.heard.filter((one) => one.now)) assert.deepEqual([now.viewer, now.moves], [-1, {}])
    assert.deepEqual(await felt(weak.page), [true, true]) // it vibrates and stays awake
    await room.later(REST)
    await tv.page.locator('.lobby').waitFor()
    if (game === 'kroc') await look() // it is the same after every game
    assert.deepEqual(wrong, [])
  })

test('nobody complains after the last game', () => room.close(OFFLINE))

/** By name; a match that all of them share is nobody's. */
function won() {
  const { info, now } = room.tv.seen(room.info.table)
  const { winners } = now.result
  return winners.length < info.seats.length ? winners.map((seat) => info.seats[seat].person.name) : []
}

/** Those who have no seat guess, and cheer. */
async function watch() {
  for (const phone of room.phones.filter((one) => !room.seated.includes(one)).slice(0, 1)) {
    const [{ name }] = room.seated
    await phone.page.getByRole('group', { name: 'Qui va gagner' }).getByRole('button', { name }).tap()
    await room.tv.page.locator('.bets li', { hasText: `${phone.name} → ${name}` }).waitFor()
    await phone.page.getByRole('button', { name: 'Waouh' }).tap()
    await room.tv.page.locator('.sky', { hasText: phone.name }).waitFor()
    assert.deepEqual(await cramped(phone.page, '.rest'), [])
  }
}

/** Whether a phone has vibrated, and keeps its screen on. */
function felt(page) {
  return page.evaluate(() => [globalThis.vibrated > 0, globalThis.awake > 0])
}
