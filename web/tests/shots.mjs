/** `npm run shots`: everything there is to see at six sizes, in both languages and lights, into shots/. They are to be looked at.
 *
 * All by default; fewer with `npm run shots -- --only xok-late,home --width 360 --look fr-dark`.
 */

import { mkdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { chapters } from './kit/album.mjs'
import { openBrowser } from './kit/chromium.mjs'
import { Server } from './kit/server.mjs'
import { settled } from './kit/settled.mjs'
import { gamesOf } from './kit/tables.mjs'
import { Visitor } from './kit/visitor.mjs'

const FOLDER = fileURLToPath(new URL('../../shots/', import.meta.url))
const HEIGHTS = { 360: 740, 740: 360, 768: 1024, 1366: 657, 1920: 1080, 2560: 1440 }
const text = { type: 'string' }
const { only, width, look } = parseArgs({ options: { only: text, width: text, look: text } }).values
const WIDTHS = width?.split(',') ?? Object.keys(HEIGHTS)
const LOOKS = look?.split(',') ?? ['fr-light', 'fr-dark', 'en-light', 'en-dark']
const NAMES = only?.split(',')

const isWanted = (name) => !NAMES || NAMES.some((wanted) => name.startsWith(wanted))
const mayBring = (chapter) => !NAMES || NAMES.some((wanted) => wanted.startsWith(chapter) || chapter.startsWith(wanted))

/** Languages and lights change under what is shown: picks, dialogs and beats stay as they are. */
async function dress(page, language, colorScheme) {
  await page.emulateMedia({ colorScheme })
  await page.evaluate(
    (language) => document.documentElement.lang === language || document.querySelector('header .lang').click(),
    language,
  )
  await page.waitForFunction(
    ([language, theme]) =>
      document.documentElement.lang === language && document.documentElement.dataset.theme === theme,
    [language, colorScheme],
  )
  await page.waitForFunction(
    () => !document.querySelector('.prose ~ [role=status], dialog [role=status], .learn > [role=status]'),
  )
}

/** A reveal stands still because time does: no frame would ever come. */
async function picture(page, path, width) {
  await page.setViewportSize({ width: Number(width), height: HEIGHTS[width] ?? 900 })
  if (!path.includes('reveal-')) await settled(page)
  await page.screenshot({ path, fullPage: true, animations: 'disabled' })
}

async function take(page, name) {
  for (const look of LOOKS) {
    await dress(page, ...look.split('-'))
    if (!name.endsWith('curtain')) await page.locator('.curtain').waitFor({ state: 'detached' })
    for (const width of WIDTHS) await picture(page, `${FOLDER}${name}-${width}-${look}.png`, width)
  }
  await page.setViewportSize({ width: 1280, height: 900 })
}

async function show(browser, url, bring) {
  const visitor = await Visitor.arrive(browser, url, { theme: 'auto' })
  try {
    for await (const sight of bring(visitor, games)) {
      const [name, page = visitor.page] = [sight].flat()
      if (isWanted(name)) {
        await take(page, name)
        process.stdout.write(` ${name}`)
      }
      if (NAMES?.every((wanted) => wanted === name)) break
    }
  } finally {
    await visitor.context.close()
  }
}

const server = await new Server().start()
const browser = await openBrowser()
const games = await gamesOf(server.url)
mkdirSync(FOLDER, { recursive: true })
for (const [chapter, bring] of Object.entries(chapters(games)).filter(([chapter]) => mayBring(chapter))) {
  const since = Date.now()
  try {
    await show(browser, server.url, bring)
  } catch (error) {
    process.stdout.write(` ${chapter} failed: ${error.stack}`)
    process.exitCode = 1
  }
  process.stdout.write(` (${Math.round((Date.now() - since) / 1000)} s)\n`)
}
await browser.close()
await server.stop()
process.stdout.write(`${FOLDER}\n`)
