/** Firefox as people have it, by WebDriver BiDi: a driver of its own (`make firefox` fetches it), since the one for Chromium asks
 * for more than Firefox ESR knows. */

import { createRequire } from 'node:module'
import { join } from 'node:path'
import { found } from './chromium.mjs'
import { ROOT } from './server.mjs'
import { PATIENCE } from './settled.mjs'

const NAMES = ['firefox-esr', 'firefox']
const NO_COOKIES = 2 // nor anything else, as it says in the settings
const PHONES = { 'ui.useOverlayScrollbars': 1 } // a scroll bar takes no room on a phone

export async function openFirefox() {
  const browser = await launcher().launch({ ...where(), firefoxUserPrefs: PHONES })
  await teach(browser)
  return browser
}

/** One that remembers, in a folder; or lets no page keep anything. */
export function openKept(folder, forbids) {
  const firefoxUserPrefs = forbids ? { 'network.cookie.cookieBehavior': NO_COOKIES } : {}
  return launcher().launchPersistentContext(folder, { ...where(), firefoxUserPrefs })
}

const launcher = () => createRequire(join(ROOT, 'dist/firefox/'))('playwright-core').firefox

function where() {
  const executablePath = found([process.env.FIREFOX, ...NAMES].filter(Boolean), 'Firefox')
  return { channel: 'moz-firefox', executablePath, headless: true, timeout: PATIENCE }
}

/** This driver's finger does nothing, and it scrolls to the middle what can be seen already; Firefox knows better. */
async function teach(browser) {
  const page = await browser.newPage()
  const driver = browser._connection.toImpl(page).delegate
  Object.getPrototypeOf(driver.rawTouchscreen).tap = tap
  const prototype = Object.getPrototypeOf(driver)
  const scroll = prototype.scrollRectIntoViewIfNeeded
  prototype.scrollRectIntoViewIfNeeded = async function (handle, rect) {
    const isThere = await handle.evaluateInUtility(isInSight, null)
    return isThere === true ? 'done' : scroll.call(this, handle, rect)
  }
  await page.close()
}

async function tap(progress, x, y) {
  const finger = { type: 'pointer', id: 'finger', parameters: { pointerType: 'touch' } }
  const place = { x: Math.floor(x), y: Math.floor(y) }
  const actions = [
    { type: 'pointerMove', ...place },
    { type: 'pointerDown', button: 0 },
    { type: 'pointerUp', button: 0 },
  ]
  const context = this._session.sessionId
  await progress.race(this._session.send('input.performActions', { context, actions: [{ ...finger, actions }] }))
}

/** In the page. */
function isInSight([, node]) {
  const { top, bottom, left, right } = node.getBoundingClientRect()
  return top >= 0 && left >= 0 && bottom <= innerHeight && right <= innerWidth
}
