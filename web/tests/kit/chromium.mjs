/** Where Chromium is (as scripts/chromium looks for it), and how it is started. */

import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { delimiter, isAbsolute, join } from 'node:path'
import { chromium } from 'playwright-core'
import { IS_FIREFOX } from './place.mjs'
import { PATIENCE } from './settled.mjs'

const WHOLE = ['chromium', 'chromium-browser', 'google-chrome']
const BARE = ['chromium-headless-shell'] // the same engine without windows: three fifths of the processor time
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

export function found(names, wanted = 'Chromium') {
  for (const name of names) {
    if (isAbsolute(name) && existsSync(name)) return name
    const path = (process.env.PATH ?? '')
      .split(delimiter)
      .map((folder) => join(folder, name))
      .find(existsSync)
    if (path) return path
  }
  throw new Error(`no ${wanted}: install it, or set ${wanted.toUpperCase()} to where it is`)
}

/** `whole`: with what only a browser with windows has, such as notifications. */
export async function openBrowser({ whole = false, flags = [] } = {}) {
  if (IS_FIREFOX) return (await import('./firefox.mjs')).openFirefox()
  const names = [process.env.CHROMIUM, ...(whole ? [] : BARE), ...WHOLE].filter(Boolean)
  return chromium.launch({
    executablePath: found(names),
    args: [...FLAGS, ...flags],
    headless: true,
    timeout: PATIENCE,
  })
}

/** One that remembers, in a folder, what pages have kept: the whole browser, with service workers. `forbids`: it lets no page
 * keep anything. */
export async function openKept(folder, forbids = false) {
  if (IS_FIREFOX) return (await import('./firefox.mjs')).openKept(folder, forbids)
  if (forbids) forbid(folder)
  const executablePath = found([process.env.CHROMIUM, ...WHOLE].filter(Boolean))
  return chromium.launchPersistentContext(folder, { executablePath, args: FLAGS, headless: true, timeout: PATIENCE })
}

/** In the settings of a browser that was never open. */
function forbid(folder) {
  mkdirSync(join(folder, 'Default'), { recursive: true })
  const settings = { profile: { default_content_setting_values: { cookies: 2 } } }
  writeFileSync(join(folder, 'Default/Preferences'), JSON.stringify(settings))
}
