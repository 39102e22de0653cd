/** Matches that go on for days, in one browser each for Ana and Théo: the server's clock is moved, nobody waits. */

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openBrowser } from './kit/chromium.mjs'
import { Server } from './kit/server.mjs'
import { settled } from './kit/settled.mjs'
import { between } from './kit/tables.mjs'
import { PHONE, Visitor } from './kit/visitor.mjs'

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
    Visitor.arrive(browser, server.url),
    Visitor.arrive(browser, server.url, { language: 'fr' }, PHONE),
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

const titled = (visitor, start) => visitor.page.waitForFunction((start) => document.title.startsWith(start), start)
const fits = async (visitor) => {
  await settled(visitor.page)
  assert.ok(await visitor.page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), 'it sticks out')
}

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
  assert.match(await rows.nth(1).innerText(), /2 days left/)
  assert.doesNotMatch(await rows.nth(2).innerText(), /left/)
  await titled(ana, '(3) Récif')
  assert.equal(await ana.page.evaluate(() => globalThis.badge), 3)
  await rows.first().click()
  for (const [table, next] of [
    [quick, 'Next game (2)'],
    [slow, 'Next game (1)'],
  ]) {
    await ana.page.waitForURL(`**/t/${table}`)
    await ana.tell({ type: 'play', table, seat: 0, move: 'e5e6' })
    await ana.page.getByRole('link', { name: next }).click()
  }
  await ana.page.waitForURL(`**/t/${never}`)
  await titled(ana, '(1) ● ')
  await ana.tell({ type: 'play', table: never, seat: 0, move: 'e5e6' })
  await titled(ana, 'Théo')
  assert.equal(await ana.page.getByRole('link', { name: /Next game/ }).count(), 0)
  assert.equal(await ana.page.evaluate(() => globalThis.badge), 0)

  await theo.go('/')
  await theo.page.locator('#mine + ul').getByText('À vous de jouer · reste 23 h').waitFor()
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
