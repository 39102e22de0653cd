/** Récif without a server, in a real browser: `make page` first. Skipped where it was not built. */

import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { openKept } from './kit/chromium.mjs'
import { mouse, play, playOne } from './kit/hands.mjs'
import { Host, isBuilt } from './kit/page.mjs'
import { PATIENCE } from './kit/settled.mjs'
import { LIT } from './kit/sights.mjs'

const KILLS = Number(process.env.KILLS ?? 3)
const skip = isBuilt() ? false : 'there is no dist/page: make page'
const profile = mkdtempSync(join(tmpdir(), 'recif-profile-'))
const host = new Host()
before(() => (skip ? undefined : host.start()))
after(async () => {
  if (!skip) await host.stop()
  rmSync(profile, { recursive: true, force: true })
})

/** The page in a browser that remembers; what goes wrong in it is kept. */
async function arrive(path, prepare = async () => {}) {
  const context = await openKept(profile)
  const page = await context.newPage()
  page.setDefaultTimeout(PATIENCE)
  const troubles = []
  page.on('pageerror', (error) => troubles.push(String(error.stack ?? error)))
  await page.addInitScript(() =>
    localStorage.setItem(
      'recif.settings',
      JSON.stringify({ language: 'en', motion: 'still', pace: 'once', sound: false }),
    ),
  )
  await prepare(page)
  await page.goto(host.url + path)
  return { context, page, troubles }
}

const isUp = (page) => page.locator('#starting').waitFor({ state: 'detached' })
const nth = (page, n) => page.locator('.moves li:not(.none)').nth(n - 1)
const told = (page) => page.locator('.moves li:not(.none)').count() // what the page was told has been kept before

/** A match against a machine, as somebody begins one. */
async function begin(page, game, level) {
  await page.locator(`[data-game=${game}]`).getByRole('button', { name: 'Play now' }).click()
  await page
    .locator('dialog ul button')
    .nth(level - 1)
    .click()
  await page.waitForURL(/\/t\/\w+$/)
}

/** As when a telephone needs the memory for something else: page and worker are gone at once. */
async function kill(page) {
  const devtools = await page.context().newCDPSession(page)
  const crashed = page.waitForEvent('crash')
  devtools.send('Page.crash').catch(() => {}) // nobody is left to answer
  await crashed
  await page.close()
}

test('a lesson is read before Python runs', { skip }, async () => {
  const { context, page, troubles } = await arrive('/lesson/xok', (one) => one.route('**/python/**', (r) => r.abort()))
  await page.locator('.stage').first().waitFor()
  await page.getByText('You can still read rules and lessons').waitFor()
  assert.deepEqual(troubles, [])
  await context.close()
})

test('games are played without a server and go on after the page was closed, offline too', { skip }, async () => {
  let { context, page, troubles } = await arrive('/')
  await isUp(page)
  await page.locator('[data-game=xok]').waitFor()
  assert.equal(await page.getByRole('link', { name: 'With friends' }).count(), 0)
  await begin(page, 'kroc', 1)
  await play(page, mouse, async () => (await told(page)) >= 4)
  await page.goto(host.url)
  await isUp(page)
  await begin(page, 'xok', 8)
  await play(page, mouse, async () => (await told(page)) >= 4)
  const { pathname } = new URL(page.url())
  const before = await told(page)
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  await context.close()
  assert.deepEqual(troubles, [])
  ;({ context, page, troubles } = await arrive(pathname))
  await play(page, mouse, async () => (await told(page)) > before)
  await context.setOffline(true)
  await page.reload()
  await play(page, mouse, async () => (await told(page)) > before + 1)
  assert.deepEqual(troubles, [])
  await context.close()
})

test('a page that is killed in the middle of moves has lost nothing that it was told', { skip }, async () => {
  const { context, page: first } = await arrive('/')
  let page = first
  await isUp(page)
  await begin(page, 'crabs', 1)
  for (let n = 0; n < KILLS; n++) {
    await playOne(page) // not waited for: the move may be anywhere on its way
    const [url, most] = [page.url(), await told(page)]
    await kill(page)
    page = await context.newPage()
    page.setDefaultTimeout(PATIENCE)
    await page.goto(url)
    await isUp(page)
    if (most) await nth(page, most).waitFor()
    await page.locator(`${LIT}, .outcome`).first().waitFor()
    if (!(await page.locator('.outcome').count())) continue
    await page.goto(host.url)
    await isUp(page)
    await begin(page, 'crabs', 1)
  }
  await context.close()
})
