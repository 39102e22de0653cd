/** An evening: whom to play, what is asked, how it ends, and what one is told meanwhile. */

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { match } from '../src/boards/xok/tests.mjs'
import { openBrowser } from './kit/chromium.mjs'
import { mouse, play, playOne } from './kit/hands.mjs'
import { Server } from './kit/server.mjs'
import { replay } from './kit/sights.mjs'
import { ME, shortTables } from './kit/tables.mjs'
import { DESK, PHONE, Visitor } from './kit/visitor.mjs'

const GENTLE = { kind: 'machine', level: 1 }
const CODES = /\b(draw|drop|mix|give|pinch|steal):|\b[a-i]\d{1,2}\*|\baccept\b|\bplatter\b|\blollipop\b/
const server = await new Server().start()
const SHORT = await shortTables(server.url)
let browser
before(async () => (browser = await openBrowser()))
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

test('machines of one level at one table have different names', async () => {
  const visitor = await arrive()
  const table = await visitor.open({ game: 'kroc', seats: [ME, ...Array(4).fill(GENTLE)] })
  await visitor.page.locator('.stage [data-lit]').first().waitFor()
  const names = visitor
    .seen(table)
    .info.seats.slice(1)
    .map((seat) => seat.name.en)
  assert.equal(new Set(names).size, 4, names.join(', '))
  await visitor.leave()
})

for (const [game, wish] of Object.entries(SHORT).filter(([game]) => game !== 'crocodiles'))
  test(`${game}: on a phone the end comes into view and says why, and no line of the list has codes`, async () => {
    const visitor = await arrive({ language: 'fr' }, PHONE)
    const table = await visitor.open(wish)
    await play(visitor.page, mouse)
    const outcome = visitor.page.locator('.outcome')
    await visitor.page.waitForFunction(() => {
      const { top, bottom } = document.querySelector('.outcome h2').getBoundingClientRect()
      return top >= 0 && bottom <= innerHeight
    })
    const { result } = visitor.seen(table).now
    assert.ok((await outcome.innerText()).includes(result.why.fr), result.why.fr)
    assert.doesNotMatch(await visitor.page.locator('.moves').innerText(), CODES)
    await visitor.leave()
  })

test('a win is kept, offers the next opponent, and glows; its picture can be taken away', async () => {
  const visitor = await arrive({}, DESK)
  const { page } = visitor
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

test('kroc: what is asked waits until the reveal is over', async () => {
  const visitor = await arrive({ motion: 'full' })
  const { page } = visitor
  await visitor.open({ game: 'kroc', seats: [ME, GENTLE, GENTLE] })
  await page.locator('.pile[data-lit]').first().waitFor()
  await playOne(page)
  await page.locator('.slam').waitFor()
  assert.doesNotMatch(await page.locator('.status').innerText(), /Your turn/)
  await page.locator('.cloth.now').waitFor()
  assert.match(await page.locator('.status').innerText(), /pile \d/)
  await page.keyboard.press('Shift') // seen enough
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

test('the profile refuses an empty name and a short password in plain words', async () => {
  const visitor = await arrive()
  const { page } = visitor
  await visitor.go('/me')
  await page.getByLabel('Name').first().fill('')
  await page.getByRole('button', { name: 'Change my name' }).click()
  await page.getByText('Write a name first.').waitFor()
  await page.getByText('Create an account').first().click()
  const form = page.locator('details[open] form')
  await form.getByLabel('Name').fill('Ada')
  await form.getByLabel(/Password/).fill('short')
  await form.getByRole('button').click()
  await page.getByText('at least 8 characters').waitFor()
  await visitor.leave()
})
