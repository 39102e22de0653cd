/** The network cut, slow or gone, the server killed: nothing is lost, nothing happens twice. */

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openBrowser } from './kit/chromium.mjs'
import { mouse, play } from './kit/hands.mjs'
import { Server } from './kit/server.mjs'
import { MACHINE, ME, shortTables } from './kit/tables.mjs'
import { Visitor } from './kit/visitor.mjs'

const server = await new Server().start() // it knows the games
const SHORT = await shortTables(server.url)
let browser
before(async () => (browser = await openBrowser()))
after(() => Promise.all([browser.close(), server.stop()]))

const CUT = /WebSocket connection|ERR_INTERNET_DISCONNECTED|ERR_CONNECTION/ // what Chromium itself says of a cut
const XOK = { game: 'xok', seats: [ME, ME], options: { side: 4 }, shared: true }
const arrive = () => Visitor.arrive(browser, server.url)
const lines = (visitor) => visitor.page.locator('.moves li:not(.none)').count()
const grown = (visitor, than) => visitor.page.locator('.moves li:not(.none)').nth(than).waitFor()

/** What the server has on its disk of a table, as a newcomer is shown it. */
async function onDisk(table) {
  const witness = await arrive()
  await witness.go(`/t/${table}`)
  await witness.page.locator('.stage').waitFor()
  const { log } = witness.seen(table)
  await witness.leave()
  return log.map((line) => line.text)
}

/** A socket between page and server that can be told to swallow what it carries. */
async function tap(visitor) {
  const tapped = { swallow: () => false, cut: () => {} }
  await visitor.page.routeWebSocket(/\/ws$/, (page) => {
    const server = page.connectToServer()
    tapped.cut = () => page.close({ code: 1001 })
    page.onMessage((text) => tapped.swallow(JSON.parse(text)) || server.send(text))
    server.onMessage((text) => tapped.swallow(JSON.parse(text)) || page.send(text))
  })
  return tapped
}

test('a move made while the network is away is played once it is back', async () => {
  const visitor = await arrive()
  const table = await visitor.open(XOK)
  await play(visitor.page, mouse, () => visitor.seen(table).log.length === 3)
  await visitor.context.setOffline(true)
  await visitor.page.getByText('Connection lost').waitFor()
  await play(visitor.page, mouse, () => visitor.page.locator('.board.busy').count())
  await visitor.context.setOffline(false)
  await grown(visitor, 3)
  await visitor.page.getByText('Connection lost').waitFor({ state: 'detached' })
  assert.equal((await onDisk(table)).length, 4)
  await play(visitor.page, mouse)
  assert.equal(await lines(visitor), visitor.seen(table).log.length)
  await visitor.leave(CUT)
})

/** A first move, or what the server says of it, gets lost with the network: the page says the same again, and it is done once. */
async function losesOnce(lost) {
  const visitor = await arrive()
  const tapped = await tap(visitor)
  const table = await visitor.make(XOK)
  await visitor.page.goto(`${server.url}/t/${table}`)
  const said = []
  tapped.swallow = (message) => {
    if (message.type === 'play') said.push(message.id)
    const isLost = said.length === 1 && lost.includes(message.type)
    if (isLost) setTimeout(tapped.cut, 50)
    return isLost
  }
  await play(visitor.page, mouse, () => said.length)
  await grown(visitor, 0)
  assert.deepEqual(said, [said[0], said[0]], 'the same message twice')
  assert.equal(await lines(visitor), 1)
  assert.equal((await onDisk(table)).length, 1)
  await visitor.leave(CUT)
}

test('a move whose acknowledgement is lost is said again and done once', () => losesOnce(['ack', 'changed']))
test('a move that never arrived is said again and done once', () => losesOnce(['play']))

test('a page that comes back says what it was last told of, so that no server shows it an older table', async () => {
  const visitor = await arrive()
  const tapped = await tap(visitor)
  const table = await visitor.make(XOK)
  const told = { version: 0, follows: [] }
  tapped.swallow = (message) => {
    if (message.type === 'follow') told.follows.push(message.version)
    if (message.type === 'changed' && told.version) return told.follows.length < 2
    if (message.type === 'ack') told.version = message.version
    if (message.type === 'ack') setTimeout(tapped.cut, 50)
    return false
  }
  await visitor.page.goto(`${server.url}/t/${table}`)
  await play(visitor.page, mouse, () => told.version)
  await grown(visitor, 0)
  assert.deepEqual(told.follows, [0, told.version], 'of an acknowledgement whose news was lost, too')
  await visitor.leave(CUT)
})

test('a server that is killed and comes back goes on where it was', async () => {
  const [alone, shared] = await Promise.all([arrive(), arrive()])
  const tables = [
    await alone.open({ game: 'xok', seats: [ME, MACHINE], options: { side: 4 } }),
    await shared.open(SHORT.crabs),
  ]
  const visitors = [alone, shared]
  await Promise.all(
    visitors.map((visitor, i) =>
      play(visitor.page, mouse, () => visitor.seen(tables[i]).log.filter((line) => line.seat >= 0).length >= 6),
    ),
  )
  const history = (visitor, i) => visitor.seen(tables[i]).log.map(({ seat, text }) => (i ? seat : text)) // texts of crabs differ with who looks
  const before = visitors.map(history)
  await server.kill()
  await Promise.all(visitors.map((visitor) => visitor.page.getByText('Connection lost').waitFor()))
  await server.start()
  await Promise.all(visitors.map((visitor) => visitor.page.getByText('Connection lost').waitFor({ state: 'detached' })))
  await Promise.all(visitors.map((visitor) => play(visitor.page, mouse)))
  for (const [i, visitor] of visitors.entries()) {
    const whole = history(visitor, i)
    assert.deepEqual(whole.slice(0, before[i].length), before[i])
    assert.equal((await onDisk(tables[i])).length, whole.length)
  }
  await Promise.all(visitors.map((visitor) => visitor.leave(CUT)))
})

test('a page reloaded in the middle of a match shows the same match', async () => {
  const visitor = await arrive()
  const table = await visitor.open(SHORT.urchins)
  await play(visitor.page, mouse, () => visitor.seen(table).log.length >= 5)
  const known = visitor.seen(table).log.length
  await grown(visitor, known - 1)
  const told = await visitor.page.locator('.moves li').allTextContents()
  await visitor.go(`/t/${table}`)
  await grown(visitor, known - 1)
  assert.deepEqual(await visitor.page.locator('.moves li').allTextContents(), told)
  await play(visitor.page, mouse, () => visitor.seen(table).log.length >= known + 3)
  await visitor.leave()
})
