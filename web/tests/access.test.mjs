/** axe-core finds nothing serious on any page, in either language, by day or by night; nothing sticks out on a phone. */

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { findings } from './kit/axe.mjs'
import { openBrowser } from './kit/chromium.mjs'
import { mouse, play } from './kit/hands.mjs'
import { Server } from './kit/server.mjs'
import { settled } from './kit/settled.mjs'
import { everyPage } from './kit/pages.mjs'
import { shortTables } from './kit/tables.mjs'
import { PHONE, Visitor } from './kit/visitor.mjs'

const LOOKS = [
  ['en', 'light'],
  ['fr', 'dark'],
] // colours do not depend on the language, nor labels on the colours

const server = await new Server().start() // it knows the games
let browser, visitor, phone
before(async () => {
  browser = await openBrowser()
  ;[visitor, phone] = await Promise.all([
    Visitor.arrive(browser, server.url),
    Visitor.arrive(browser, server.url, { language: 'fr' }, PHONE),
  ])
})
after(() => Promise.all([browser.close(), server.stop()]))

/** In the page: it does not ask for patience any more. */
function isLoaded() {
  return !document.querySelector('main [role=status]')?.textContent.match(/…$/) || document.querySelector('.status')
}

async function dress(page, language, theme) {
  const root = page.locator('html')
  if ((await root.getAttribute('lang')) !== language) await page.locator('header .lang').click()
  if ((await root.getAttribute('data-theme')) !== theme) await page.locator('header .lang + button').click()
  await page.waitForFunction(
    ([language, theme]) =>
      document.documentElement.lang === language && document.documentElement.dataset.theme === theme,
    [language, theme],
  )
  await page.evaluate(() =>
    Promise.allSettled(
      document.getAnimations().map((one) => one.effect?.getTiming().iterations === Infinity || one.finished),
    ),
  )
  await page.waitForFunction(isLoaded)
}

for (const { name, open } of everyPage(await shortTables(server.api), play, mouse))
  test(`${name} has no serious finding in either language, by day or by night, and fits a phone`, async () => {
    const path = await open(visitor)
    const wrong = []
    for (const [language, theme] of LOOKS) {
      await dress(visitor.page, language, theme)
      wrong.push(...(await findings(visitor.page)).map((line) => `${language} ${theme} ${line}`))
    }
    assert.deepEqual(wrong, [])
    assert.deepEqual(visitor.troubles, [])
    assert.equal(await visitor.page.locator('h1').count(), 1, 'one heading tells what the page is')

    await phone.go(path)
    await phone.page.locator('h1').waitFor({ state: 'attached' })
    await phone.page.waitForFunction(isLoaded)
    await settled(phone.page)
    const wide = await phone.page.evaluate(() => document.documentElement.scrollWidth - screen.width)
    assert.ok(wide <= 0, `${wide} px too wide on a phone`)
    assert.deepEqual(phone.troubles, [])
  })

test('a path that makes no sense is a page that is not', async () => {
  for (const path of ['/constructor', '/%', '/t/%']) {
    await visitor.go(path)
    await visitor.page.locator('.lost h1').waitFor()
  }
  assert.deepEqual(visitor.troubles, [])
})
