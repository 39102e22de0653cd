/** Ways to play without knowing any rule: look at what is lit, and take one of it. */

import assert from 'node:assert/strict'
import { IS_FIREFOX } from './place.mjs'
import { PATIENCE } from './settled.mjs'

const LIT = '.stage [data-spot][data-lit]'
const CURTAIN = '.curtain button'
const CONFIRM = '.status .confirm, .hand .tools .confirm'
const MOST = 3000

export const mouse = { name: 'by clicks', take: (page, { x, y }) => page.mouse.click(x, y) }
export const finger = { name: 'by touch', take: (page, { x, y }) => page.touchscreen.tap(x, y) }
export const keys = { name: 'by keyboard', take: takeByKeys }

/** The same in every run of a file: whoever changes nothing sees the same choices. */
let luck = 1
export const chance = () => (luck = (luck * 48_271) % 2_147_483_647) / 2_147_483_647

/** Play until the match is over, or until `enough(step)`; the answer is how many things were taken. `upward`: what is far up on the
 * screen is liked better, where the other side is the goal. */
export async function play(page, hand, enough = () => false, upward = false) {
  let steps = 0
  for (let since = Date.now(); ;) {
    const asked = await page.evaluate(ask, { LIT, CURTAIN, CONFIRM, chance: chance(), upward })
    if (asked.over || (await enough(steps))) return steps // after the page has spoken: what it has heard, the test has too
    if (asked.idle) assert.ok(Date.now() - since < PATIENCE, `nothing to do for long: ${asked.idle}`)
    else {
      await take(page, hand, asked)
      assert.ok(++steps < MOST, `not over after ${steps} steps`)
      since = Date.now()
    }
  }
}

/** Take one lit thing, when there is one. */
export async function playOne(page, hand = mouse) {
  await play(page, hand, (step) => step === 1)
}

async function take(page, hand, asked) {
  assert.ok(!asked.hidden, `${asked.spot} is lit but something covers it: ${asked.hidden}`)
  if (asked.spot === 'curtain') await page.evaluate(mark, CURTAIN)
  await hand.take(page, asked)
}

/** In the page: this curtain is being taken. */
function mark(curtain) {
  const button = document.querySelector(curtain)
  if (button) button.dataset.taken = button.textContent
}

/** In the page: wait a little for it to ask for something, choose one answer, and say where it is. */
async function ask({ LIT, CURTAIN, CONFIRM, chance, upward }) {
  const until = Date.now() + 150
  const isNew = (one) => one.dataset.taken !== one.textContent // a curtain that was taken takes a moment to rise
  let found
  for (;;) {
    if (document.querySelector('.outcome')) return { over: true }
    found = [...document.querySelectorAll(`${CURTAIN}, ${CONFIRM}, ${LIT}`)].filter(isNew)
    if (found.length) break
    if (Date.now() > until)
      return { idle: document.querySelector('.status')?.textContent ?? document.body.textContent.slice(0, 400) }
    await new Promise((go) => setTimeout(go, 8))
  }
  const height = (one) => one.getBoundingClientRect().top
  if (upward) found.sort((a, b) => height(a) - height(b))
  const target = found[Math.floor((upward ? chance ** 4 : chance) * found.length)]
  const spot = target.dataset.spot ?? (target.matches(CURTAIN) ? 'curtain' : 'confirm')
  const inSight = ({ top, bottom, left, right }) =>
    top >= 0 && left >= 0 && bottom <= innerHeight && right <= innerWidth
  if (!inSight(target.getBoundingClientRect()))
    target.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' })
  const places = [0.5, 0.25, 0.75, 0.1, 0.9, 0.03, 0.97]
  let hidden = ''
  for (let frame = 0; frame < 3; frame++) {
    const box = target.getBoundingClientRect()
    for (const across of places)
      for (const down of places) {
        const [x, y] = [box.x + box.width * across, box.y + box.height * down]
        const hit = document.elementFromPoint(x, y)
        if (hit && target.contains(hit)) return { spot, x, y }
        hidden ||= hit?.outerHTML.slice(0, 200) ?? 'off the screen'
      }
    target.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' }) // it may lie under what sticks to the top
    await new Promise(requestAnimationFrame) // what has just moved is hit where it was until it is painted
  }
  return { spot, hidden }
}

/** Tab to the board (or the curtain's button), N or P to the choice, Enter. What the page no longer asks for is left: others may
 * have moved, or a curtain has come down. */
async function takeByKeys(page, { spot }) {
  const way = spot === 'curtain' ? CURTAIN : '.stage [data-spot]'
  for (let tabs = 0; !(await page.evaluate((way) => document.activeElement?.matches(way), way)); tabs++) {
    if (!(await page.evaluate(isAsked, { LIT, CURTAIN, CONFIRM, spot }))) return
    assert.ok(tabs < 60, `Tab does not lead to ${way}`)
    await page.keyboard.press('Tab')
    if (IS_FIREFOX) await page.evaluate(comeBack)
  }
  if (spot !== 'curtain') for (const key of await page.evaluate(presses, { LIT, spot })) await page.keyboard.press(key)
  await page.keyboard.press('Enter')
}

/** In the page: Tab has led from its end to the browser's own buttons, which a driver's keys do not reach, and from the last of
 * those leads to its top. */
function comeBack() {
  if (document.hasFocus()) return
  document.body.tabIndex = -1
  document.body.focus()
  document.body.removeAttribute('tabindex')
}

/** In the page: whether it still asks for that. */
function isAsked({ LIT, CURTAIN, CONFIRM, spot }) {
  const isCurtained = !!document.querySelector(CURTAIN)
  if (spot === 'curtain' || isCurtained) return spot === 'curtain' && isCurtained
  if (spot === 'confirm') return !!document.querySelector(CONFIRM)
  return [...document.querySelectorAll(LIT)].some((one) => one.dataset.spot === spot)
}

/** In the page: which keys lead from the focused spot to the one wanted. */
function presses({ LIT, spot }) {
  const lit = [...document.querySelectorAll(LIT)]
  const to = lit.findIndex((one) => one.dataset.spot === spot)
  const at = lit.indexOf(document.activeElement)
  const ahead = at < 0 ? to + 1 : (to - at + lit.length) % lit.length
  const isForward = at < 0 || ahead <= lit.length / 2
  return Array(isForward ? ahead : lit.length - ahead).fill(isForward ? 'n' : 'p')
}
