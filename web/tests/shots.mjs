/** `npm run shots`: every page and board at three widths, in both languages and lights, into shots/. They are to be looked at. */

import { mkdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { openBrowser } from './kit/chromium.mjs'
import { mouse, play } from './kit/hands.mjs'
import { Server } from './kit/server.mjs'
import { MACHINE, ME, OPEN, SHORT } from './kit/tables.mjs'
import { Visitor } from './kit/visitor.mjs'

const FOLDER = fileURLToPath(new URL('../../shots/', import.meta.url))
const WIDTHS = [360, 768, 1440]
const STEPS = 24 // picks into a game before its picture is taken

const server = await new Server().start()
const browser = await openBrowser()
mkdirSync(FOLDER, { recursive: true })

/** Pages by name; the tables are played a little first, and one to its end. */
async function places(visitor) {
  const found = { home: '/', settings: '/me', watch: '/watch/xok', rules: '/learn/xok', new: '/new/kroc?with=friends', lost: '/nowhere' }
  for (const [game, wish] of Object.entries(SHORT)) {
    found[game] = `/t/${await visitor.open({ game, seats: [ME, MACHINE], options: wish.options?.setup ? wish.options : {} })}`
    await play(visitor.page, mouse, (step) => step >= STEPS)
  }
  found.over = `/t/${await visitor.open({ game: 'kroc', seats: [ME, MACHINE] })}`
  await play(visitor.page, mouse)
  found.review = found.over.replace('/t/', '/review/')
  found.invite = `/t/${await visitor.make({ game: 'crocodiles', seats: [ME, OPEN] })}`
  found.curtain = `/t/${await visitor.make({ game: 'crabs', seats: [ME, ME], shared: true })}`
  return found
}

const visitor = await Visitor.arrive(browser, server.url)
const { page } = visitor
for (const [name, path] of Object.entries(await places(visitor)))
  for (const language of ['fr', 'en'])
    for (const theme of ['light', 'dark']) {
      await page.evaluate((chosen) => localStorage.setItem('recif.settings', JSON.stringify(chosen)), { language, theme, motion: 'still', sound: false, confirm: false })
      await visitor.go(path)
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: width < 500 ? 740 : 900 })
        await page.waitForTimeout(150)
        await page.screenshot({ path: `${FOLDER}${name}-${width}-${language}-${theme}.png`, fullPage: true })
      }
    }
await browser.close()
await server.stop()
process.stdout.write(`${FOLDER}\n`)
