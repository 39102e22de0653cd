/** Récif without a server, in a real browser: `make page` first. Skipped where it was not built. */

import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { openBrowser, openKept } from './kit/chromium.mjs'
import { golden } from './kit/golden.mjs'
import { mouse, play, playOne } from './kit/hands.mjs'
import { BUILT, Host, begin, isBuilt, isUp, told } from './kit/page.mjs'
import { PATIENCE, until } from './kit/settled.mjs'
import { PYTHON, ROOT, Server } from './kit/server.mjs'
import { LIT } from './kit/sights.mjs'
import { Visitor } from './kit/visitor.mjs'

const KILLS = Number(process.env.KILLS ?? 3)
const skip = isBuilt() ? false : 'there is no dist/page: make page'
const place = mkdtempSync(join(tmpdir(), 'recif-profile-'))
const profile = join(place, 'kept')
const host = new Host()
before(() => (skip ? undefined : host.start()))
const open = new Set() // a test that fails leaves its browser: nothing would end
after(async () => {
  for (const context of open) await context.close()
  if (!skip) await host.stop()
  rmSync(place, { recursive: true, force: true })
})

/** The page in a browser that remembers; what goes wrong in it is kept. */
async function arrive(path, prepare = async () => {}, folder = profile, at = host, forbids = false) {
  const context = await openKept(folder, forbids)
  open.add(context)
  const page = await context.newPage()
  page.setDefaultTimeout(PATIENCE)
  const troubles = []
  page.on('pageerror', (error) => troubles.push(String(error.stack ?? error)))
  await page.addInitScript(remember)
  await prepare(page)
  await page.goto(at.url + path)
  return { context, page, troubles }
}

/** In the page, before its own scripts: settings, where they can be kept. */
function remember() {
  const settings = { language: 'en', motion: 'still', pace: 'once', sound: false }
  try {
    localStorage.setItem('recif.settings', JSON.stringify(settings))
  } catch {
    // an empty page, or a browser that keeps nothing
  }
}

const nth = (page, n) => page.locator('.moves li:not(.none)').nth(n - 1)
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

test('a television needs a server, and so does a hand: the page says that it cannot yet', { skip }, async () => {
  const { context, page } = await arrive('/tv')
  await page.getByRole('alert').filter({ hasText: 'Not yet' }).waitFor()
  await page.goto(`${host.url}/hand`)
  await page.locator('input.code').fill('BCDF')
  await page.locator('.enter .go').click()
  await page.locator('.trouble', { hasText: 'Not yet' }).waitFor()
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
    await playOne(page) // not waited for: the move may be anywhere on its way; what the page tells was kept before
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

test(
  'everything is saved as one file, opened on another device, and joined to an account on a server',
  { skip },
  async () => {
    const server = await new Server().start()
    const folder = join(place, 'leads')
    cpSync(BUILT, folder, { recursive: true })
    const env = { ...process.env, PYTHONPATH: join(ROOT, 'src') }
    execFileSync(PYTHON, ['-m', 'recif.page.written', folder, server.url], { cwd: ROOT, env }) // as `make page SERVER=…`
    const site = await new Host(folder).start()
    open.add({ close: () => Promise.all([site.stop(), server.stop()]) })
    const here = await arrive('/', undefined, join(place, 'here'), site)
    await isUp(here.page)
    await here.page.locator(`.hero a[href="${server.url}"]`).waitFor()
    await begin(here.page, 'kroc', 1)
    await play(here.page, mouse, async () => (await told(here.page)) >= 2)
    const [{ pathname }, most] = [new URL(here.page.url()), await told(here.page)]
    await here.page.getByRole('button', { name: 'Resign' }).click()
    await here.page.getByRole('button', { name: 'Yes' }).click()
    await here.page.locator('.outcome').waitFor()
    await here.page.evaluate(() => localStorage.setItem('recif.school', '{"done":{"xok":[1,2]}}'))
    await here.page.goto(`${site.url}/me`)
    await isUp(here.page)
    const saving = here.page.waitForEvent('download')
    await here.page.getByRole('button', { name: 'Save everything' }).click()
    const file = join(place, 'all.json')
    await (await saving).saveAs(file)

    const there = await arrive('/me', undefined, join(place, 'there'))
    const opened = there.page.locator('.keeping input[type=file]')
    await opened.setInputFiles({ name: 'other.json', mimeType: '', buffer: Buffer.from('nothing of ours') })
    await there.page.locator('.keeping [role=alert]').waitFor()
    await opened.setInputFiles(file)
    await there.page.locator('.keeping [role=alert]').waitFor({ state: 'detached' })
    await there.page.goto(host.url + pathname)
    await nth(there.page, most).waitFor()
    assert.deepEqual(await learned(there.page), { xok: [1, 2] })
    await there.context.close()

    const { page } = here
    await page.getByRole('link', { name: 'Go to localhost' }).click()
    await page.waitForURL(`${server.url}/me`)
    assert.deepEqual(here.troubles, [])
    await here.context.close()

    const browser = await openBrowser()
    open.add(browser)
    const visitor = await Visitor.arrive(browser, server.url)
    await visitor.ask('POST', '/api/account', JSON.stringify({ name: 'Zoé', password: 'a long secret' }))
    await visitor.go('/me')
    await visitor.page.locator('.joining input[type=file]').setInputFiles(file)
    await visitor.page.getByText('Matches added to your account: 1.').waitFor()
    assert.deepEqual(await learned(visitor.page), { xok: [1, 2] })
    await visitor.go('/study')
    await visitor.page.locator('section', { hasText: 'Imported matches' }).getByRole('link').first().waitFor()
    await visitor.leave()
  },
)

const learned = (page) => page.evaluate(() => JSON.parse(localStorage.getItem('recif.school')).done)

test('what is new is told once to who was here before, and to nobody else', { skip }, async () => {
  const { context, page } = await arrive('/', undefined, join(place, 'new'))
  await isUp(page)
  await page.locator('[data-game=xok]').waitFor()
  assert.equal(await page.locator('[data-news]').count(), 0)
  await page.evaluate(() => localStorage.setItem('recif.news', '0')) // as after an update
  await page.reload()
  const news = page.locator('[data-news]')
  await news.getByText('New: tap a line').waitFor()
  await news.getByRole('button', { name: 'Got it' }).click()
  await page.reload()
  await isUp(page)
  await page.locator('[data-game=xok]').waitFor()
  assert.equal(await news.count(), 0)
  await context.close()
})

test('a second tab says that there is another, and takes over when that is closed', { skip }, async () => {
  const { context, page } = await arrive('/', undefined, join(place, 'two'))
  await isUp(page)
  await begin(page, 'xok', 1)
  await play(page, mouse, async () => (await told(page)) >= 2)
  const [url, most] = [page.url(), await told(page)]
  const second = await context.newPage()
  second.setDefaultTimeout(PATIENCE)
  await second.goto(url)
  const said = second.locator('.starting[role=alert]', { hasText: 'already open in another tab' })
  await said.waitFor()
  await play(page, mouse, async () => (await told(page)) > most) // the first goes on undisturbed
  const more = await told(page)
  await page.close()
  await said.waitFor({ state: 'detached' })
  await nth(second, more).waitFor()
  await play(second, mouse, async () => (await told(second)) > more)
  await context.close()
})

test('a full disk is told, nothing that was kept is lost, and with room again it goes on', { skip }, async () => {
  const { context, page } = await arrive('/', undefined, join(place, 'full'))
  await isUp(page)
  await begin(page, 'crabs', 1)
  await play(page, mouse, async () => (await told(page)) >= 2)
  const makeRoom = await fill(page)
  const said = page.locator('.starting[role=alert]', { hasText: 'can no longer save anything' })
  await play(page, mouse, () => said.count())
  const most = await told(page)
  await makeRoom()
  await page.reload()
  await isUp(page)
  await nth(page, most).waitFor()
  await play(page, mouse, async () => (await told(page)) > most)
  await context.close()
})

/** A later build, as somebody copies it to a host: the page says so, and `late` is not there yet. */
function update(folder, build, late) {
  const read = (name) => readFileSync(join(folder, name), 'utf8')
  const hashOf = (content) => createHash('sha256').update(content).digest('hex').slice(0, 16)
  const index = read('index.html').replace(/<html( data-build="\w+")?/, `<html data-build="${build}"`)
  writeFileSync(join(folder, 'index.html'), index)
  const hashes = JSON.parse(/const FILES = (.*?}) \/\//.exec(read('sw.js'))[1])
  const sums = { ...hashes, 'index.html': hashOf(index), ...(late && { [late]: hashOf('not there yet') }) }
  const worker = read('sw.js').replace(JSON.stringify(hashes), JSON.stringify(sums))
  writeFileSync(join(folder, 'sw.js'), worker.replace(/recif-page-\w+/, `recif-page-${build}`))
  return () =>
    writeFileSync(
      join(folder, 'sw.js'),
      worker.replace(JSON.stringify(sums), JSON.stringify({ ...sums, [late]: hashes[late] })),
    )
}

test(
  'an update that is half there changes nothing, a whole one waits until the page is opened again; the game stays',
  { skip },
  async (t) => {
    const folder = join(place, 'site')
    cpSync(BUILT, folder, { recursive: true })
    const site = await new Host(folder).start()
    t.after(() => site.stop())
    const { context, page: first } = await arrive('/', undefined, join(place, 'update'), site)
    let page = first
    await isUp(page)
    await begin(page, 'kroc', 1)
    await play(page, mouse, async () => (await told(page)) >= 2)
    const url = page.url()
    const look = () => page.evaluate(() => navigator.serviceWorker.ready.then((kept) => kept.update().then(() => {})))
    const state = () =>
      page.evaluate(async () => {
        const kept = await navigator.serviceWorker.ready
        return kept.installing ? 'loading' : kept.waiting ? 'waiting' : 'none'
      })
    const isTried = () =>
      page.evaluate(async () => !!(await caches.match('/index.html', { cacheName: 'recif-page-second' })))
    const build = () => page.evaluate(() => document.documentElement.dataset.build)
    await look()

    const finish = update(folder, 'second', 'recif.svg')
    await look().catch(() => {}) // a browser may say that it failed
    await until(isTried)
    await until(async () => (await state()) !== 'loading')
    assert.equal(await state(), 'none', 'half an update is kept')
    await page.reload()
    await isUp(page)
    assert.equal(await build(), undefined)

    finish()
    await look()
    await until(async () => (await state()) === 'waiting')
    const most = await told(page)
    await play(page, mouse, async () => (await told(page)) > most)
    const more = await told(page)
    assert.equal(await build(), undefined, 'the page changes under who plays')
    await page.reload() // a browser may take the new one now, or when the last tab is closed
    await nth(page, more).waitFor()

    await page.close()
    page = await context.newPage()
    page.setDefaultTimeout(PATIENCE)
    await until(async () => (await page.goto(url), (await build()) === 'second'))
    await isUp(page)
    await nth(page, more).waitFor()
    await context.close()
  },
)

test(
  'what nobody waits for is not thought to its end: a match against the Abyss given up, a review left',
  { skip },
  async () => {
    const { context, page } = await arrive('/', undefined, join(place, 'stop'))
    const minds = () => page.workers().filter((one) => one.url().endsWith('/thinker.mjs')).length
    await isUp(page)
    assert.equal(minds(), 0, 'nothing runs before anything is asked')
    await begin(page, 'xok', 9)
    await play(page, mouse, minds)
    await page.getByRole('button', { name: 'Resign' }).click()
    await page.getByRole('button', { name: 'Yes' }).click()
    await page.locator('.outcome').waitFor()
    await until(() => !minds())
    await page.goto(`${host.url}/study`)
    const record = { name: 'match.json', mimeType: 'application/json', buffer: Buffer.from(golden('xok')) }
    await page.locator('input[type=file]').setInputFiles(record)
    await page.getByRole('tab', { name: 'Machine', exact: true }).click()
    await page.getByRole('button', { name: 'Analyse this match' }).click()
    await page.getByRole('button', { name: 'Analyse the match' }).click()
    await until(minds)
    await page.locator('header a').first().click()
    await until(() => !minds())
    await context.close()
  },
)

/** What is said in the worker before its own program runs. */
const first = (line) => (page) =>
  page.route('**/python/worker.mjs', async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ response: answer, body: `${line}\n${await answer.text()}` })
  })
const NOTHING_KEPT = ['saves nothing here', 'n’enregistre rien ici']
const TROUBLES = {
  'keeps no files': [first('StorageManager.prototype.getDirectory = undefined'), NOTHING_KEPT, true],
  'allows no storage at all': [async () => {}, NOTHING_KEPT, true, true],
  'has no room from the start': [fill, NOTHING_KEPT, true],
  'has a damaged file': [damage, ['set aside in this browser', 'mises de côté'], true],
  'has no WebAssembly with SIMD': [
    first('WebAssembly.validate = () => false'),
    ['could not start', 'n’a pas pu démarrer'],
    false,
  ],
  'has no workers': [(page) => page.addInitScript(() => delete globalThis.Worker), ['too old', 'trop ancien'], false],
}

/** The browser has room for one byte more; what it gives makes room again. */
async function fill(page) {
  const devtools = await page.context().newCDPSession(page)
  const allow = (quotaSize) => devtools.send('Storage.overrideQuotaForOrigin', { origin: host.url, quotaSize })
  await allow(1)
  return () => allow(undefined)
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

for (const [trouble, [prepare, [english, french], plays, forbids]] of Object.entries(TROUBLES))
  test(`a browser that ${trouble} says so, and the rest works`, { skip }, async () => {
    const { context, page, troubles } = await arrive('/', prepare, join(place, trouble), host, forbids)
    await page.locator('.starting[role=alert]', { hasText: english }).waitFor()
    for (const said of [french, english]) {
      await page.locator('header .lang').click()
      await page.locator('.starting[role=alert]', { hasText: said }).waitFor()
    }
    await page.locator('.starting button').click()
    if (plays) {
      await begin(page, 'xok', 1)
      await play(page, mouse, async () => (await told(page)) >= 2)
    } else {
      await page.goto(`${host.url}/lesson/xok`)
      await page.locator('.stage').first().waitFor()
    }
    if (plays) assert.deepEqual(troubles, [])
    await context.close()
  })

test('a picture of Python that is spoilt is forgotten, and Python starts from its files', { skip }, async () => {
  const { context, page, troubles } = await arrive('/', undefined, join(place, 'spoilt'))
  const size = (bytes) =>
    page.evaluate(async (bytes) => {
      const name = (await caches.keys()).find((one) => one.startsWith('recif-snapshot-'))
      const cache = name && (await caches.open(name))
      if (bytes) await cache.put('snapshot', new Response(new Uint8Array(bytes).fill(7)))
      return (await (await cache?.match('snapshot'))?.blob())?.size
    }, bytes)
  await isUp(page)
  await until(async () => (await size()) > 1e6)
  assert.equal(await size(1000), 1000)
  await page.reload()
  await isUp(page)
  await begin(page, 'xok', 1)
  await play(page, mouse, async () => (await told(page)) >= 2)
  assert.notEqual(await size(), 1000)
  assert.deepEqual(troubles, [])
  await context.close()
})
