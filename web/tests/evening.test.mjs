/** An evening: whom to play, what is asked, how it ends, and what one is told meanwhile. */

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { match } from '../src/boards/xok/tests.mjs'
import { openBrowser } from './kit/chromium.mjs'
import { mouse, play, playOne } from './kit/hands.mjs'
import { Server } from './kit/server.mjs'
import { replay } from './kit/sights.mjs'
import { ME, OPEN } from './kit/seats.mjs'
import { DESK, PHONE, Visitor } from './kit/visitor.mjs'

const GENTLE = { kind: 'machine', level: 1 }
const server = await new Server().start()
let browser
before(async () => (browser = await openBrowser({ whole: true }))) // notices are shown there alone
after(() => Promise.all([browser.close(), server.stop()]))
const arrive = (settings, device) => Visitor.arrive(browser, server.url, settings, device)

test('Play asks who; the first time a gentle one is in focus, and the choice is remembered', async () => {
  const visitor = await arrive()
  const { page } = visitor
  const card = page.locator('[data-game=crocodiles]')
  await card.getByRole('button', { name: 'Play now', exact: true }).click()
  const faces = page.locator('dialog li button')
  assert.equal(await faces.count(), 9)
  await page.waitForFunction(() => document.activeElement?.textContent.includes('Bubble'))
  await faces.nth(3).click()
  await page.locator('.stage [data-lit]').first().waitFor()
  const code = new URL(page.url()).pathname.slice(3)
  const { info } = visitor.seen(code)
  assert.equal(info.seats[1].level, 4)
  assert.equal(info.options.setup, 'first', 'a first match begins with the set-up for it')
  assert.ok((await page.locator('.players').innerText()).includes('Barnaby'))
  await visitor.go('/')
  await card.getByRole('button', { name: 'Play now', exact: true }).click()
  await page.waitForFunction(() => document.activeElement?.textContent.includes('Barnaby'))
  await visitor.leave()
})

test('four machines are two taps away; they have different names, and the cards carry their worth', async () => {
  const visitor = await arrive()
  const { page } = visitor
  await page.locator('[data-game=kroc]').getByRole('button', { name: 'Play now', exact: true }).click()
  await page
    .getByRole('group', { name: /how many/i })
    .getByRole('button', { name: '5', exact: true })
    .click()
  await page.locator('dialog li button').first().click()
  await page.locator('.stage [data-lit]').first().waitFor()
  await page.locator('.banquet .sign + .worth').first().waitFor()
  const { info } = visitor.seen(new URL(page.url()).pathname.slice(3))
  const names = info.seats.slice(1).map((seat) => seat.name.en)
  assert.equal(new Set(names).size, 4, names.join(', '))
  await visitor.leave()
})

test('a win is kept, offers the next opponent, and glows; its picture can be taken away', async () => {
  const visitor = await arrive({}, DESK)
  const { page } = visitor
  await page.addInitScript(() => {
    const { set } = Object.getOwnPropertyDescriptor(HTMLImageElement.prototype, 'src')
    const draw = (to) => (to.startsWith('data:image/svg') ? decodeURIComponent(to) : globalThis.drawn)
    Object.defineProperty(HTMLImageElement.prototype, 'src', {
      set(to) {
        globalThis.drawn = draw(to)
        set.call(this, to)
      },
    })
  })
  const table = await visitor.open({ game: 'xok', seats: [ME, ME], shared: true })
  await page.locator('.stage [data-lit]').first().waitFor()
  await replay(visitor, table, match, 99)
  await page.locator('.outcome').waitFor()
  assert.ok(await page.locator('.glow').count())
  const taken = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Share the picture' }).click()
  const path = await (await taken).path()
  const { readFileSync } = await import('node:fs')
  const bytes = readFileSync(path)
  assert.deepEqual([...bytes.subarray(1, 4)].map((byte) => String.fromCharCode(byte)).join(''), 'PNG')
  assert.ok(bytes.length > 20_000, `${bytes.length} bytes`)
  const drawn = await page.evaluate(() => globalThis.drawn)
  assert.match(drawn, /url\(#cloth\)/, 'it lies on a cloth')
  for (const name of await page.locator('.podium .name').allInnerTexts()) assert.ok(drawn.includes(`>${name}<`), name)
  await visitor.go('/')
  await page.locator('.lists .status', { hasText: /^White wins/ }).waitFor()
  await visitor.leave()
})

test('xok: the first move offers no shark, and a phone is not told of a wheel', async () => {
  const visitor = await arrive({ language: 'fr', confirm: 'never' }, PHONE)
  const { page } = visitor
  await visitor.open({ game: 'xok', seats: [ME, ME], shared: true })
  await page.locator('[data-spot=e5][data-lit]').waitFor()
  assert.doesNotMatch(await page.locator('.status').innerText(), /requin/)
  for (const cell of ['e5', 'e6', 'c3', 'c4', 'g7', 'g8']) await page.locator(`[data-spot=${cell}][data-lit]`).tap()
  await page.locator('[data-spot="shark:small"][data-lit]').tap()
  await page.locator('.cell[data-lit]').first().tap()
  await page.locator('.turner').waitFor()
  assert.doesNotMatch(await page.locator('.status').innerText(), /molette|\bR\b/)
  await visitor.leave()
})

/** In the page, at every frame from before the bite: a beat of the reveal lasts no longer because a test is slow. */
function beside(beat) {
  if (!document.querySelector(beat)) return undefined
  const bites = document.querySelectorAll('.moves li:not(.luck):not(.none)').length
  return { asked: document.querySelector('.status').innerText, bites }
}

test('kroc: what is asked, and what the list of moves tells, wait until the reveal is over', async () => {
  const visitor = await arrive({ motion: 'full', pace: 'normal' })
  const { page } = visitor
  await visitor.open({ game: 'kroc', seats: [ME, GENTLE, GENTLE] })
  await page.locator('.pile[data-lit]').first().waitFor()
  const shown = Promise.all(['.slam', '.cloth.now'].map((beat) => page.waitForFunction(beside, beat)))
  await playOne(page)
  const [slam, cloth] = await Promise.all((await shown).map((one) => one.jsonValue()))
  assert.doesNotMatch(slam.asked, /Your turn/)
  assert.match(cloth.asked, /pile \d/)
  assert.equal(cloth.bites, 0, 'the list is ahead of the board')
  const bites = page.locator('.moves li:not(.luck):not(.none)')
  await page.keyboard.press('Shift') // seen enough
  await bites.first().waitFor()
  await page.locator('.status', { hasText: /Your turn|Treasure|wins|turn/ }).waitFor()
  await visitor.leave()
})

test('my games say when it is my turn', async () => {
  const visitor = await arrive()
  await visitor.open({ game: 'xok', seats: [ME, GENTLE] })
  await visitor.page.locator('.stage [data-lit]').first().waitFor()
  assert.match(await visitor.page.title(), /Your turn/)
  await visitor.go('/')
  await visitor.page.locator('.lists .status', { hasText: 'Your turn' }).waitFor()
  await visitor.leave()
})

test('all of my games can be reached from the home page', async () => {
  const visitor = await Visitor.arrive(browser, server.url)
  const made = []
  for (let n = 0; n < 6; n++) made.push(await visitor.make({ game: 'xok', seats: [ME, OPEN] }))
  await visitor.go('/')
  await visitor.page.getByRole('button', { name: 'See 2 more matches' }).click()
  for (const table of made) await visitor.page.locator(`.rows a[href="/t/${table}"]`).waitFor()
  await visitor.leave()
})

test('the page is dark when the device is, and its button turns it light', async () => {
  const visitor = await Visitor.arrive(browser, server.url, { theme: 'auto' })
  const isNow = (theme) =>
    visitor.page.waitForFunction((theme) => document.documentElement.dataset.theme === theme, theme)
  await visitor.page.emulateMedia({ colorScheme: 'dark' })
  await isNow('dark')
  await visitor.page.getByRole('button', { name: 'Switch theme' }).click()
  await isNow('light')
  await visitor.page.emulateMedia({ colorScheme: 'light' })
  await visitor.page.emulateMedia({ colorScheme: 'dark' })
  await isNow('light')
  await visitor.leave()
})

test('who looks elsewhere hears that it is their turn, and reads it if they asked for that', async () => {
  const visitor = await arrive({ sound: true, notify: true })
  const { page, context } = visitor
  await context.grantPermissions(['notifications'])
  await context.addInitScript(() => {
    globalThis.told = { away: false, notes: 0, notices: [] }
    Object.defineProperty(Document.prototype, 'hidden', { get: () => globalThis.told.away })
    const note = AudioContext.prototype.createOscillator
    AudioContext.prototype.createOscillator = function () {
      globalThis.told.notes++
      return note.call(this)
    }
    globalThis.Notification = class extends Notification {
      constructor(title, more) {
        super(title, more)
        globalThis.told.notices.push([title, more.body])
      }
    }
  })
  const table = await visitor.open({ game: 'xok', seats: [ME, GENTLE] })
  const told = () => page.evaluate(() => globalThis.told)
  const answered = (events) => play(page, mouse, () => visitor.seen(table).log.length >= events)
  await answered(2)
  assert.deepEqual((await told()).notices, [], 'who looks at the board needs no notice')
  await page.evaluate(() => Object.assign(globalThis.told, { away: true, notes: 0 }))
  await answered(4)
  await page.waitForFunction(() => globalThis.told.notices.length)
  const { notes, notices } = await told()
  assert.equal(notices[0][0], 'Your turn')
  assert.match(notices[0][1], /^XOK · /)
  assert.ok(notes > 0, 'a sound too')
  await visitor.leave()
})

test('the profile refuses an empty name and a short password in plain words', async () => {
  const visitor = await arrive()
  const { page } = visitor
  await visitor.go('/me')
  await page.getByRole('button', { name: 'Erase everything Récif knows about me' }).waitFor()
  assert.equal(await page.getByText('Delete my account').count(), 0, 'a guest has none')
  await page.getByLabel('Name').first().fill('')
  await page.getByRole('button', { name: 'Save name and face' }).click()
  await page.getByText('Write a name first.').waitFor()
  await page.getByText('Create an account').first().click()
  const form = page.locator('details[open] form')
  await form.getByLabel('Name').fill('Ada')
  await form.getByLabel(/Password/).fill('short')
  await form.getByRole('button').click()
  await page.getByText('at least 8 characters').waitFor()
  await visitor.leave()
})

test('a password is changed in the profile: a wrong one is told, other browsers are signed out, and the new one opens', async () => {
  const [visitor, other] = [await arrive(), await arrive({ language: 'fr' })]
  const enter = async ({ page }, title, name, password) => {
    await page.getByText(title).first().click()
    const form = page.locator('details[open] form')
    await form.locator('[autocomplete=username]').fill(name)
    await form.locator('[type=password]').fill(password)
    await form.getByRole('button').click()
  }
  const change = async (before, after) => {
    await visitor.page.getByLabel('Current password').fill(before)
    await visitor.page.getByLabel('New password').fill(after)
    await visitor.page.getByRole('button', { name: 'Change it' }).click()
  }
  await visitor.go('/me')
  await enter(visitor, 'Create an account', 'Nérée', 'first secret')
  await visitor.page.getByText('You have an account.').waitFor()
  await other.go('/me')
  await enter(other, 'J’ai déjà un compte', 'Nérée', 'first secret')
  await other.page.getByText('Changer mon mot de passe').waitFor()

  await visitor.page.getByText('Change my password').click()
  await change('first secret', 'short')
  await visitor.page.getByText('at least 8 characters').waitFor()
  await change('wrong secret', 'second secret')
  await visitor.page.locator('details[open] [role=alert]').waitFor()
  await change('first secret', 'second secret')
  await visitor.page.getByText('Your password has changed.').waitFor()
  await visitor.go('/me')
  await visitor.page.getByText('You have an account.').waitFor()

  await other.go('/me')
  await enter(other, 'J’ai déjà un compte', 'Nérée', 'second secret')
  await other.page.getByText('Bienvenue').waitFor()
  await Promise.all([visitor, other].map((one) => one.leave(/401|WebSocket/)))
})
