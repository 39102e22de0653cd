/** The screens that people have, and what may go wrong on each: something out of sight, one thing over another, words that are cut. */

import { faults, settled } from './settled.mjs'

export const SIZES = {
  'a small phone': [320, 568],
  'a phone': [360, 740],
  'a phone on its side': [740, 360],
  'a tablet': [768, 1024],
  'a laptop': [1366, 657],
  'a television': [1920, 1080],
  'a large television': [2560, 1440],
}
const PARTS = ['.top', '.strip', '.board', '.stage > *', '.actions', 'aside']
const OVER = [['.strip', '.top']] // advice may lie over the players

export async function resize(page, name) {
  const [width, height] = SIZES[name]
  await page.setViewportSize({ width, height })
  await settled(page)
}

/** What is wrong with the table as it is now. */
export function wrong(page) {
  return faults(page, wrongHere, { PARTS, OVER })
}

/** The same at each of these sizes. */
export async function wrongAt(page, names = Object.keys(SIZES)) {
  const found = []
  for (const name of names) {
    await resize(page, name)
    found.push(...(await wrong(page)).map((one) => `${name}: ${one}`))
  }
  return found
}

/** In the page. */
function wrongHere({ PARTS, OVER }) {
  const EDGE = 0.6 // of a pixel
  const isSeen = (one) => one?.checkVisibility() && one.getClientRects().length
  const parts = PARTS.map((name) => [name, document.querySelector(`.desk.table ${name}`)]).filter(([, one]) =>
    isSeen(one),
  )
  const boxes = new Map(parts.map(([name, one]) => [name, one.getBoundingClientRect()]))
  const inside = ({ left, top, right, bottom }) =>
    left >= -EDGE && top >= -EDGE && right <= screen.width + EDGE && bottom <= innerHeight + EDGE
  const told = ({ left, top, right, bottom }) => [left, top, right, bottom].map(Math.round).join(' ')
  const meet = (a, b) =>
    Math.min(a.right, b.right) - Math.max(a.left, b.left) > EDGE &&
    Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > EDGE
  const out = []

  for (const [name, box] of boxes) if (!inside(box)) out.push(`${name} is not in sight: ${told(box)}`)
  for (const [a, one] of boxes)
    for (const [b, other] of boxes) {
      const belongs =
        a >= b ||
        (a === '.board' && b.startsWith('.stage')) ||
        OVER.some((pair) => pair.includes(a) && pair.includes(b))
      if (!belongs && meet(one, other)) out.push(`${a} (${told(one)}) lies over ${b} (${told(other)})`)
    }
  for (const name of ['.top', '.strip', '.board', '.actions']) if (!boxes.has(name)) out.push(`${name} is not there`)
  const strip = document.querySelector('.desk.table .strip:has(.status:not(.long))')
  if (strip && strip.scrollHeight > strip.clientHeight + 1) out.push(`what is asked is cut: ${strip.textContent}`)
  if (document.documentElement.scrollHeight > innerHeight + 1) out.push('the page scrolls')
  if (document.documentElement.scrollWidth > screen.width) out.push('the page is too wide')
  const home = [...document.querySelectorAll('a[href="/"]')].find(
    (one) => isSeen(one) && inside(one.getBoundingClientRect()),
  )
  if (!home && !document.querySelector('.tv')) out.push('no way home is in sight')
  for (const button of document.querySelectorAll('.bar .button'))
    if (isSeen(button) && button.getBoundingClientRect().height < 44)
      out.push(`${button.textContent} is too small to touch`)

  for (const words of document.querySelectorAll('.players strong, .players .soft, .status .words'))
    out.push(...cut(words))
  return out

  /** Words whose end is not shown, or a word that goes on in the next line. */
  function cut(name) {
    const found = []
    if (name.scrollHeight > name.clientHeight + 2 || name.scrollWidth > name.clientWidth + 2)
      found.push(`${name.textContent} is cut off`)
    const walk = document.createTreeWalker(name, NodeFilter.SHOW_TEXT)
    for (let node = walk.nextNode(); node; node = walk.nextNode()) {
      if (node.parentElement.getBoundingClientRect().width < 2) continue // said to who hears the page
      for (const { index, 0: word } of node.data.matchAll(/[\p{L}\d’']+/gu)) {
        const range = document.createRange()
        range.setStart(node, index)
        range.setEnd(node, index + word.length)
        if (new Set([...range.getClientRects()].map((box) => Math.round(box.top))).size > 1)
          found.push(`${word} is broken`)
      }
    }
    return found
  }
}
