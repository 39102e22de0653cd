/** Somebody with a browser of their own. What goes wrong in it is kept, and so is all that it hears. */

import assert from 'node:assert/strict'
import { IS_PAGE } from './place.mjs'
import { PATIENCE, settled, until, watch } from './settled.mjs'
import { askWorker, listenToWorker, tellWorker } from './worker.mjs'

export const DESK = { viewport: { width: 1280, height: 900 } }
export const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 }
const NOISE = [
  /^Service Worker registration blocked by Playwright/, // as we asked for: tests look at what is sent
  /WebSocket is closed before the connection is established/, // a page that becomes somebody else opens its socket anew
  /net::ERR_INTERNET_DISCONNECTED/, // only a test cuts the network itself
  ...(IS_PAGE ? [/status of 404 .*:\d+\/(?!assets|icons|python|written)/] : []), // a static host finds no page, and shows 404.html
]
let said = 0
const STILL = { language: 'en', theme: 'light', motion: 'still', pace: 'once', sound: false }

export class Visitor {
  troubles = [] // console errors and warnings, uncaught errors
  heard = [] // frames from the server, parsed
  sent = [] // frames to the server, parsed
  asked = [] // requests to its REST pages: method and path

  static async arrive(browser, url, settings = {}, device = DESK) {
    const visitor = new Visitor()
    visitor.url = url
    visitor.context = await browser.newContext({ serviceWorkers: 'block', ...device, baseURL: url })
    await visitor.context.addInitScript(remember, { ...STILL, ...settings })
    if (IS_PAGE) await listenToWorker(visitor)
    else await visitor.context.addInitScript(listen)
    visitor.page = await visitor.context.newPage()
    visitor.page.setDefaultTimeout(PATIENCE)
    visitor.#listen()
    watch(visitor.page)
    await visitor.go('/')
    return visitor
  }

  #listen() {
    this.page.on('console', (line) => {
      const said = `${line.text()} (${line.location().url})`
      if (['error', 'warning'].includes(line.type()) && !NOISE.some((noise) => noise.test(said)))
        this.troubles.push(said)
    })
    this.page.on('pageerror', (error) => this.troubles.push(String(error.stack ?? error)))
    this.page.on('request', (one) => {
      const { pathname } = new URL(one.url())
      if (pathname.startsWith('/api/')) this.asked.push({ method: one.method(), path: pathname })
    })
    this.page.on('websocket', (socket) => {
      socket.on('framereceived', ({ payload }) => this.heard.push(JSON.parse(payload)))
      socket.on('framesent', ({ payload }) => this.sent.push(JSON.parse(payload)))
    })
  }

  /** A page of the site, once its own socket is open: the page before it may have opened one as it left. */
  async go(path) {
    const before = this.heard.length
    await this.page.goto(this.url + path)
    await this.page.waitForFunction(() => globalThis.welcomed)
    await until(() => this.heard.length > before)
  }

  /** A question to the REST pages, as the page itself would ask it; what they say. */
  ask(method, path, body, kind = 'application/json') {
    return this.page.evaluate(IS_PAGE ? askWorker : askServer, [method, path, body, kind])
  }

  /** What the rules say of a position. */
  study(position) {
    return this.ask('POST', '/api/positions', JSON.stringify(position))
  }

  /** Ask for something by a socket of one's own, and wait until it is done: where the buttons are matters to other tests. */
  async tell(message) {
    const answer = await this.page.evaluate(IS_PAGE ? tellWorker : tellServer, { id: `told ${++said}`, ...message })
    assert.equal(answer, '', 'refused')
  }

  /** Make a table as a page does; the answer is its code. */
  async make(wish) {
    const answer = await this.ask('POST', '/api/tables', JSON.stringify({ number: 'a number of mine', ...wish }))
    assert.ok(answer.table, JSON.stringify(answer))
    return answer.table
  }

  async open(wish) {
    const table = await this.make(wish)
    await this.go(`/t/${table}`)
    return table
  }

  /** The last table that this visitor was shown, folded from all that was heard. */
  seen(table) {
    let now,
      info,
      mine,
      log = []
    for (const message of this.heard.filter((one) => one.table === table)) {
      if (message.info) ({ info, mine } = message)
      if (!message.now) continue
      now = message.now
      log = [...log.slice(0, message.log_from), ...message.log]
    }
    return { now, info, mine, log }
  }

  /** Where these are on the screen, once nothing moves any more. One that is not seen whole fails. */
  async inSight(...places) {
    await settled(this.page)
    const { height } = this.page.viewportSize()
    const boxes = {}
    for (const one of places) {
      const box = (boxes[one] = await this.page.locator(one).boundingBox())
      const [top, bottom] = [box.y, box.y + box.height]
      assert.ok(top >= 0 && bottom <= height, `${one} is not in sight: from ${top} to ${bottom}`)
    }
    return boxes
  }

  async leave(allowed = /^$/) {
    const left = this.troubles.filter((trouble) => !allowed.test(trouble))
    await this.context.close()
    assert.deepEqual(left, [], 'the page complained')
  }
}

/** In the page. */
async function askServer([method, path, body, kind]) {
  return (await fetch(path, { method, headers: { 'content-type': kind }, body })).json()
}

/** In the page: a message with an id, and the answer to it; a refusal's code, or nothing. */
async function tellServer(asked) {
  const socket = new WebSocket(location.origin.replace('http', 'ws') + '/ws')
  const answer = await new Promise((done) =>
    socket.addEventListener('message', ({ data }) => {
      const { type, id, code } = JSON.parse(data)
      if (type === 'welcome') socket.send(JSON.stringify(asked))
      else if (id === asked.id) done(code ?? '')
    }),
  )
  socket.close()
  return answer
}

/** In the page, before its own scripts: settings for a first visit. Firefox runs it in an empty page too, which keeps nothing. */
function remember(settings) {
  if (origin === 'null') return
  if (!localStorage.getItem('recif.settings')) localStorage.setItem('recif.settings', JSON.stringify(settings))
}

/** In the page, before its own scripts: whether the server has said anything to this page. */
function listen() {
  globalThis.WebSocket = class extends WebSocket {
    constructor(...to) {
      super(...to)
      this.addEventListener('message', () => (globalThis.welcomed = true), { once: true })
    }
  }
}
