/** The rule of three metres: what is written on a television is read from the sofa, in both languages, on every screen. */

import { faults, settled } from './settled.mjs'
import { SCREEN, UHD } from './room.mjs'
import { overlaid } from './written.mjs'

const READ = 0.022 // of the screen's height: the smallest letters

/** `SHOTS=folder npm run test -- tv`: a picture of all that is measured, to be looked at. */
let taken = 0
export async function keep(page, name) {
  const { SHOTS } = process.env
  if (SHOTS) await page.screenshot({ path: `${SHOTS}/${String(++taken).padStart(3, '0')}-${name}.png` })
}

/** The page speaks that language. The button is under the television's picture: it is pressed all the same. */
export async function speak(page, language) {
  await page.evaluate(
    (language) => document.documentElement.lang === language || document.querySelector('header .lang').click(),
    language,
  )
  await page.waitForFunction((language) => document.documentElement.lang === language, language)
}

/** Whatever is wrong with the picture as it is now, in French and in English, at 1080 and 2160 lines; then as it was. */
export async function unread(page) {
  const found = []
  for (const [language, { viewport }] of [
    ['en', SCREEN],
    ['en', UHD],
    ['fr', UHD],
    ['fr', SCREEN],
  ]) {
    await speak(page, language)
    await page.setViewportSize(viewport)
    await settled(page)
    await keep(page, `${language}-${viewport.height}`)
    const wrong = [...(await faults(page, small, READ)), ...(await faults(page, overlaid, '.screen'))]
    found.push(...wrong.map((one) => `${language} ${viewport.height}: ${one}`))
  }
  return found
}

/** In the page: letters that are too small, and words that are cut or leave the screen. */
function small(READ) {
  const least = READ * innerHeight
  const isSeen = (one) => {
    const { width, height } = one.getBoundingClientRect()
    return width > 2 && height > 2 && one.checkVisibility({ visibilityProperty: true }) && !one.closest('.unseen, .sky')
  }
  const own = (one) => [...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim())
  const scale = (one, { c, d } = one.getScreenCTM?.() ?? { c: 0, d: 1 }) => Math.hypot(c, d) // it may be turned, too
  const size = (one) => parseFloat(getComputedStyle(one).fontSize) * scale(one)
  const isIn = ({ left, top, right, bottom }) =>
    left >= -1 && top >= -1 && right <= screen.width + 1 && bottom <= innerHeight + 1
  /** By a box around it; what ends with three dots is meant to. */
  const isCut = (one, { bottom } = one.getBoundingClientRect()) => {
    for (let box = one.parentElement; box?.matches('.screen *'); box = box.parentElement) {
      const { overflowY, webkitLineClamp } = getComputedStyle(box)
      if (webkitLineClamp !== 'none') return false
      if (overflowY !== 'visible' && bottom > box.getBoundingClientRect().bottom + 2) return true
    }
    return false
  }
  const out = []
  for (const one of [...document.querySelectorAll('.screen *')].filter((one) => own(one) && isSeen(one))) {
    const words = one.textContent.trim().slice(0, 30)
    if (size(one) < least - 0.5) out.push(`${words} (${size(one).toFixed(1)} of ${least.toFixed(1)})`)
    if (!isIn(one.getBoundingClientRect())) out.push(`${words} is not in sight`)
    if (one instanceof SVGElement) continue // its box has room for what goes below the line
    if (isCut(one)) out.push(`${words} is cut below`)
    if (one.scrollWidth > one.clientWidth + 2 && getComputedStyle(one).overflowX !== 'visible')
      out.push(`${words} is cut`)
  }
  return out
}
