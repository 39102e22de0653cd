/** Fair play: no hints while one plays people, and friendly tables that say what they are. */

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openBrowser } from './kit/chromium.mjs'
import { Server } from './kit/server.mjs'
import { MACHINE, ME, between } from './kit/tables.mjs'
import { DESK, PHONE, Visitor } from './kit/visitor.mjs'

const QUICK = { kind: 'increment', start: 900_000, bonus: 10_000 }
const FORBIDDEN = /403/ // the browser writes down what was refused

const server = await new Server().start()
let browser
before(async () => (browser = await openBrowser()))
after(() => Promise.all([browser.close(), server.stop()]))

const button = (visitor, name) => visitor.page.getByRole('button', { name, exact: true })

/** Two visitors at a table that has begun. */
async function seated(device, wish) {
  const [host, guest] = await Promise.all([DESK, device].map((one) => Visitor.arrive(browser, server.url, {}, one)))
  const table = await host.open(between(2, { game: 'xok', pace: QUICK, ...wish }))
  await guest.go(`/t/${table}`)
  return { host, guest, table }
}

async function sitDown({ host, guest }) {
  await button(guest, 'Sit here').click()
  await Promise.all([host, guest].map((one) => one.page.locator('.stage [data-spot]').first().waitFor()))
}

for (const [name, device] of Object.entries({ desk: DESK, phone: PHONE }))
  test(`${name}: a hint is refused with the match that must be over, and a link leads there`, async () => {
    const { host, guest, table } = await seated(device, {})
    await sitDown({ host, guest })
    assert.equal(await button(guest, 'Hint').count(), 0, 'nobody is offered help against people')
    await guest.open({ game: 'xok', seats: [ME, MACHINE] })
    await button(guest, 'Hint').click()
    const words = guest.page.locator('.status .words')
    await words.getByText('You are playing XOK with').waitFor()
    assert.match(await words.innerText(), /until the match is over/)
    await guest.page.getByRole('link', { name: 'Go to that match' }).click()
    await guest.page.waitForURL(`**/t/${table}`)
    await Promise.all([host.leave(), guest.leave(FORBIDDEN)])
  })

test('a friendly table is made by a tick, told before one sits down, and gives hints to those who play', async () => {
  const host = await Visitor.arrive(browser, server.url)
  await host.go('/new/xok?with=friends')
  await host.page.getByLabel('Help allowed').check()
  await button(host, 'Open the table').click()
  await host.page.waitForURL('**/t/*')
  const guest = await Visitor.arrive(browser, server.url, {}, PHONE)
  await guest.go(new URL(host.page.url()).pathname)
  await guest.page.getByText('A friendly table: everybody may ask the machine for a hint.').waitFor()
  await sitDown({ host, guest })
  await Promise.all([host, guest].map((one) => button(one, 'Hint').waitFor()))
  await host.page.getByText('A friendly table: everybody may ask for a hint.').waitFor()
  await Promise.all([host.leave(), guest.leave()])
})
