/** A reveal of Cric Crac Kroc, frame by frame: `node tests/film.mjs <folder> [fr|en] [phone|desk] [full|still] [light|dark]`. */

import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { openBrowser } from './kit/chromium.mjs'
import { ME } from './kit/seats.mjs'
import { Server } from './kit/server.mjs'
import { PHONE, Visitor } from './kit/visitor.mjs'

const LAPTOP = { viewport: { width: 1366, height: 657 } }
const GENTLE = { kind: 'machine', level: 1 }
const ROUNDS = 2
const MOST = 120 // frames

const [folder, language = 'fr', device = 'phone', motion = 'full', theme = 'light'] = process.argv.slice(2)
await mkdir(folder, { recursive: true })
const server = await new Server().start()
const browser = await openBrowser()
const screen = device === 'phone' ? PHONE : LAPTOP
const visitor = await Visitor.arrive(browser, server.url, { language, motion, theme, pace: 'calm' }, screen)
const { page } = visitor
await visitor.open({ game: 'kroc', seats: [ME, GENTLE, GENTLE] })

let taken = 0
const shoot = () => page.screenshot({ path: join(folder, `${String(taken++).padStart(3, '0')}.png`) })
for (let round = 0; round < ROUNDS; round++) {
  const lit = page.locator('.pile[data-lit]')
  await lit.first().waitFor({ timeout: 180_000 })
  await shoot()
  const before = visitor.sent.filter(({ type }) => type === 'play').length
  while (visitor.sent.filter(({ type }) => type === 'play').length === before) {
    await lit.nth(1).click()
    await page.waitForTimeout(100)
  }
  await page.locator('.word, .told button').first().waitFor({ timeout: 180_000 }) // not the others, who think
  const over = page.locator('.told button')
  for (let frame = 0; frame < MOST; frame++) {
    await shoot()
    if (await over.count()) await over.click()
    if (await lit.count()) break
  }
}
await shoot()
await browser.close()
await server.stop()
