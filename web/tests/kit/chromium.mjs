/** Where Chromium is (as scripts/chromium looks for it), and how it is started. */

import { existsSync } from 'node:fs'
import { delimiter, isAbsolute, join } from 'node:path'
import { chromium } from 'playwright-core'

const NAMES = [process.env.CHROMIUM, 'chromium', 'chromium-browser', 'google-chrome'].filter(Boolean)
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

function found() {
  for (const name of NAMES) {
    if (isAbsolute(name) && existsSync(name)) return name
    const path = (process.env.PATH ?? '')
      .split(delimiter)
      .map((folder) => join(folder, name))
      .find(existsSync)
    if (path) return path
  }
  throw new Error('no Chromium: install it, or set CHROMIUM to where it is')
}

export function openBrowser() {
  return chromium.launch({ executablePath: found(), args: FLAGS, headless: true })
}
