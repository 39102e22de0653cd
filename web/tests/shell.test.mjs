/** Récif on a device: it can be installed, and opens without a network and says so. */

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openBrowser } from './kit/chromium.mjs'
import { ME } from './kit/seats.mjs'
import { Server } from './kit/server.mjs'
import { DESK, Visitor } from './kit/visitor.mjs'

const server = await new Server().start()
let browser
before(async () => (browser = await openBrowser()))
after(() => Promise.all([browser.close(), server.stop()]))

test('the browser finds a manifest with its icons, and nothing that keeps it from installing', async () => {
  const visitor = await Visitor.arrive(browser, server.url, {}, { ...DESK, serviceWorkers: 'allow' })
  const session = await visitor.context.newCDPSession(visitor.page)
  const { url, errors, data } = await session.send('Page.getAppManifest')
  assert.equal(url, `${server.url}/recif.webmanifest`)
  assert.deepEqual(errors, [])
  const { icons } = JSON.parse(data)
  for (const { src, sizes, type } of icons) {
    const answer = await fetch(server.url + src)
    assert.equal(answer.headers.get('content-type'), type)
    const bytes = Buffer.from(await answer.arrayBuffer())
    if (type === 'image/png') assert.equal(`${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`, sizes)
  }
  const { installabilityErrors } = await session.send('Page.getInstallabilityErrors')
  assert.deepEqual(
    installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito'),
    [],
  )
  await visitor.leave()
})

test('without a server the pages still open, show what they know, and say so', async () => {
  const visitor = await Visitor.arrive(browser, server.url, {}, { ...DESK, serviceWorkers: 'allow' })
  const { page } = visitor
  await page.evaluate(() => navigator.serviceWorker.ready)
  const table = await visitor.make({ game: 'xok', seats: [ME, ME], shared: true })
  await visitor.go('/learn/xok') // by way of the worker
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await visitor.go('/')
  await page.locator('[data-game=xok]').waitFor()
  await server.kill()

  await page.reload()
  await page.getByText('No network: this is what the device has kept').waitFor()
  await page.locator('[data-game=xok]').waitFor()
  await page.goto(`${server.url}/learn/xok`)
  await page.getByRole('heading', { name: 'XOK' }).first().waitFor()
  await page.getByText('No network: this is what the device has kept').waitFor()

  const lacks = {
    '/lesson/kroc': 'A lesson needs the network',
    '/puzzle/any-one': 'A puzzle needs the network',
    '/puzzles': 'A puzzle needs the network',
    '/learn/kroc': 'These rules are not on this device yet',
    '/school': 'This page needs the network',
    '/leaders/xok': 'This page needs the network',
    [`/review/${table}`]: 'Your match is safe on the server',
    [`/t/${table}`]: 'Your match is safe on the server',
  }
  for (const [path, words] of Object.entries(lacks)) {
    await page.goto(server.url + path)
    await page.getByText(words).waitFor()
    await page.getByRole('link', { name: 'Rules: XOK' }).waitFor() // what works
    assert.equal(await page.getByText('One moment').count(), 0, path)
  }
  await server.start()
  await page.locator('.stage [data-lit]').first().waitFor() // by itself
  await visitor.leave(/ERR_CONNECTION_REFUSED|Failed to fetch|Failed to load resource/)
})
