/** The television is the table, phones are the hands: one screen, five phones, all five games. */

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openBrowser } from './kit/chromium.mjs'
import { finger, play } from './kit/hands.mjs'
import { Room, SCREEN } from './kit/room.mjs'
import { Server } from './kit/server.mjs'
import { settled, until } from './kit/settled.mjs'

const NAMES = ['Zoé', 'Papa', 'Max', 'Mamie', 'Léo']
const READ = 0.022 // of the screen's height: letters that are read from three metres
const OFFLINE = /ERR_INTERNET_DISCONNECTED/
const UHD = { viewport: { width: 3840, height: 2160 } }
const server = await new Server().start()
let browser
before(async () => (browser = await openBrowser()))
after(() => Promise.all([browser.close(), server.stop()]))
const open = (device = SCREEN) => Room.open(browser, server.url, { language: 'fr' }, device)

test('five phones play Kroc from the code to the podium, one of them without its network for a while', async () => {
  const room = await open()
  for (const name of NAMES) await room.enter(name)
  await room.tv.page.locator('li', { hasText: 'Léo' }).waitFor()
  assert.deepEqual(await small(room.tv.page), [])
  await room.begin('Cric Crac Kroc')
  assert.deepEqual(await small(room.tv.page), [])
  const max = room.phones[2]
  for (let times = 0; times < 2; times++) {
    await max.context.setOffline(true)
    await room.tv.page.locator('.players li', { hasText: 'Max' }).filter({ hasText: 'absent' }).waitFor()
    await max.context.setOffline(false)
    await max.page.locator('.stage [data-lit]').first().waitFor()
  }
  await room.play()
  await room.tv.page.locator('.podium').waitFor()
  assert.deepEqual(await small(room.tv.page, '.top, .strip'), []) // piles are as high as luck has made them
  for (const { now } of room.tv.heard.filter((one) => one.now)) assert.deepEqual([now.viewer, now.moves], [-1, {}])
  await room.tv.page.locator('.final', { hasText: 'Bien joué' }).waitFor()
  await room.captain.page.getByRole('button', { name: 'Encore une' }).waitFor()
  assert.deepEqual(await locked(max.page), [true, true]) // it vibrates and stays awake
  await room.close(OFFLINE)
})

for (const [game, title] of [
  ['crabs', 'Crabe'],
  ['xok', 'XOK'],
  ['urchins', 'Oursins'],
  ['crocodiles', 'Crocodile'],
])
  test(`${game}: two phones play, a third guesses, and the screen shows the common board only`, async () => {
    const room = await open()
    for (const name of NAMES.slice(0, 2)) await room.enter(name)
    await room.begin(title)
    const late = await room.enter('Mamie')
    await late.page.getByRole('group', { name: 'Qui va gagner' }).getByRole('button', { name: 'Papa' }).tap()
    await room.tv.page.locator('.bets li', { hasText: 'Mamie → Papa' }).waitFor()
    await late.page.getByRole('button', { name: 'Waouh' }).tap()
    await room.tv.page.locator('.sky', { hasText: 'Mamie' }).waitFor()
    const said = () => room.tv.heard.flatMap((one) => one.log ?? []).filter((line) => line.seat >= 0).length
    const enough = () => said() >= 3
    await Promise.all(room.phones.slice(0, 2).map(({ page }) => play(page, finger, enough)))
    for (const { viewport } of [SCREEN, UHD]) {
      await room.tv.page.setViewportSize(viewport)
      assert.deepEqual(await small(room.tv.page), [])
    }
    for (const { now } of room.tv.heard.filter((one) => one.now)) assert.deepEqual([now.viewer, now.moves], [-1, {}])
    await room.close()
  })

test('another phone goes on with the seat of one that died; the party goes on without its captain', async () => {
  const room = await open()
  for (const name of NAMES.slice(0, 3)) await room.enter(name)
  await byArrows(room.tv.page)
  await room.begin('Cric Crac Kroc')
  const dead = room.phones.pop()
  await dead.context.close()
  const spare = await room.enter('Un autre')
  await spare.page.getByText('J’ai changé de téléphone').tap()
  await spare.page.getByRole('button', { name: 'Je suis Max' }).tap()
  await room.captain.page.getByRole('button', { name: 'Oui' }).tap()
  await spare.page.locator('.stage [data-lit]').first().waitFor()
  const captain = room.phones.shift()
  await captain.page.getByRole('button', { name: 'Les joueurs' }).tap()
  await captain.page.getByRole('button', { name: 'Quitter la soirée' }).tap()
  await captain.page.locator('.enter').waitFor()
  const info = () => room.tv.heard.findLast((one) => one.type === 'party').info
  await until(() => info().guests.length === 2)
  const rounds = () => room.tv.heard.findLast((one) => one.now)?.now.events ?? 0
  const before = rounds()
  await Promise.all(room.phones.map(({ page }) => play(page, finger, () => rounds() > before)))
  await room.captain.page.getByRole('button', { name: 'Les joueurs' }).tap()
  await room.captain.page.getByRole('button', { name: 'Pause' }).tap()
  await room.tv.page.locator('.outcome', { hasText: 'Pause' }).waitFor()
  await room.captain.page.getByRole('button', { name: 'Arrêter' }).tap()
  await room.tv.page.locator('.podium').waitFor()
  await room.tv.page.getByText('Et maintenant, ').waitFor()
  await room.captain.page.getByText('Tu mènes la soirée').waitFor()
  await captain.leave()
  await room.close()
})

/** Every button of the screen has the focus, and shows it, by arrows alone. */
async function byArrows(page) {
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

/** Whether a phone has vibrated, and keeps its screen on. */
function locked(page) {
  return page.evaluate(() => [globalThis.vibrated > 0, globalThis.awake > 0])
}

/** Whatever is written on the screen and too small for the sofa. */
async function small(page, where = '.screen') {
  await settled(page)
  return page.evaluate(
    ({ READ, where }) => {
      const least = READ * innerHeight
      const isSeen = (one) => {
        const { width, height } = one.getBoundingClientRect()
        return width > 2 && height > 2 && getComputedStyle(one).visibility !== 'hidden' && !one.closest('.unseen')
      }
      const own = (one) => [...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim())
      const size = (one) => parseFloat(getComputedStyle(one).fontSize) * (one.getScreenCTM?.()?.d ?? 1)
      return [...document.querySelectorAll('.screen *')]
        .filter((one) => one.closest(where) && own(one) && isSeen(one) && size(one) < least - 0.5)
        .map((one) => `${one.textContent.trim().slice(0, 30)} (${size(one).toFixed(1)} of ${least.toFixed(1)})`)
    },
    { READ, where },
  )
}
