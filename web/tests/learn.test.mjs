// The rules pages: examples drawn by the boards, that show their move and let sharks be turned; links to sections; things that explain themselves.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openBrowser } from './kit/chromium.mjs'
import { Server } from './kit/server.mjs'
import { gamesOf } from './kit/tables.mjs'
import { Visitor } from './kit/visitor.mjs'

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
