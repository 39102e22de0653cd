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
const place = mkdtempSync(join(tmpdir(), 'recif-profile-'))
const profile = join(place, 'kept')
const host = new Host()
before(() => (skip ? undefined : host.start()))
after(async () => {
  if (!skip) await host.stop()
  rmSync(place, { recursive: true, force: true })
})

/** The page in a browser that remembers; what goes wrong in it is kept. */
async function arrive(path, prepare = async () => {}, folder = profile) {
  const context = await openKept(folder)
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

test('everything is saved as one file, and opened on another device', { skip }, async () => {
  const here = await arrive('/', undefined, join(place, 'here'))
  await isUp(here.page)
  await begin(here.page, 'kroc', 1)
  await play(here.page, mouse, async () => (await told(here.page)) >= 2)
  const [{ pathname }, most] = [new URL(here.page.url()), await told(here.page)]
  await here.page.goto(`${host.url}/me`)
  const saving = here.page.waitForEvent('download')
  await here.page.getByRole('link', { name: 'Save everything' }).click()
  const file = join(place, 'all.db')
  await (await saving).saveAs(file)
  await here.context.close()

  const there = await arrive('/me', undefined, join(place, 'there'))
  const opened = there.page.locator('.keeping input[type=file]')
  await opened.setInputFiles({ name: 'other.db', mimeType: '', buffer: Buffer.from('nothing of ours') })
  await there.page.locator('.keeping [role=alert]').waitFor()
  await opened.setInputFiles(file)
  await there.page.locator('.keeping [role=alert]').waitFor({ state: 'detached' })
  await there.page.goto(host.url + pathname)
  await nth(there.page, most).waitFor()
  await there.context.close()
})

/** What is said in the worker before its own program runs. */
const first = (line) => (page) =>
  page.route('**/python/worker.mjs', async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ response: answer, body: `${line}\n${await answer.text()}` })
  })
const TROUBLES = {
  'keeps nothing': [first('StorageManager.prototype.getDirectory = undefined'), 'saves nothing here', true],
  'has a damaged file': [damage, 'set aside in this browser', true],
  'has no WebAssembly with SIMD': [first('WebAssembly.validate = () => false'), 'could not start', false],
  'has no workers': [(page) => page.addInitScript(() => delete globalThis.Worker), 'too old', false],
}

/** Something else in the place of what was kept. */
async function damage(page) {
  await page.goto(`${host.url}/written/index.json`)
  await page.evaluate(async () => {
    const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle('recif', { create: true })
    const out = await (await folder.getFileHandle('recif.db', { create: true })).createWritable()
    await out.write('this is no database '.repeat(1000))
    await out.close()
  })
}

for (const [trouble, [prepare, said, plays]] of Object.entries(TROUBLES))
  test(`a browser that ${trouble} says so, and the rest works`, { skip }, async () => {
    const { context, page } = await arrive('/', prepare, join(place, trouble))
    await page.locator('.starting[role=alert]', { hasText: said }).waitFor()
    await page.locator('.starting button').click()
    if (plays) {
      await begin(page, 'xok', 1)
      await play(page, mouse, async () => (await told(page)) >= 2)
    } else {
      await page.goto(`${host.url}/lesson/xok`)
      await page.locator('.stage').first().waitFor()
    }
    await context.close()
  })
