/** Being called back: the bell, the page of notices, what one wishes, and a push that the service worker says aloud. */

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openBrowser } from './kit/chromium.mjs'
import { Server } from './kit/server.mjs'
import { settled } from './kit/settled.mjs'
import { between } from './kit/tables.mjs'
import { PHONE, Visitor } from './kit/visitor.mjs'

const DAYS = { kind: 'days', start: 3 * 86_400_000, bonus: 0 }
const server = await new Server().start()
let browser
before(async () => (browser = await openBrowser()))
after(() => Promise.all([browser.close(), server.stop()]))

test('who is elsewhere hears the bell, reads why, and comes to the table by it', async () => {
  const [host, guest] = await Promise.all([
    Visitor.arrive(browser, server.url),
    Visitor.arrive(browser, server.url, { language: 'fr' }, PHONE),
  ])
  const table = await host.open(between(2, { game: 'xok', pace: DAYS }))
  await guest.go(`/t/${table}`)
  await guest.page.getByRole('button', { name: 'M’asseoir ici' }).first().click()
  await guest.page.locator('.stage [data-spot]').first().waitFor()
  await guest.go('/school')
  await host.page.evaluate(async (table) => {
    const move = { seat: 0, move: 'e5e6', id: 'mine' }
    const headers = { 'content-type': 'application/json' }
    await fetch(`/api/tables/${table}/moves`, { method: 'POST', headers, body: JSON.stringify(move) })
  }, table)
  await guest.page.getByRole('link', { name: '1 nouvelle' }).click()
  const line = guest.page.getByRole('link', { name: /a joué\. À vous/ })
  await line.waitFor()
  await settled(guest.page)
  assert.ok(await guest.page.evaluate(() => document.documentElement.scrollWidth <= screen.width), 'it sticks out')
  await Promise.all([
    guest.page.waitForResponse((answer) => answer.url().endsWith('/api/notices/wishes') && answer.ok()),
    guest.page.getByLabel('C’est mon tour, Message').check(),
  ])
  await line.click()
  await guest.page.waitForURL(`**/t/${table}`)
  await guest.page.locator('.stage [data-spot]').first().waitFor()
  await guest.go('/notices')
  await guest.page.getByRole('link', { name: 'Nouvelles' }).waitFor()
  assert.ok(await guest.page.getByLabel('C’est mon tour, Message').isChecked())
  await Promise.all([host, guest].map((one) => one.leave()))
})

test('a push is said in the language of the device, without anything but names', async () => {
  const whole = await openBrowser({ whole: true })
  const context = await whole.newContext({ baseURL: server.url, permissions: ['notifications'] })
  const page = await context.newPage()
  await page.goto('/')
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => true))
  const devtools = await context.newCDPSession(page)
  const registered = new Promise((found) =>
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      if (registrations[0]) found(registrations[0].registrationId)
    }),
  )
  await devtools.send('ServiceWorker.enable')
  const pushed = { says: 'turn', table: 'abcdefghij', title: 'XOK', key: 'k', language: 'fr', who: 'Zoé' }
  await devtools.send('ServiceWorker.deliverPushMessage', {
    origin: server.url,
    registrationId: await registered,
    data: JSON.stringify(pushed),
  })
  const shown = await page.evaluate(async () => {
    const worker = await navigator.serviceWorker.ready
    for (;;) {
      const [found] = await worker.getNotifications()
      if (found) return { title: found.title, body: found.body, tag: found.tag }
      await new Promise(requestAnimationFrame)
    }
  })
  assert.deepEqual(shown, { title: 'XOK', body: 'Zoé a joué. À vous\u202f!', tag: 'abcdefghij' })
  await whole.close()
})
