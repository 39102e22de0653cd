/** Matches that go on for days, in one browser each for Ana and Théo: the server's clock is moved, nobody waits. */

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openBrowser } from './kit/chromium.mjs'
import { finger, play } from './kit/hands.mjs'
import { Server } from './kit/server.mjs'
import { settled, until } from './kit/settled.mjs'
import { between } from './kit/tables.mjs'
import { DESK, PHONE, Visitor } from './kit/visitor.mjs'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const days = (n) => ({ kind: 'days', start: n * DAY })
const server = await new Server().start()
let browser
before(async () => (browser = await openBrowser()))
after(() => Promise.all([browser.close(), server.stop()]))

/** In the page, before its own scripts: what stands on the app's icon. */
function wearBadge() {
  globalThis.badge = 0
  Object.assign(Navigator.prototype, {
    setAppBadge: async (n) => void (globalThis.badge = n),
    clearAppBadge: async () => void (globalThis.badge = 0),
  })
}

/** Two who play with each other: Ana at a desk, Théo with a phone. */
async function pair() {
  const [ana, theo] = await Promise.all([
    Visitor.arrive(browser, server.url, {}, { ...DESK, timezoneId: 'Europe/London' }),
    Visitor.arrive(browser, server.url, { language: 'fr' }, { ...PHONE, timezoneId: 'Europe/Paris' }),
  ])
  await Promise.all([ana.context.addInitScript(wearBadge), named(ana, 'Ana'), named(theo, 'Théo')])
  return [ana, theo]
}

const named = (visitor, name) =>
  visitor.page.evaluate(
    (name) =>
      fetch('/api/me', {
        method: 'PATCH',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ name }),
      }),
    name,
  )

/** A table of Ana's at which Théo has sat down; it is her turn. */
async function begun(ana, theo, wish = {}) {
  const table = await ana.make(between(2, { game: 'xok', ...wish }))
  await theo.tell({ type: 'sit', table, seat: 1 })
  return table
}

const button = (visitor, name) => visitor.page.getByRole('button', { name, exact: true })
const titled = (visitor, start) => visitor.page.waitForFunction((start) => document.title.startsWith(start), start)
const fits = async (visitor) => {
  await settled(visitor.page)
  assert.ok(await visitor.page.evaluate(() => document.documentElement.scrollWidth <= screen.width), 'it sticks out')
}

// First, while the clocks of the server and of the browsers agree.
test('a round is revealed at an hour of everybody’s own zone; who is late plays the choice that they set', async () => {
  const [ana, theo] = await pair()
  const pace = { kind: 'daily', start: 20 * HOUR, zone: 'Europe/Paris' }
  const options = { deck: [6, 6, 6, 6, 6, 0, 5, 4, 7] } // no bottles: nobody gets hungry, and one pile can be set again
  const table = await begun(ana, theo, { game: 'kroc', pace, flag: 'gentle', options })
  await Promise.all([ana, theo].map((one) => one.go(`/t/${table}`)))
  await ana.page.getByText(/^All is revealed (today|tomorrow) at 7:00\sPM\.$/).waitFor()
  await theo.page.getByText(/^Tout sera révélé (aujourd’hui|demain) à 20:00\.$/).waitFor()
  await play(theo.page, finger, () => theo.seen(table).now?.choices['1'])
  const choice = theo.seen(table).now.choices['1']
  await button(theo, 'Jouer aussi cela quand je suis en retard').click()
  await theo.page.getByText('Si vous êtes en retard').waitFor()
  await fits(theo)
  const bites = () =>
    theo
      .seen(table)
      .log.filter((line) => line.seat === 1)
      .map((line) => line.text)
  await ana.tell({ type: 'play', table, seat: 0, move: choice === '1' ? '2' : '1' })
  for (const round of [1, 2]) {
    await server.letPass(2 * DAY)
    await until(() => bites().length >= round)
  }
  assert.deepEqual(bites().slice(0, 2), [choice, choice])
  assert.ok(!JSON.stringify(ana.heard).includes('prepared'))
  await button(theo, 'Oublier ce que j’ai prévu en cas de retard').click()
  await theo.page.getByText('Si vous êtes en retard').waitFor({ state: 'detached' })
  await Promise.all([ana, theo].map((one) => one.leave()))
})

test('my matches: the most urgent first, how long there is, the next one after a move, how many in the title', async () => {
  const [ana, theo] = await pair()
  const slow = await begun(ana, theo, { pace: days(3) })
  const never = await begun(ana, theo)
  const quick = await begun(ana, theo, { pace: days(1) })
  await server.letPass(18.5 * HOUR)
  await ana.go('/')
  const rows = ana.page.locator('#mine + ul a')
  await rows.filter({ hasText: 'Your turn · 5 h left' }).waitFor()
  const order = () => rows.evaluateAll((links) => links.map((link) => link.pathname))
  assert.deepEqual(
    await order(),
    [quick, slow, never].map((table) => `/t/${table}`),
  )
  assert.match(await rows.nth(1).innerText(), /2\sdays left/)
  assert.doesNotMatch(await rows.nth(2).innerText(), /left/)
  await titled(ana, '(3) Récif')
  assert.equal(await ana.page.evaluate(() => globalThis.badge), 3)
  await rows.first().click()
  for (const [table, next] of [
    [quick, 'Next match (2)'],
    [slow, 'Next match (1)'],
  ]) {
    await ana.page.waitForURL(`**/t/${table}`)
    await ana.tell({ type: 'play', table, seat: 0, move: 'e5e6' })
    await ana.page.getByRole('link', { name: next }).click()
  }
  await ana.page.waitForURL(`**/t/${never}`)
  await titled(ana, '(1) ● ')
  await ana.tell({ type: 'play', table: never, seat: 0, move: 'e5e6' })
  await titled(ana, 'Théo')
  assert.equal(await ana.page.getByRole('link', { name: /Next match/ }).count(), 0)
  assert.equal(await ana.page.evaluate(() => globalThis.badge), 0)

  await theo.go('/')
  await theo.page.locator('#mine + ul').getByText('À vous de jouer · il reste 23 h').waitFor()
  await titled(theo, '(3) Récif')
  await fits(theo)
  await ana.go('/')
  await rows.filter({ hasText: 'Playing · 23 h left' }).waitFor()
  assert.deepEqual(
    await order(),
    [quick, slow, never].map((table) => `/t/${table}`),
  )
  await Promise.all([ana, theo].map((one) => one.leave()))
})

test('answers planned ahead on the board are seen in words, changed, played at once, and known to nobody else', async () => {
  const [ana, theo] = await pair()
  const table = await begun(ana, theo, { pace: days(3) })
  const { page } = ana
  const asks = (words) => page.locator('.strip', { hasText: words }).waitFor()
  const lay = async (...cells) => {
    for (const cell of cells) await page.locator(`.stage [data-spot="${cell}"][data-lit]`).click()
  }
  await ana.go(`/t/${table}`)
  await page.locator('.stage [data-lit]').first().waitFor()
  assert.equal(await button(ana, 'Plan ahead').count(), 0, 'it is her turn')
  await ana.tell({ type: 'play', table, seat: 0, move: 'e5e6' })
  await button(ana, 'Plan ahead').click()
  await asks('If Théo plays… Choose their move on the board.')
  await lay('e7', 'f7')
  await asks('Then what do you play?')
  await lay('a1', 'b2')
  await asks('And if Théo then plays…')
  await button(ana, 'From the start').click()
  await asks('If Théo plays… Choose')
  await lay('a2', 'b3')
  await asks('Then what do you play?')
  await lay('e7', 'f7')
  await button(ana, '2 lines').click()
  const rows = page.getByRole('dialog').locator('li')
  await rows.nth(3).waitFor()
  assert.deepEqual(await rows.allInnerTexts(), [
    'If: Théo lays two fish on e7 and f7.',
    'Then: Ana lays two fish on a1 and b2.',
    'If: Théo lays two fish on a2 and b3.',
    'Then: Ana lays two fish on e7 and f7.',
  ])
  await rows.nth(2).getByRole('button', { name: 'Delete this move and what follows' }).click()
  await rows.nth(2).waitFor({ state: 'detached' })
  await rows.nth(1).locator('.go').click()
  await asks('And if Théo then plays…')
  await button(ana, 'Close').click()
  await page.getByRole('dialog', { name: 'Save your plan?' }).getByRole('button', { name: 'Save' }).click()
  await button(ana, 'My plan (1 line)').click()
  await button(ana, '1 line').click()
  await rows.nth(1).getByText('Ana lays two fish on a1 and b2.').waitFor()
  await page.keyboard.press('Escape')
  await button(ana, 'Close').click()

  await theo.go(`/t/${table}`)
  await theo.page.locator('.stage [data-lit]').first().waitFor()
  await fits(theo)
  await theo.tell({ type: 'play', table, seat: 1, move: 'e7f7' })
  await until(() => [ana, theo].every((one) => one.seen(table).log.length === 3))
  await theo.page.locator('.status', { hasText: 'Ana pose deux poissons.' }).waitFor()
  await asks('Théo to play')
  assert.deepEqual(
    ana.seen(table).log.map((line) => line.text),
    ['e5e6', 'e7f7', 'a1b2'],
  )
  assert.ok(!JSON.stringify(theo.heard).includes('foreseen'))
  assert.ok(JSON.stringify(ana.heard).includes('foreseen'))
  await Promise.all([ana, theo].map((one) => one.leave()))
})

test('a holiday is seen by the other, a pause is agreed and ended, and who has vanished is decided about', async () => {
  const [ana, theo] = await pair()
  const table = await begun(ana, theo, { pace: days(3), flag: 'ask' })
  const strict = await begun(ana, theo, { pace: days(20), flag: 'ask', holidays: false })
  for (const one of [table, strict]) await ana.tell({ type: 'play', table: one, seat: 0, move: 'e5e6' })
  await theo.go('/me')
  await theo.page.getByText('Il vous reste 30 jours cette année.').waitFor()
  const back = await theo.page.evaluate((later) => {
    const day = new Date(Date.now() + later)
    return new Date(day - day.getTimezoneOffset() * 60_000).toISOString().slice(0, 10)
  }, 3 * DAY)
  await button(theo, 'Partir en vacances').click()
  await theo.page.getByText('Choisissez d’abord le dernier jour').waitFor()
  await theo.page.getByLabel('Jusqu’au').fill(back)
  await button(theo, 'Partir en vacances').click()
  await theo.page.getByText('Vous êtes en vacances jusqu’au').waitFor()
  await theo.page.getByText(/Après cela, il vous reste \d+ jours/).waitFor()
  await theo.page.getByLabel('Prendre un jour de vacances pour moi').check()
  await fits(theo)
  await ana.go('/')
  await ana.page.locator('#mine + ul').getByText('Playing · on holiday until').waitFor()
  await ana.go(`/t/${strict}`)
  await ana.page.getByText(/^To play by /).waitFor()
  await settled(ana.page)
  assert.equal(await ana.page.getByText('Théo is on holiday until').count(), 0) // there his time goes on
  await ana.go(`/t/${table}`)
  await ana.page.getByText('Théo is on holiday until').waitFor()
  await theo.page.getByLabel('Prendre un jour de vacances pour moi').uncheck()
  await button(theo, 'Rentrer de vacances').click()
  await theo.page.getByText(/^Il vous reste (29|30) jours cette année\.$/).waitFor()
  await ana.page.getByText('Théo is on holiday until').waitFor({ state: 'detached' })

  await theo.go(`/t/${table}`)
  await button(ana, 'Pause').click()
  await theo.page.getByText('Ana demande une pause.').waitFor()
  await button(theo, 'D’accord').click()
  await ana.page.getByText('The match is paused. No time is running.').waitFor()
  await server.letPass(5 * DAY)
  await button(theo, 'Reprendre').click()
  await ana.page.getByText(/^To play by /).waitFor()

  await theo.go('/school')
  await server.letPass(4 * DAY)
  await button(ana, 'Give more time').click()
  await ana.page.getByText(/^To play by /).waitFor()
  await server.letPass(4 * DAY)
  await ana.page.getByText('Théo has run out of time.').waitFor()
  await settled(ana.page)
  assert.equal(await button(ana, 'Let a machine play').count(), 1)
  await button(ana, 'Claim the win').click()
  await ana.page.locator('.outcome').waitFor()
  assert.deepEqual(ana.seen(table).now.result.winners, [0])

  await server.letPass(8 * DAY)
  await ana.go(`/t/${strict}`)
  await ana.page.getByText('Théo has run out of time.').waitFor()
  await button(ana, 'Let a machine play').click()
  await until(() => ana.seen(strict).log.length > 1)
  assert.equal(ana.seen(strict).info.status, 'playing')
  await Promise.all([ana, theo].map((one) => one.leave()))
})
