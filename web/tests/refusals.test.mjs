/** A click that the rules refuse says why: a sentence, and the rule where there is one. */

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openBrowser } from './kit/chromium.mjs'
import { chance, mouse, play } from './kit/hands.mjs'
import { Server } from './kit/server.mjs'
import { shortTables } from './kit/tables.mjs'
import { settled } from './kit/settled.mjs'
import { wrongAt } from './kit/sizes.mjs'
import { Visitor } from './kit/visitor.mjs'

const server = await new Server().start() // it knows the games
const SHORT = await shortTables(server.url)
let browser
before(async () => (browser = await openBrowser()))
after(() => Promise.all([browser.close(), server.stop()]))

const SCREENS = ['a phone', 'a phone on its side', 'a laptop'] // whatever is refused lies over nothing

/** In the page: the middle of some spot that is not lit, if there is one where a finger reaches it. */
function unlit(chance) {
  const middle = (spot) => {
    const box = spot.getBoundingClientRect()
    return { spot: spot.dataset.spot, x: box.x + box.width / 2, y: box.y + box.height / 2 }
  }
  const isReached = (spot) => {
    spot.scrollIntoView({ block: 'center', behavior: 'instant' })
    const { x, y } = middle(spot)
    return spot.contains(document.elementFromPoint(x, y))
  }
  const found = [...document.querySelectorAll('.stage [data-spot]:not([data-lit])')].filter(
    (one) => one.ariaPressed !== 'true' && isReached(one),
  )
  const spot = found[Math.floor(chance * found.length)]
  return spot && isReached(spot) && middle(spot)
}

/** The slip that explains a thing lies over others, and stays until it is closed. */
async function sendAway(page) {
  const slip = page.locator('.about')
  if (await slip.count()) await slip.locator('button').last().click()
  await slip.waitFor({ state: 'detached' })
}

for (const [i, [game, wish]] of Object.entries(SHORT).entries())
  test(`${game}: a refused click explains itself and changes nothing`, async (t) => {
    const visitor = await Visitor.arrive(browser, server.url, { language: i % 2 ? 'en' : 'fr' })
    const table = await visitor.open(wish)
    const said = []
    for (let tries = 0; tries < 12 && said.length < 3; tries++) {
      const known = visitor.seen(table).log?.length ?? 0
      await play(visitor.page, mouse, () => visitor.seen(table).log.length > known)
      await play(visitor.page, mouse, () => visitor.page.locator('.stage [data-lit]').count()) // the curtain, if there is one
      const before = visitor.seen(table).log.length
      await settled(visitor.page)
      const place = await visitor.page.evaluate(unlit, chance())
      if (!place) continue
      await visitor.page.mouse.click(place.x, place.y)
      // a reason, or what the thing is if it could never be chosen
      const words = visitor.page.locator('.status.refused .words, .about p').first()
      await words.waitFor().catch(() => assert.fail(`${game}: a click on ${place.spot} is met with silence`))
      const sentence = (await words.textContent()).trim()
      assert.ok(sentence.length > 10 && !sentence.includes('undefined'), sentence)
      assert.equal(visitor.seen(table).log.length, before)
      if (!said.length) assert.deepEqual(await wrongAt(visitor.page, SCREENS), [], sentence)
      said.push(`${place.spot}: ${sentence}`)
      await sendAway(visitor.page)
    }
    assert.ok(said.length, 'no unlit spot was found')
    said.forEach((line) => t.diagnostic(line))
    await visitor.leave()
  })

test('an option that is no number is refused in words, and nothing is made of it', async () => {
  const games = await (await fetch(`${server.url}/api/games`)).json()
  const numbers = games.flatMap((game) => game.options.map((option) => ({ game, option })))
  const { game, option } = numbers.find(({ option }) => option.kind === 'numbers')
  const visitor = await Visitor.arrive(browser, server.url, { language: 'fr' })
  await visitor.page.goto(`${server.url}/new/${game.id}`)
  await visitor.page.getByText(option.says.fr).click()
  await visitor.page.getByRole('textbox', { name: option.says.fr }).fill('6, 6, six')
  await visitor.page.locator('form button.main').click()
  assert.match(await visitor.page.getByRole('alert').textContent(), /six/)
  assert.ok(visitor.page.url().includes('/new/'))
  await visitor.leave(/status of 400/) // the refusal itself
})
