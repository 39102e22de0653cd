/** A living room: a television, and phones in hands. */

import { finger, play } from './hands.mjs'
import { settled, until } from './settled.mjs'
import { Visitor } from './visitor.mjs'

export const SCREEN = { viewport: { width: 1920, height: 1080 } }
export const SMALL = { viewport: { width: 320, height: 568 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 }

export class Room {
  phones = []

  static async open(browser, url, settings = {}, device = SCREEN) {
    const room = new Room()
    Object.assign(room, { browser, url, settings })
    room.tv = await Visitor.arrive(browser, url, settings, device)
    await room.tv.go('/tv')
    await room.tv.page.locator('.code').waitFor()
    room.code = await room.tv.page.locator('.code').innerText()
    return room
  }

  /** Somebody comes in, types the code and a name. */
  async enter(name, device = SMALL) {
    const phone = await Visitor.arrive(this.browser, this.url, this.settings, device)
    await phone.context.addInitScript(feel)
    await phone.go('/hand')
    const { page } = phone
    await page.locator('input.code').fill(this.code.toLowerCase())
    await page.locator('.join input.field').fill(name)
    await page.locator('.enter .go').tap()
    await page.locator('.rest').waitFor()
    this.phones.push(phone)
    return phone
  }

  get captain() {
    return this.phones[0]
  }

  /** The captain chooses a game, and begins. */
  async begin(title) {
    const { page } = this.captain
    await page.locator('.games button', { hasText: title }).tap()
    await page.locator('.lead .go').tap()
    await this.tv.page.locator('.party .stage').waitFor()
  }

  /** Every phone plays until the match is over; `of`: those that sit. */
  async play(of = this.phones) {
    const over = () => this.tv.page.locator('.party .outcome h2').count()
    await Promise.all(of.map((phone) => play(phone.page, finger, over)))
    await until(over)
    await settled(this.tv.page)
  }

  /** `allowed`: what a page may complain of, where its network was taken away. */
  async close(allowed) {
    for (const visitor of [this.tv, ...this.phones]) await visitor.leave(allowed)
  }
}

/** In the page, before its own scripts: what a phone feels is counted. */
function feel() {
  globalThis.vibrated = globalThis.awake = 0
  navigator.vibrate = () => !!++globalThis.vibrated
  Object.defineProperty(navigator, 'wakeLock', {
    value: {
      request: async () => {
        globalThis.awake++
        return { released: false, release: async () => globalThis.awake-- }
      },
    },
  })
}
