/** A living room: a television, and phones in hands. */

import { finger, play } from './hands.mjs'
import { settled, until } from './settled.mjs'
import { Visitor } from './visitor.mjs'

export const SCREEN = { viewport: { width: 1920, height: 1080 } }
export const UHD = { viewport: { width: 3840, height: 2160 } }
export const SMALL = { viewport: { width: 320, height: 568 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 }

export class Room {
  phones = []

  static async open(browser, url, settings = {}, device = SCREEN) {
    const room = new Room()
    Object.assign(room, { browser, url, settings })
    room.tv = await Visitor.arrive(browser, url, settings, device)
    await room.tv.context.addInitScript(lendTime)
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
    this.phones.push(Object.assign(phone, { name }))
    return phone
  }

  get captain() {
    return this.phones[0]
  }

  /** What the television was told last of the party, and of the match. */
  get info() {
    return this.tv.heard.findLast((one) => one.type === 'party').info
  }
  get now() {
    return this.tv.seen(this.info.table).now
  }

  /** The captain chooses a game and options by what stands on their buttons, and begins. */
  async begin(title, options = []) {
    const { page } = this.captain
    const played = this.info.matches
    await page.locator('.games button', { hasText: title }).tap()
    await page.locator('.games [aria-pressed=true]', { hasText: title }).waitFor()
    if (options.length) await page.locator('.options:not([open]) > summary').tap()
    for (const label of options) {
      const button = page.locator('.options').getByRole('button', { name: label })
      await button.tap()
      await page.locator('.options [aria-pressed=true]', { hasText: label }).waitFor()
    }
    await page.locator('.lead .go').tap()
    await until(() => this.info.matches > played)
    await this.tv.page.locator('.party .stage').waitFor()
  }

  /** The phones that sit at the table now. */
  get seated() {
    const { info } = this.tv.seen(this.info.table)
    const names = info.seats.flatMap((seat) => seat.person?.name.split(' + ') ?? [])
    return this.phones.filter(({ name }) => names.includes(name))
  }

  /** Somebody who sits there and has this on their phone. */
  async who(selector) {
    for (const phone of this.seated) if (await phone.page.locator(selector).count()) return phone
    return undefined
  }

  /** Those who sit there play until the match is over, or until `enough`; `upward`: as hands.mjs has it. */
  async play(enough = () => false, upward = false) {
    const isOver = () => this.tv.page.locator('.party .podium').count()
    const stop = async (steps) => (await isOver()) || enough(steps)
    await Promise.all(this.seated.map((phone) => play(phone.page, finger, stop, upward)))
    await settled(this.tv.page)
  }

  /** Somebody's network goes, and comes back: the screen says so both times. */
  async lose(phone) {
    const away = this.tv.page.locator('.players li', { hasText: phone.name }).filter({ hasText: /pas là|away/ })
    await phone.context.setOffline(true)
    await away.waitFor()
    await phone.context.setOffline(false)
    await away.waitFor({ state: 'detached' })
  }

  /** Its screen goes dark while others play: the page stands still, and hears nothing. */
  async lock(phone, meanwhile) {
    const away = this.tv.page.locator('.players li', { hasText: phone.name }).filter({ hasText: /pas là|away/ })
    const devtools = await phone.context.newCDPSession(phone.page)
    await devtools.send('Page.setWebLifecycleState', { state: 'frozen' })
    await phone.context.setOffline(true)
    await away.waitFor()
    await meanwhile()
    await phone.context.setOffline(false)
    await devtools.send('Page.setWebLifecycleState', { state: 'active' })
    await away.waitFor({ state: 'detached' })
  }

  /** So many milliseconds pass at the television, at once. */
  later(ms) {
    return this.tv.page.evaluate((ms) => void (globalThis.ahead += ms), ms)
  }

  /** `allowed`: what a page may complain of, where its network was taken away. */
  async close(allowed) {
    for (const visitor of [this.tv, ...this.phones]) await visitor.leave(allowed)
  }
}

/** In the page, before its own scripts: its clock is handed in, and a screen without guests shows the same game in every run. */
function lendTime() {
  Math.random = () => 0
  const now = Date.now.bind(Date)
  globalThis.ahead = 0
  Date.now = () => now() + globalThis.ahead
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
