/** Pages are sent moves without sentences, and fetch once what never changes: nobody who reads or listens misses anything. */

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openBrowser } from './kit/chromium.mjs'
import { mouse, play } from './kit/hands.mjs'
import { Server } from './kit/server.mjs'
import { ME } from './kit/tables.mjs'
import { Visitor } from './kit/visitor.mjs'

const server = await new Server().start()
let browser
before(async () => (browser = await openBrowser()))
after(() => Promise.all([browser.close(), server.stop()]))

const XOK = { game: 'xok', seats: [ME, ME], shared: true }
const arrive = (settings) => Visitor.arrive(browser, server.url, settings)
const details = (visitor) => visitor.sent.filter(({ type }) => type === 'follow').map(({ detail }) => detail)
const told = (visitor, words) => visitor.page.locator('.status [role=status]').getByText(words, { exact: true })

test('a move that waits for a yes is told in a whole sentence, in the language of the page', async () => {
  const visitor = await arrive({ confirm: 'always' })
  const table = await visitor.open(XOK)
  for (const cell of ['e5', 'e6']) await visitor.page.locator(`[data-spot=${cell}][data-lit]`).click()
  await told(visitor, 'White lays two fish on e5 and e6.').waitFor()
  assert.deepEqual(visitor.seen(table).now.moves, {}, 'no other sentence was sent')
  await visitor.page.getByRole('button', { name: 'Français' }).click()
  await told(visitor, 'Blanc pose deux poissons en e5 et e6.').waitFor()
  assert.deepEqual(details(visitor), ['lean', 'lean'])
  await visitor.leave()
})

test('a page that cannot fetch the table of moves asks once for moves written out, and plays on', async () => {
  const visitor = await arrive()
  await visitor.page.route('**/api/games/*/moves/*', (route) => route.abort())
  const table = await visitor.open(XOK)
  await play(visitor.page, mouse, () => visitor.seen(table).log.length === 3)
  assert.deepEqual(details(visitor), ['lean', 'full'])
  await visitor.leave(/ERR_FAILED/)
})

test('a list of moves has its sentences, also when news of the table come before the table', async () => {
  const visitor = await arrive()
  const asked = []
  await visitor.page.routeWebSocket(/\/ws$/, (page) => {
    const behind = page.connectToServer()
    page.onMessage((text) => {
      asked.push(JSON.parse(text))
      behind.send(text)
    })
    behind.onMessage((text) => {
      const undrawn = text.replaceAll('"game":"urchins"', '"game":"not-drawn"')
      const { type, table, info, mine, watchers, luck } = JSON.parse(undrawn)
      if (type === 'table') page.send(JSON.stringify({ type: 'around', table, info, mine, watchers, luck }))
      setTimeout(() => page.send(undrawn), type === 'table' ? 200 : 0)
    })
  })
  const table = await visitor.make({ ...XOK, game: 'urchins' })
  await visitor.page.goto(`${server.url}/t/${table}`)
  const offered = visitor.page.locator('.stage [data-lit] span')
  await offered
    .first()
    .filter({ hasText: /\w+ \w+/ })
    .waitFor()
  for (const sentence of await offered.allTextContents()) assert.match(sentence, /\w+ \w+/)
  assert.deepEqual(
    asked.filter(({ type }) => type === 'follow').map(({ detail }) => detail),
    ['lean', 'full'],
  )
  await visitor.leave(/readiness/)
})
