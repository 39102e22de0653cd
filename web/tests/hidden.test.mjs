/** Cards in the other hand: nowhere in the page, nowhere in its traffic, not behind the curtain. */

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openBrowser } from './kit/chromium.mjs'
import { mouse, play } from './kit/hands.mjs'
import { Server } from './kit/server.mjs'
import { until } from './kit/settled.mjs'
import { between, shortTables } from './kit/tables.mjs'
import { Visitor } from './kit/visitor.mjs'

const server = await new Server().start() // it knows the games
const SHORT = await shortTables(server.url)
let browser
before(async () => (browser = await openBrowser()))
after(() => Promise.all([browser.close(), server.stop()]))

const arrive = () => Visitor.arrive(browser, server.url)
const states = (visitor) => visitor.heard.filter((message) => message.now)
const cardsIn = (text) => text.match(/(?<!\w)(?:10|[1-9AO])[cp](?!\w)/g) ?? []

/** A message as text, but for the list of what each card of the game does. */
function asText(message) {
  return JSON.stringify(message, (key, value) => (key === 'effects' ? undefined : value))
}

/** For each version: the hand of a seat as its owner sees it, and every line its owner has ever read, by its place. */
function story(owner, seat) {
  const read = new Set() // lines of earlier rounds are told anew with backs only; what was open then was open
  return states(owner).map(({ now, log, log_from }) => {
    log.forEach((line, i) => read.add(`${log_from + i} ${line.text}`))
    return { version: now.version, hand: now.scene.seats[seat].hand ?? [], read: new Set(read) }
  })
}

/** Cards of a hand at a version that were never named where both seats could read it: nobody but the owner may know of them. */
function secrets(told, seat, version) {
  const nothing = { hand: [], read: new Set() }
  const owners = told.map((one) => one.findLast((state) => state.version <= version) ?? nothing)
  const common = new Set([...owners[0].read].filter((line) => owners[1].read.has(line)).flatMap(cardsIn))
  return owners[seat].hand.filter((card) => !common.has(card))
}

test('crabs: a hand is nowhere in what the other player or a spectator is sent or shown', async (t) => {
  const [crab, octopus, watcher] = await Promise.all([arrive(), arrive(), arrive()])
  const table = await crab.open(between(2, SHORT.crabs))
  await octopus.go(`/t/${table}`)
  await octopus.page.getByRole('button', { name: 'Sit here', exact: true }).click()
  await watcher.go(`/t/${table}`)
  await watcher.page.locator('.stage svg').first().waitFor()

  const shown = { crab: [], octopus: [], watcher: [] } // the page's spots, at a version
  const look = async (name, visitor) => {
    const version = states(visitor).at(-1).now.version
    const spots = await visitor.page.evaluate(() =>
      [...document.querySelectorAll('[data-spot], [data-thing], [data-card]')]
        .map((one) => JSON.stringify({ ...one.dataset }))
        .join(),
    )
    if (states(visitor).at(-1).now.version === version) shown[name].push({ version, spots })
  }
  const everybody = Object.entries({ crab, octopus, watcher })
  const over = () => crab.seen(table).info.status === 'over'
  const player = (visitor) =>
    play(
      visitor.page,
      mouse,
      async (step) => (step % 6 === 0 && (await Promise.all(everybody.map(([name, one]) => look(name, one)))), over()),
    )
  await Promise.all([player(crab), player(octopus)])

  const told = [story(crab, 0), story(octopus, 1)]
  let checked = 0
  for (const [name, visitor, seats] of [
    ['crab', crab, [1]],
    ['octopus', octopus, [0]],
    ['watcher', watcher, [0, 1]],
  ])
    for (const seat of seats) {
      const known = new Set() // what the onlooker has held, or may look through while pinching, is no secret any more
      for (const message of states(visitor).filter((one) => !one.now.result)) {
        const { scene, version } = message.now
        if (visitor !== watcher) scene.seats[1 - seat].hand?.forEach((card) => known.add(card))
        if (visitor !== watcher && scene.phase === 'pinch' && scene.turn === 1 - seat)
          scene.seats[seat].hand?.forEach((card) => known.add(card))
        const page = shown[name].find((one) => one.version === version)?.spots ?? ''
        for (const card of secrets(told, seat, version).filter((card) => !known.has(card))) {
          assert.ok(
            !cardsIn(asText(message)).includes(card),
            `${name} was sent ${card} of seat ${seat} at version ${version}`,
          )
          assert.ok(!cardsIn(page).includes(card), `${name} was shown ${card} of seat ${seat} at version ${version}`)
          checked++
        }
      }
    }
  assert.ok(checked > 50, `only ${checked} cards could be checked`)
  t.diagnostic(`${checked} hidden cards looked for`)
  await Promise.all([crab, octopus, watcher].map((one) => one.leave()))
})

test('crabs on one screen: behind the curtain there is no hand, in the page or in what was sent', async () => {
  const [visitor, watcher] = await Promise.all([arrive(), arrive()])
  const table = await visitor.open(SHORT.crabs)
  await watcher.go(`/t/${table}`)
  const publicly = () => watcher.seen(table).log.map((line) => line.en) // spectators know what both seats know
  let curtains = 0
  await play(visitor.page, mouse, async (step) => {
    const behind = await visitor.page.evaluate(
      () =>
        document.querySelector('.curtain') && {
          hands: document.querySelectorAll('.board [data-spot]').length,
          told: [...document.querySelectorAll('.moves .say')].map((line) => line.textContent),
        },
    )
    if (behind) {
      await until(() => publicly().length >= behind.told.length)
      assert.equal(behind.hands, 0, 'a card behind the curtain')
      assert.deepEqual(
        behind.told,
        publicly().slice(0, behind.told.length),
        'the list of moves tells what one seat knows',
      )
    }
    return step > 60
  })
  for (const { now } of states(visitor).filter((message) => message.now.curtain && message.now.viewer < 0)) {
    curtains++
    assert.deepEqual(
      now.scene.seats.map((seat) => seat.hand),
      [null, null],
    )
    assert.deepEqual([now.moves, now.packed], [{}, {}])
  }
  assert.ok(curtains > 5, `${curtains} curtains`)
  assert.equal(visitor.seen(table).now.scene.seats.filter((seat) => seat.hand).length <= 1, true, 'both hands are open')
  await Promise.all([visitor.leave(), watcher.leave()])
})

test('crabs on one screen: another language in mid-turn leaves the hand open; the turn over, the curtain falls', async () => {
  const visitor = await arrive()
  const { page } = visitor
  await visitor.open(SHORT.crabs)
  await page.locator('.curtain button').click()
  const cards = page.locator('.hand.near .held')
  await cards.first().waitFor()
  const held = await cards.evaluateAll((spots) => spots.map((spot) => spot.dataset.spot))
  await page.evaluate(() =>
    new MutationObserver(() => (globalThis.fell ||= !!document.querySelector('.curtain'))).observe(document.body, {
      childList: true,
      subtree: true,
    }),
  )

  await page.locator('header .lang').click()
  const looked = visitor.sent.filter((message) => message.type === 'look').length
  await until(
    () => visitor.heard.filter((message) => message.type === 'changed' && message.now.viewer >= 0).length >= looked,
  )
  await page.locator('.status', { hasText: 'Au tour de' }).waitFor()
  assert.equal(await page.evaluate(() => globalThis.fell), undefined, 'the curtain fell')
  assert.deepEqual(await cards.evaluateAll((spots) => spots.map((spot) => spot.dataset.spot)), held)
  assert.match(await page.locator('.moves .say').first().innerText(), /pioche/)

  await page.locator('.stage [data-spot][data-lit]').first().click()
  await page.locator('.curtain').waitFor()
  await visitor.leave()
})

test('kroc: nobody is sent a card that lies face down', async () => {
  const [host, guest] = await Promise.all([arrive(), arrive()])
  const table = await host.open(between(2, SHORT.kroc))
  await guest.go(`/t/${table}`)
  await guest.page.getByRole('button', { name: 'Sit here', exact: true }).click()
  await Promise.all([host, guest].map((one) => one.page.locator('.stage [data-lit]').first().waitFor()))
  const { now } = host.seen(table)
  const down = now.scene.piles.flatMap((pile) => pile.cards).filter((card) => card === null)
  assert.ok(down.length, 'no card lies face down')
  assert.deepEqual(guest.seen(table).now.scene.piles, now.scene.piles)
  await Promise.all([host.leave(), guest.leave()])
})
