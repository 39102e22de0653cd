/** Firefox as people have it, by WebDriver BiDi: a driver of its own (`make firefox` fetches it), since the one for Chromium asks
 * for more than Firefox ESR knows. */

import { createRequire } from 'node:module'
import { join } from 'node:path'
import { found } from './chromium.mjs'
import { ROOT } from './server.mjs'
import { PATIENCE } from './settled.mjs'

const NAMES = ['firefox-esr', 'firefox']

export function openFirefox() {
  const { firefox } = createRequire(join(ROOT, 'dist/firefox/'))('playwright-core')
  const executablePath = found([process.env.FIREFOX, ...NAMES].filter(Boolean), 'Firefox')
  return firefox.launch({ channel: 'moz-firefox', executablePath, headless: true, timeout: PATIENCE })
}
