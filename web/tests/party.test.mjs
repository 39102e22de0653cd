/** A living room in which things happen: teams, phones that die, a captain who is gone, a café without guests. */

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openBrowser } from './kit/chromium.mjs'
import { finger, play } from './kit/hands.mjs'
import { cramped } from './kit/palm.mjs'
import { Room } from './kit/room.mjs'
import { Server } from './kit/server.mjs'
import { settled, until } from './kit/settled.mjs'
import { unread } from './kit/sofa.mjs'
import { between } from './kit/tables.mjs'
import { Visitor } from './kit/visitor.mjs'

const MINUTE = 61_000
const HOURS = 6 * 3_600_000
const server = await new Server().start()
let browser
before(async () => (browser = await openBrowser()))
after(() => Promise.all([browser.close(), server.stop()]))

async function open(...names) {
  const room = await Room.open(browser, server.url, { language: 'fr' })
  for (const name of names) await room.enter(name)
  await until(() => room.info.guests.length === names.length)
  return room
}

const button = (phone, name) => phone.page.getByRole('button', { name })

test('two children play two parents: each of a team decides, and the last word counts', async () => {
  const room = await open('Zoé', 'Papa', 'Max', 'Mamie')
  const [zoe, papa, max, mamie] = room.phones
  for (const [one, other] of [
    [max, zoe],
    [mamie, papa],
  ]) {
    await one.page.getByText('Jouer en équipe').tap()
    await button(one, `Avec ${other.name}`).tap()
    await room.tv.page.locator('li', { hasText: one.name }).getByText(`avec ${other.name}`).waitFor()
  }
  await room.begin('Cric Crac Kroc')
  await room.tv.page.locator('.players strong', { hasText: 'Zoé + Max' }).waitFor()
  await room.tv.page.locator('.players strong', { hasText: 'Papa + Mamie' }).waitFor()
  await until(() => max.seen(room.info.table).mine?.length)
  const seat = max.seen(room.info.table).mine[0]
  const chosen = (phone) => phone.seen(room.info.table).now.choices?.[seat]
  await play(zoe.page, finger, () => chosen(zoe))
  await until(() => chosen(max) === chosen(zoe))
  const first = chosen(zoe)
  while (chosen(max) === first) {
    await button(max, 'Changer d’avis').tap()
    await play(max.page, finger, async (steps) => steps && button(max, 'Changer d’avis').count())
  }
  const last = chosen(max)
  await until(() => chosen(zoe) === last)
  const bite = () => room.now.scene.seats[seat].bite
  await play(mamie.page, finger, bite)
  assert.equal(bite().join('+'), last)
  await room.play()
  await room.tv.page.locator('.podium .name', { hasText: 'Zoé + Max' }).waitFor()
  await room.close()
})

test('the captain’s phone dies in the middle of a match, and comes back as another one', async () => {
  const room = await open('Zoé', 'Papa', 'Max')
  const [zoe, papa, max] = room.phones
  await room.begin('Cric Crac Kroc')
  await room.play(() => room.now.events > 3)
  const { matches } = room.info
  await zoe.context.close()
  room.phones.shift()
  await until(() => !guest(room, 'Zoé').here)
  await server.letPass(MINUTE)
  await until(() => room.info.captain === guest(room, 'Papa').person.id)
  assert.deepEqual(await cramped(papa.page, '.asked'), [])
  const missing = papa.page.getByRole('alertdialog', { name: /^Plus de nouvelles de Zoé/ })
  await missing.getByRole('button', { name: 'On attend' }).tap()
  await missing.waitFor({ state: 'detached' })
  const spare = await room.enter('Un autre')
  await spare.page.getByText('J’ai changé de téléphone').tap()
  assert.deepEqual(await cramped(spare.page, '.rest'), [])
  await button(spare, 'Je suis Zoé').tap()
  await papa.page
    .getByRole('alertdialog', { name: /Je suis Zoé/i })
    .getByRole('button', { name: 'Oui' })
    .tap()
  await spare.page.locator('.desk.hand').waitFor()
  spare.name = 'Zoé'
  const before = room.now.events
  await room.play(() => room.now.events > before)
  assert.deepEqual([room.info.matches, room.info.guests.length], [matches, 3])

  const late = await room.enter('Mamie')
  await dies(room, max)
  await room.enter('Léo')
  await button(papa, 'Mamie prend sa place').tap()
  await late.page.locator('.desk.hand').waitFor()
  await dies(room, late)
  await room.enter('Ana')
  await papa.page
    .getByRole('alertdialog', { name: /^Plus de nouvelles de Mamie/ })
    .getByRole('button', { name: 'joue à sa place' })
    .tap()
  await until(() => room.tv.seen(room.info.table).info.seats.some((seat) => seat.kind === 'machine'))
  await button(papa, 'Les joueurs').tap()
  await papa.page.locator('dialog summary').tap()
  assert.deepEqual(await cramped(papa.page, 'dialog'), [])
  await button(papa, 'Pause').tap()
  await room.tv.page.locator('.outcome', { hasText: 'Pause' }).waitFor()
  assert.deepEqual(await unread(room.tv.page), [])
  for (const phone of room.seated) await phone.page.locator('.hand .look', { hasText: 'Pause' }).waitFor()
  assert.equal(await room.who('.hand .stage'), undefined, 'a pause covers what is in a hand')
  assert.deepEqual(await cramped(spare.page), [])
  await button(papa, 'On reprend').tap()
  await papa.page.locator('dialog header button').tap()
  await room.tv.page.locator('.outcome').waitFor({ state: 'detached' })
  const paused = room.now.events
  await room.play(() => room.now.events > paused)
  await button(papa, 'Les joueurs').tap()
  await button(papa, 'Arrêter').tap()
  await room.tv.page.locator('.podium').waitFor()
  await room.tv.page.getByText('Et maintenant, ').waitFor()
  await room.close()
})

const guest = (room, name) => room.info.guests.find(({ person }) => person.name === name)

/** Its battery is empty, and a minute passes. */
async function dies(room, phone) {
  await phone.context.close()
  room.phones.splice(room.phones.indexOf(phone), 1)
  await until(() => !guest(room, phone.name).here)
  await server.letPass(MINUTE)
}

test('a phone comes back by itself, a remote reaches every button, the code can be hidden and grows old', async () => {
  const room = await open('Zoé', 'Papa')
  const [zoe, papa] = room.phones
  await byArrows(room.tv.page)
  await room.tv.page.getByRole('button', { name: 'Cacher le code' }).focus()
  await room.tv.page.keyboard.press('Enter')
  await room.tv.page.locator('.code', { hasText: '····' }).waitFor()
  assert.equal(await room.tv.page.locator('.door img').count(), 0)
  await zoe.page.getByText('Les joueurs').tap()
  await button(zoe, 'Montrer le code').tap()
  await room.tv.page.locator('.code', { hasText: room.code }).waitFor()
  await zoe.page.locator('.games button', { hasText: 'Crabe' }).tap()
  await zoe.page.locator('.options > summary').tap()
  await button(zoe, '15 min').tap()
  await until(() => room.info.minutes === 15)
  assert.deepEqual(await cramped(zoe.page, '.rest'), [])
  await room.begin('XOK')
  const before = room.now.events
  await room.lock(papa, () => play(zoe.page, finger, () => room.now.events > before))
  await papa.page.locator('.hand .stage [data-lit]').first().waitFor()
  await zoe.page.reload()
  await zoe.page.getByText('Regarde l’écran').waitFor()
  assert.deepEqual(await cramped(zoe.page), []) // nothing to do but to look at the screen
  await button(zoe, 'Voir mon jeu').tap()
  assert.deepEqual(await cramped(zoe.page), [])
  assert.deepEqual(await unread(room.tv.page), []) // with clocks
  await room.tv.page.reload()
  await room.tv.page.locator('.party .stage').waitFor()

  await button(papa, 'Les joueurs').tap()
  await button(papa, 'Quitter la soirée').tap()
  await papa.page.locator('.enter').waitFor()
  await until(() => room.tv.seen(room.info.table).info.seats.some((seat) => seat.kind === 'machine'))
  assert.ok(!guest(room, 'Papa'), 'who leaves by the button is gone at once, and an animal plays on')
  await button(zoe, 'Les joueurs').tap()
  await button(zoe, 'Arrêter').tap()
  await room.tv.page.locator('.podium').waitFor()
  await server.letPass(HOURS)
  await room.later(HOURS)
  await room.tv.page.waitForFunction((old) => !document.body.textContent.includes(old), room.code)
  const late = await Visitor.arrive(browser, server.url, { language: 'fr' })
  await late.go('/hand')
  await late.page.locator('input.code').fill(room.code)
  await late.page.locator('.enter .go').click()
  await late.page.locator('.enter .trouble').waitFor()
  await late.leave(/400/)
  await room.close(/40[034]/)
})

test('with nobody there the screen shows people who play, then two animals, and how to sit down', async () => {
  const [ana, theo] = await Promise.all([1, 2].map(() => Visitor.arrive(browser, server.url, { language: 'fr' })))
  const table = await ana.make(between(2, { game: 'xok', public: true, options: { side: 4 } }))
  await theo.tell({ type: 'sit', table, seat: 1 })
  const room = await open()
  const { page } = room.tv
  await page.getByRole('button', { name: 'Ouvrir aux téléphones' }).click()
  await page.waitForFunction(() => document.querySelector('.door img')?.naturalWidth > 0)
  await room.later(46_000)
  await page.locator('.party .stage').waitFor()
  assert.ok(room.tv.seen(table).now)
  await page.locator('.cafe', { hasText: room.code }).waitFor()
  await page.waitForFunction(() => document.querySelector('.cafe img')?.naturalWidth > 0)
  await page.locator('.strip .status').waitFor()
  assert.deepEqual(await unread(page), []) // who is to move, above the way to sit down
  await theo.tell({ type: 'resign', table, seat: 1 })
  await page.locator('.party .podium').waitFor()
  assert.deepEqual(await unread(page), []) // how it ended
  await room.later(16_000)
  await page.locator('.party .podium').waitFor({ state: 'detached' })
  await page.locator('.players .face').nth(1).waitFor()
  await until(async () => {
    await room.later(4000)
    return page.locator('.strip .host').count()
  })
  assert.deepEqual(await unread(page), [])
  assert.equal(await page.locator('.lobby').count(), 0, 'another language is no guest')
  await room.enter('Zoé')
  await page.locator('.lobby', { hasText: 'Zoé' }).waitFor()
  await Promise.all([ana, theo].map((one) => one.leave()))
  await room.close()
})

/** Every button of the screen has the focus, and shows it, by arrows alone. */
async function byArrows(page) {
  await settled(page)
  const all = await page.locator('.screen button').count()
  const reached = new Set()
  for (const key of ['ArrowDown', 'ArrowUp', 'ArrowRight', 'ArrowLeft'])
    for (let times = 0; times <= all; times++) {
      await page.keyboard.press(key)
      reached.add(
        await page.evaluate(
          () => document.activeElement.matches('.screen :focus-visible') && document.activeElement.textContent,
        ),
      )
    }
  assert.equal(reached.size, all)
  assert.ok(!reached.has(false))
}
