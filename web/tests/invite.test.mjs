/** Inviting: closed until a click, an address that opens on another device, a name and a face, sharing. */

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openBrowser } from './kit/chromium.mjs'
import { Server } from './kit/server.mjs'
import { ME, OPEN } from './kit/seats.mjs'
import { PHONE, Visitor } from './kit/visitor.mjs'

const server = await new Server().start()
let browser
before(async () => (browser = await openBrowser()))
after(() => Promise.all([browser.close(), server.stop()]))

const button = (visitor, name) => visitor.page.getByRole('button', { name, exact: true })
const link = (visitor) => visitor.page.getByLabel('Invitation link')

test('one click opens the table to another device, where a guest gives a name and a face and sits down', async () => {
  const host = await Visitor.arrive(browser, server.url)
  const table = await host.open({ game: 'xok', seats: [ME, OPEN] })
  await host.page.getByText('only this computer can open the table').waitFor()
  assert.equal(await link(host).count(), 0)
  assert.equal(await host.page.locator('.invite img').count(), 0)

  await button(host, 'Invite other devices').click()
  await host.page.getByText('A phone on the same Wi-Fi can open this link.').waitFor()
  const address = new URL(await link(host).inputValue())
  assert.ok(!['localhost', '127.0.0.1', '[::1]'].includes(address.hostname), address.href)
  assert.equal(address.pathname, `/t/${table}`)
  await host.page.waitForFunction(() => document.querySelector('.invite img')?.naturalWidth > 0)

  const guest = await Visitor.arrive(browser, address.origin, {}, PHONE) // by the very address, as a phone does
  await guest.go(address.pathname)
  await guest.page.getByRole('heading', { name: /invites you to play XOK/ }).waitFor()
  await guest.page.waitForFunction(() => document.title.startsWith('Waiting for players'))
  assert.equal(await link(guest).count(), 0)
  await guest.page.getByLabel('Your name').fill('Yann')
  const chosen = (host.seen(table).info.seats[0].person.face % 8) + 1 // the host's own is taken
  await guest.page.locator(`.invite input[name=face][value="${chosen}"]`).check({ force: true })
  await button(guest, 'Sit here').click()
  await Promise.all([host, guest].map((one) => one.page.locator('.stage [data-spot]').first().waitFor()))
  const { name, face } = host.seen(table).info.seats[1].person
  assert.deepEqual({ name, face }, { name: 'Yann', face: chosen })
  await Promise.all([host.leave(), guest.leave()])
})

test('what a click has opened, a click closes', async () => {
  const host = await Visitor.arrive(browser, server.url)
  await host.open({ game: 'xok', seats: [ME, OPEN] })
  const opens = button(host, 'Invite other devices')
  await opens.or(link(host)).first().waitFor()
  if (await opens.count()) await opens.click()
  await link(host).waitFor()
  await button(host, 'Close to other devices').click()
  await opens.waitFor()
  assert.equal(await link(host).count(), 0)
  await host.leave()
})

test('a name that will not do is refused before anybody sits down', async () => {
  const [host, guest] = await Promise.all([Visitor.arrive(browser, server.url), Visitor.arrive(browser, server.url)])
  const table = await host.open({ game: 'urchins', seats: [ME, OPEN] })
  await guest.go(`/t/${table}`)
  await guest.page.getByLabel('Your name').fill('…')
  await button(guest, 'Sit here').click()
  await guest.page.getByRole('alert').waitFor()
  assert.equal(host.seen(table).info.status, 'open')
  assert.equal(guest.sent.filter((message) => message.type === 'sit').length, 0)
  await host.leave()
  await guest.leave(/status of 400/)
})

test('who sits already sees for how many the table waits', async () => {
  const [host, guest] = await Promise.all([Visitor.arrive(browser, server.url), Visitor.arrive(browser, server.url)])
  const table = await host.open({ game: 'kroc', seats: [ME, OPEN, OPEN] })
  await host.page.getByText('Waiting for 2 more players.').waitFor()
  await guest.go(`/t/${table}`)
  await button(guest, 'Sit here').first().click()
  await guest.page.getByRole('heading', { name: /You’re in!/ }).waitFor()
  await guest.page.getByText('Waiting for one more player.').waitFor()
  await host.page.getByText('Waiting for one more player.').waitFor()
  await Promise.all([host.leave(), guest.leave()])
})

test('the link is shared as the device shares, and copied only where it really is', async () => {
  const host = await Visitor.arrive(browser, server.url)
  await host.context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await host.context.addInitScript(() => {
    Navigator.prototype.share = (what) => ((globalThis.shared = what), Promise.resolve())
  })
  await host.open({ game: 'crocodiles', seats: [ME, OPEN] })
  const opens = button(host, 'Invite other devices')
  await opens.or(link(host)).first().waitFor()
  if (await opens.count()) await opens.click()
  const wanted = await link(host).inputValue()
  await button(host, 'Share').click()
  assert.equal(await host.page.evaluate(() => globalThis.shared.url), wanted)
  await button(host, 'Copy').click()
  await button(host, 'Copied').waitFor()
  assert.equal(await host.page.evaluate(() => navigator.clipboard.readText()), wanted)
  await host.leave()
})

test('where no device could come, the page says so', async () => {
  const host = await Visitor.arrive(browser, server.url)
  await host.page.route('**/api/invitation', (route) => route.fulfill({ json: { origin: '', can_open: false } }))
  await host.open({ game: 'xok', seats: [ME, OPEN] })
  await host.page.getByText('is on no Wi-Fi').waitFor()
  assert.equal(await link(host).count(), 0)
  await host.leave()
})

test('a link has a picture of its game, for those who see it before they open it', async () => {
  const games = await (await fetch(`${server.url}/api/games`)).json()
  for (const { id } of games) {
    const page = await (await fetch(`${server.url}/learn/${id}`)).text()
    const picture = /property="og:image" content="([^"]+)"/.exec(page)[1]
    assert.match(picture, new RegExp(`/previews/${id}\\.png$`))
    const bytes = Buffer.from(await (await fetch(picture)).arrayBuffer())
    assert.equal(bytes.toString('latin1', 1, 4), 'PNG')
    assert.deepEqual([bytes.readUInt32BE(16), bytes.readUInt32BE(20)], [1200, 630])
  }
})
