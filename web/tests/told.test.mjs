/** What has just happened is told, at the pace that one likes, and can be seen again; names at one screen; which game for us. */

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openBrowser } from './kit/chromium.mjs'
import { mouse, play, playOne } from './kit/hands.mjs'
import { MACHINE, ME } from './kit/seats.mjs'
import { Server } from './kit/server.mjs'
import { settled, until } from './kit/settled.mjs'
import { DESK, PHONE, Visitor } from './kit/visitor.mjs'

const server = await new Server().start()
let browser
before(async () => (browser = await openBrowser()))
after(() => Promise.all([browser.close(), server.stop()]))
const arrive = (settings, device) => Visitor.arrive(browser, server.url, settings, device)

/** What is shown for a while stays for as long as the test looks at it, however slow the machine is; `release` lets it go, `step` the
 * first that waits. */
async function holdTime({ page }, isHeld) {
  await page.addInitScript(`globalThis.isHeld = ${isHeld}`)
  await page.addInitScript(() => {
    const later = setTimeout
    const held = []
    globalThis.setTimeout = (call, ms, ...more) =>
      globalThis.isHeld(ms) ? held.push(() => call(...more)) : later(call, ms, ...more)
    globalThis.release = () => {
      globalThis.isHeld = () => false
      for (const go of held.splice(0)) go()
    }
    globalThis.step = () => void held.shift()?.()
  })
}

test('kroc without motion: a card tells who bit where and who took what until it is tapped; any line is seen again, also after a reload', async () => {
  const visitor = await arrive({ motion: 'still', pace: 'normal' }, DESK)
  const { page } = visitor
  await holdTime(visitor, 'ms => ms === 1100')
  const table = await visitor.open({ game: 'kroc', seats: [ME, MACHINE, MACHINE] })
  await page.locator('.pile[data-lit]').first().waitFor()
  await playOne(page)
  const card = page.locator('.told')
  await card.waitFor()
  const { info, log } = visitor.seen(table)
  const names = info.seats.map((seat) => seat.person?.name ?? seat.name.en)
  const words = await card.innerText()
  assert.match(words, /takes pile \d: \w+|A tie on pile \d: nobody/)
  assert.ok(names.some((name) => words.includes(name)) || /nobody takes it/.test(words), words)
  await card.getByRole('button', { name: 'Continue' }).click()
  await card.waitFor({ state: 'detached' })
  await page.locator('.status .did', { hasText: /takes pile \d|for nothing|get nothing/ }).waitFor() // in one breath

  const bite = log.findIndex((line) => line.seat >= 0)
  const line = page.locator('.moves button.line').nth(bite)
  const lookAgain = async () => {
    await page.locator('.status', { hasText: 'Your turn' }).waitFor()
    await line.click()
    await page.getByRole('button', { name: 'Back to the game' }).waitFor()
    assert.ok(await page.locator('.moves .here').count(), 'the line that is shown is marked')
    assert.equal(await page.locator('.pile[data-lit]').count(), 0, 'nothing is bitten meanwhile')
    await page.getByRole('button', { name: 'Back to the game' }).click()
    await page.locator('.pile[data-lit]').first().waitFor()
  }
  await lookAgain()
  await page.reload()
  await lookAgain()
  await visitor.leave()
})

/** In the page: what is seen of a round that is revealed. */
function revealed() {
  const words = (selector) => [...document.querySelectorAll(selector)].map((one) => one.textContent.trim())
  return {
    pile: document.querySelector('[data-pile]:has(.cloth.now)')?.dataset.pile,
    faces: words('.banquet .coming > text'),
    named: words('.loot'),
    isFlying: !!document.querySelector('.flying'),
    earned: words('.earned'),
    trays: words('.eaters .kept'),
    isOver: !!document.querySelector('.pile[data-lit], .kept [data-lit], .outcome'),
  }
}

test('kroc: a hidden card turns to its face and is named, flies home, and only then counts', async () => {
  const visitor = await arrive({ motion: 'full', pace: 'normal' }, DESK)
  const { page } = visitor
  await holdTime(visitor, '() => false')
  await visitor.open({ game: 'kroc', seats: [ME, MACHINE, MACHINE] })
  const bites = () => visitor.sent.filter(({ type }) => type === 'play').length
  const step = () => page.evaluate(() => globalThis.step())
  let held, flying, counted
  while (!counted) {
    const before = bites()
    await page.locator('.pile[data-lit]').first().waitFor()
    await page.evaluate(() => (globalThis.isHeld = (ms) => ms >= 400)) // no act of it goes by unseen
    await play(page, mouse, () => bites() > before)
    await until(async () => (await page.locator('.word').count()) || step())
    const acts = []
    for (let now; !now?.isOver; await step()) acts.push((now = await page.evaluate(revealed)))
    await page.evaluate(() => globalThis.release())
    held = acts.find(({ pile, faces, named }) => {
      const isOf = (one) => one.pile === pile
      counted = acts.find((one) => isOf(one) && one.earned.length)
      flying = acts.find((one) => isOf(one) && one.isFlying)
      return faces.length && named.length && counted
    })
    counted &&= held && counted
    if (counted) assert.ok(acts.indexOf(held) < acts.indexOf(flying) && acts.indexOf(flying) < acts.indexOf(counted))
  }
  for (const face of held.faces) assert.ok(held.named.includes(`+ ${face}`), `${face}: ${held.named}`)
  assert.deepEqual(flying.trays, held.trays, 'a tray has what is still on its way')
  assert.notDeepEqual(counted.trays, held.trays)
  await visitor.leave()
})

test('crabs: a lost round has a sentence and its time; a pace that is chosen is kept', async () => {
  const visitor = await arrive({}, PHONE)
  const { page } = visitor
  await visitor.go('/me')
  await page.getByRole('button', { name: 'Quick', exact: true }).tap()
  await holdTime(visitor, '() => false')
  const table = await visitor.open({ game: 'crabs', seats: [ME, MACHINE] })
  const pass = page.locator('.stage [data-spot=pass][data-lit]')
  await play(page, mouse, () => pass.count())
  const lines = () => page.locator('.moves li:not(.none)').count()
  const seen = await lines()
  await page.evaluate(() => (globalThis.isHeld = (ms) => ms === 1200)) // no round that was lost on the way here
  await pass.tap()
  await page.locator('.status', { hasText: /You lose the round: .+ wins it\./ }).waitFor()
  await until(() => visitor.seen(table).log.some((line, i) => i > seen && line.seat === 1))
  assert.ok((await lines()) <= seen, 'what the machine does next waits until this has been seen')
  await page.evaluate(() => globalThis.release())
  await page.locator('.moves li').nth(seen).waitFor({ state: 'attached' })
  await visitor.leave()
})

test('a family is seated by two taps, the curtain and the result say their names, and the home page knows which game suits them', async () => {
  const visitor = await arrive({}, PHONE)
  const { page } = visitor
  const button = (name) => page.getByRole('button', { name, exact: true })
  const chooser = page.getByRole('form', { name: 'Which game for us?' })
  await chooser.getByLabel('We are').selectOption('3')
  await chooser.getByLabel('the youngest is').selectOption('7')
  await chooser.getByText(/Cric Crac Kroc for 3, about \d+ min, from age 7: .*laughs/).waitFor()
  await chooser.getByRole('link', { name: 'Let’s play' }).tap()
  for (const name of ['Zoé', 'Papa', 'Mamie']) {
    await button('New name').tap()
    await page.getByLabel('Name', { exact: true }).fill(name)
    await button('Add').tap()
    await page.locator('.family [aria-pressed=true]', { hasText: name }).waitFor()
  }
  await button('Open the table').tap()
  await page.locator('.curtain', { hasText: 'Zoé' }).waitFor()
  await button('I am Zoé, show my hand').tap()
  await page.locator('.pile[data-lit]').first().tap()
  await page.locator('.curtain', { hasText: 'Papa' }).waitFor()

  await visitor.go('/new/kroc?with=friends')
  await page.getByRole('button', { name: /^Seat 2/ }).tap()
  await page.locator('dialog .choices button').last().tap()
  await settled(page)
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 360, 'with a machine it is no wider')
  await visitor.go('/')
  await page.locator('[data-game=xok]').getByRole('link', { name: 'On this screen' }).tap()
  await page.locator('.family [aria-pressed=true]', { hasText: 'Papa' }).waitFor()
  assert.equal(await page.locator('.family [aria-pressed=true]').count(), 2, 'as many as there is room for')
  await button('Open the table').tap()
  await page.locator('.stage [data-lit]').first().waitFor()
  await page.getByRole('button', { name: 'Menu' }).tap()
  await page.getByRole('link', { name: 'Notices' }).waitFor()
  await button('Resign').tap()
  await button('Yes').tap()
  await page.locator('.outcome', { hasText: 'Papa' }).waitFor()
  assert.deepEqual(await page.locator('.players li strong').allInnerTexts(), ['Zoé', 'Papa'])

  await visitor.go('/me')
  await page.getByRole('button', { name: /^Zoé/ }).tap()
  await page.waitForFunction(() => JSON.parse(localStorage.getItem('recif.family')).front)
  await page.getByRole('button', { name: /^Zoé/, pressed: true }).waitFor()
  await visitor.leave()
})
