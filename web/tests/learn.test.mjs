// The rules pages: examples drawn by the boards, that show their move and let sharks be turned; links to sections; things that explain themselves.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openBrowser } from './kit/chromium.mjs'
import { Server } from './kit/server.mjs'
import { settled } from './kit/settled.mjs'
import { gamesOf } from './kit/tables.mjs'
import { PHONE as TOUCH, Visitor } from './kit/visitor.mjs'

let server, browser, games
before(async () => {
  server = await new Server().start()
  browser = await openBrowser()
  games = [...(await gamesOf(server.url)).keys()]
})
after(async () => {
  await browser?.close()
  await server?.stop()
})

const PHONE = { width: 360, height: 740 }

async function learn(visitor, game, hash = '') {
  await visitor.page.goto(`${server.url}/learn/${game}${hash}`)
  await visitor.page.locator('[data-picture] svg').first().waitFor()
  await settled(visitor.page)
}

test('every example is drawn by its board, and no page is wider than a phone', async () => {
  const visitor = await Visitor.arrive(browser, server.url)
  await visitor.page.setViewportSize(PHONE)
  for (const game of games) {
    await learn(visitor, game)
    const drawn = await visitor.page.$$eval('figure', (all) => all.map((one) => one.querySelectorAll('svg').length))
    assert.ok(drawn.length > 2, game)
    assert.ok(
      drawn.every((many) => many > 0),
      game,
    )
    assert.equal(await visitor.page.evaluate(() => document.documentElement.scrollWidth), PHONE.width, game)
  }
  await visitor.leave()
})

for (const language of ['fr', 'en'])
  test(`what one needs to play is told on three screens of a phone at most, ${language}`, async () => {
    const visitor = await Visitor.arrive(browser, server.url, { language })
    await visitor.page.setViewportSize(PHONE)
    const long = []
    for (const game of games) {
      await learn(visitor, game)
      const [begin, end] = await visitor.page.$$eval('.prose h2', (all) =>
        all.map((one) => one.getBoundingClientRect().top),
      )
      const words = await visitor.page.locator('.prose').first().innerText()
      assert.doesNotMatch(words, /\b(JSON|null)\b|Σ|[{}]|depuis 0|from 0|60°/, `${game}: for programmers`)
      assert.equal(await visitor.page.locator('.prose code').count(), 0, `${game}: for programmers`)
      if (end - begin > 3 * PHONE.height) long.push(`${game}: ${((end - begin) / PHONE.height).toFixed(2)} screens`)
    }
    assert.deepEqual(long, [])
    await visitor.leave()
  })

test('a touch shows the move of an example, step by step', async () => {
  const visitor = await Visitor.arrive(browser, server.url)
  await learn(visitor, 'xok')
  const meal = visitor.page.locator('figure').nth(2)
  const fish = () => meal.locator('[data-spot="e5"]').getAttribute('aria-label')
  const after = await fish()
  await meal.locator('button.more').click()
  assert.notEqual(await fish(), after)
  await meal.locator('button.more').click()
  assert.equal(await fish(), after)
  await visitor.leave()
})

test('a big shark of an example can be turned', async () => {
  const visitor = await Visitor.arrive(browser, server.url)
  await learn(visitor, 'xok')
  const shark = visitor.page.locator('figure:has(.turner)').first()
  const label = () => shark.locator('[data-spot="e5"]').getAttribute('aria-label')
  const first = await label()
  await shark.locator('.turner button').last().click()
  assert.notEqual(await label(), first)
  await visitor.leave()
})

test('a link to a section leads to it', async () => {
  const visitor = await Visitor.arrive(browser, server.url)
  await visitor.page.setViewportSize(PHONE)
  await learn(visitor, 'crabs', '#rule-6')
  await visitor.page.waitForFunction(() => {
    const top = document.getElementById('rule-6')?.getBoundingClientRect().top
    return top !== undefined && top >= 0 && top < 300
  })
  await visitor.leave()
})

test('a piece says what it does when it is asked, and leads to its section', async () => {
  const visitor = await Visitor.arrive(browser, server.url)
  const table = await visitor.make({ game: 'xok', seats: [{ kind: 'me' }, { kind: 'me' }], shared: true })
  await visitor.page.goto(`${server.url}/t/${table}`)
  await visitor.page.locator('[data-spot="shark:60"]').click({ button: 'right' })
  const slip = visitor.page.locator('.about')
  assert.match(await slip.innerText(), /big shark/i)
  await slip.locator('button').first().click()
  await visitor.page.locator('dialog #rule-2').waitFor()
  await visitor.leave()
})

/** A finger that stays where it is until something is seen, or is lifted at once. */
async function hold(visitor, spot, seen) {
  await settled(visitor.page)
  const { x, y, width, height } = await spot.boundingBox()
  const client = await visitor.context.newCDPSession(visitor.page)
  const touchPoints = [{ x: x + width / 2, y: y + height / 2 }]
  await client.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints })
  if (seen) await visitor.page.locator(seen).waitFor()
  await client.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
}

test('on a phone a long press explains a thing and chooses nothing; a short one chooses', async () => {
  const visitor = await Visitor.arrive(browser, server.url, { language: 'fr' }, TOUCH)
  const { page } = visitor
  const table = await visitor.open({ game: 'kroc', seats: [{ kind: 'me' }, { kind: 'me' }], shared: true })
  const thing = page
    .locator('.stage [data-spot][data-lit]:is([data-about], :has([data-about])) >> visible=true')
    .first()
  await page.locator('.stage [data-lit], .curtain button').first().waitFor()
  if (await page.locator('.curtain button').count()) await page.locator('.curtain button').first().tap()
  await thing.waitFor()
  const asked = thing.locator('xpath=descendant-or-self::*[@data-about]').first()
  const before = await thing.getAttribute('aria-pressed')
  await hold(visitor, asked, '.about')
  assert.ok((await page.locator('.about').innerText()).length > 20)
  assert.equal(await thing.getAttribute('aria-pressed'), before, 'the press has chosen something')
  assert.equal(await page.locator('.status .confirm').count(), 0)
  assert.deepEqual(
    visitor.seen(table).log.filter((line) => line.seat >= 0),
    [],
  )
  await page.locator('.about button').last().tap()
  await page.locator('.about').waitFor({ state: 'detached' })
  await hold(visitor, asked)
  await page.locator('.status .confirm, .curtain button, .stage [aria-pressed=true]').first().waitFor()
  assert.equal(await page.locator('.about').count(), 0)
  await visitor.leave()
})
