/** `npm run pictures`: the examples of the rules pages as the boards draw them, into docs/rules/pictures/, for those who read them elsewhere. */

import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openBrowser } from './kit/chromium.mjs'
import { flatten } from './kit/flatten.mjs'
import { PYTHON, Server } from './kit/server.mjs'
import { settled } from './kit/settled.mjs'
import { gamesOf } from './kit/tables.mjs'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const PAGES = join(ROOT, 'docs', 'rules')
const FOLDER = join(PAGES, 'pictures')

async function draw(page, url, game, language) {
  const rules = await (await fetch(`${url}/api/games/${game}/rules?language=${language}`)).json()
  const names = [...rules.markdown.matchAll(/^!\[[^\]]*\]\((pictures\/[^)]+)\)/gm)].map(([, name]) => name)
  await page.goto(`${url}/learn/${game}`)
  await page.waitForFunction((many) => document.querySelectorAll('[data-picture] svg').length >= many, names.length)
  await settled(page) // what a board picks by itself is picked
  const boards = await page.locator('[data-picture]').all()
  for (const [i, name] of names.entries())
    if (!existsSync(join(PAGES, name))) writeFileSync(join(PAGES, name), `${await boards[i].evaluate(flatten)}\n`)
}

rmSync(FOLDER, { recursive: true, force: true })
mkdirSync(FOLDER)
const server = await new Server().start()
const browser = await openBrowser()
for (const language of ['fr', 'en']) {
  const page = await browser.newPage({
    viewport: { width: 1100, height: 900 },
    locale: language,
    reducedMotion: 'reduce',
    colorScheme: 'light',
  })
  for (const game of (await gamesOf(server.url)).keys()) await draw(page, server.url, game, language)
  await page.close()
}
await browser.close()
await server.stop()
execFileSync(PYTHON, ['-m', 'tests.pictures'], {
  cwd: ROOT,
  env: { ...process.env, PYTHONPATH: process.env.PYTHONPATH ?? join(ROOT, 'src'), NUMBA_DISABLE_JIT: '1' },
})
