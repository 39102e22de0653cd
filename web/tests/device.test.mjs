/** Pages of a server whose visitor lets their own device think: the server thinks for none of it. `make page` first; skipped
 * where it was not built. */

import assert from 'node:assert/strict'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { openBrowser } from './kit/chromium.mjs'
import { golden } from './kit/golden.mjs'
import { BUILT, isBuilt } from './kit/page.mjs'
import { ROOT, Server } from './kit/server.mjs'
import { until } from './kit/settled.mjs'
import { MACHINE, ME } from './kit/tables.mjs'
import { Visitor } from './kit/visitor.mjs'

const skip = isBuilt() ? false : 'there is no dist/page: make page'
const folder = mkdtempSync(join(tmpdir(), 'recif-static-'))
const server = new Server(undefined, {}, ['--static', folder])
let browser
before(async () => {
  if (skip) return
  cpSync(join(ROOT, 'src/recif/server/static'), folder, { recursive: true })
  cpSync(join(BUILT, 'python'), join(folder, 'python'), { recursive: true })
  await server.start()
  browser = await openBrowser()
})
after(async () => {
  if (!skip) await Promise.all([browser.close(), server.stop()])
  rmSync(folder, { recursive: true, force: true })
})

/** Figures of the server. */
async function counted(name) {
  const text = await (await fetch(`${server.api}/metrics`)).text()
  return Number(new RegExp(`^${name} (.+)$`, 'm').exec(text)[1])
}

/** Somebody who lends their device, however slow this machine is now: it has found itself to take `took` milliseconds. */
async function lender(took) {
  const visitor = await Visitor.arrive(browser, server.url)
  await visitor.context.route('**/python/device.mjs', async (route) => {
    const answer = await route.fetch()
    const body = (await answer.text()).replace('performance.now() - began', String(took))
    await route.fulfill({ response: answer, body })
  })
  await visitor.go('/me')
  await visitor.page.getByRole('group', { name: 'My device thinks for me' }).getByText('If it is quick enough').click()
  await visitor.page.locator(`[data-device=${took < 1000 ? 'lent' : 'slow'}]`).waitFor()
  return visitor
}

const hasLent = (visitor) => visitor.sent.some((message) => message.type === 'lend' && message.on)

test('hints and reviews of who lends their device are thought there, none by the server', { skip }, async () => {
  const visitor = await lender(100)
  const { page } = visitor
  const { match } = await visitor.ask('POST', '/api/records', golden('kroc'), 'text/plain')
  visitor.sent.length = 0
  await visitor.go(`/review/${match}`)
  await until(() => hasLent(visitor))
  await page.getByRole('button', { name: 'Analyse the match' }).click()
  await until(() => visitor.heard.some((message) => message.type === 'told' && message.summed))
  const { events } = JSON.parse(golden('kroc'))
  const decisions = events.filter(([seat]) => seat >= 0).length
  assert.equal(await counted('recif_thoughts_lent_total'), decisions)

  visitor.sent.length = 0
  await visitor.open({ game: 'xok', seats: [ME, MACHINE] })
  await until(() => hasLent(visitor))
  await page.getByRole('button', { name: 'Hint', exact: true }).click()
  await until(() => visitor.heard.some((message) => message.type === 'told' && message.hints.length))
  assert.equal(await counted('recif_thoughts_lent_total'), decisions + 1)
  assert.equal(await counted('recif_thoughts_total'), 0)
  assert.deepEqual(visitor.troubles, [])
  await visitor.leave()
})

test('a device that is not quick is not lent: the server thinks', { skip }, async () => {
  const visitor = await lender(60_000)
  const before = [await counted('recif_thoughts_total'), await counted('recif_thoughts_lent_total')]
  await visitor.open({ game: 'xok', seats: [ME, MACHINE] })
  await visitor.page.getByRole('button', { name: 'Hint', exact: true }).click()
  await until(() => visitor.heard.some((message) => message.type === 'told' && message.hints.length))
  assert.ok(!hasLent(visitor))
  assert.ok((await counted('recif_thoughts_total')) > before[0])
  assert.equal(await counted('recif_thoughts_lent_total'), before[1])
  await visitor.leave()
})
