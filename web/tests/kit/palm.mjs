/** A phone that is only a hand: everything that is written on it is in sight, whole, and over nothing else. */

import { faults } from './settled.mjs'
import { keep, speak } from './sofa.mjs'
import { overlaid } from './written.mjs'

/** Whatever is wrong with the hand as it is now, or with something else on that phone, in French and in English. */
export async function cramped(page, root = '.hand') {
  const found = []
  for (const language of ['en', 'fr']) {
    await speak(page, language)
    const wrong = [...(await faults(page, cut, root)), ...(await faults(page, overlaid, root))]
    found.push(...wrong.map((one) => `${language}: ${one}`))
    await keep(page, `hand-${language}`)
  }
  return found
}

/** In the page. A hand is one screen; what else a phone shows may be longer. */
function cut(root) {
  const isSeen = (one) => one.checkVisibility() && !one.closest('.unseen')
  const isHand = root === '.hand'
  const out = [...document.querySelectorAll(root)].some(isSeen) ? [] : [`there is no ${root}`]
  for (const button of [...document.querySelectorAll(`${root} :is(button, summary)`)].filter(isSeen)) {
    const { left, top, right, bottom } = button.getBoundingClientRect()
    const words = button.textContent.trim()
    if (left < -1 || right > screen.width + 1 || (isHand && (top < -1 || bottom > innerHeight + 1)))
      out.push(`${words} is not in sight`)
    if (button.scrollWidth > button.clientWidth + 1) out.push(`${words} is cut`)
  }
  for (const part of document.querySelectorAll('.hand .board, .hand .stage, .hand .stage > *'))
    if (part.scrollWidth > part.clientWidth + 1 && getComputedStyle(part).overflowX !== 'visible')
      out.push(`${part.className} is too wide`)
  if (document.documentElement.scrollWidth > screen.width) out.push('the page is too wide')
  if (isHand && document.documentElement.scrollHeight > innerHeight + 1) out.push('the page scrolls')
  return out
}
