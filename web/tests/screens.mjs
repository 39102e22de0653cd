/** Televisions for `python -m bench.tv --browser`: so many pages of Chromium, each a screen of its own. What it prints are
 * lines of JSON: of each room its party and key, then of each reveal when it was painted. It goes when its input ends. */

import { openBrowser } from './kit/chromium.mjs'
import { SCREEN } from './kit/room.mjs'

const [url, many] = process.argv.slice(2)
const print = (line) => process.stdout.write(`${JSON.stringify(line)}\n`)
const browser = await openBrowser()

for (let room = 0; room < Number(many); room++) {
  const context = await browser.newContext({ ...SCREEN, serviceWorkers: 'block' })
  await context.exposeFunction('painted', (table, events, at) => print({ room, table, events, at }))
  await context.addInitScript(watch)
  const page = await context.newPage()
  await page.goto(`${url}/tv`)
  await page.locator('.code').waitFor()
  const { party, key } = await page.evaluate(() => fetch('/api/parties', { method: 'POST' }).then((it) => it.json()))
  print({ room, party: party.party, key })
}
process.stdin.resume()
await new Promise((done) => process.stdin.once('end', done))
await browser.close()

/** In the page, before its own scripts: the first frame in which the board has changed after news of it. The board shows at
 * once what has happened: how long it then takes to tell the story of it is a matter of taste. */
function watch() {
  localStorage.setItem(
    'recif.settings',
    JSON.stringify({ language: 'fr', motion: 'still', pace: 'once', sound: false }),
  )
  let news
  globalThis.WebSocket = class extends WebSocket {
    constructor(...to) {
      super(...to)
      this.addEventListener('message', ({ data }) => {
        const { table, now } = JSON.parse(data)
        if (now && (table !== news?.table || now.events > news.events))
          news = { table, events: now.events, isNew: true }
      })
    }
  }
  const frame = new MessageChannel()
  const told = []
  frame.port1.onmessage = () => {
    const at = performance.timeOrigin + performance.now()
    for (const { table, events } of told.splice(0)) globalThis.painted(table, events, at)
  }
  new MutationObserver((changes) => {
    if (!news?.isNew || !changes.some(({ target }) => target.parentElement?.closest('.stage'))) return
    news.isNew = false
    told.push(news)
    requestAnimationFrame(() => frame.port2.postMessage(0)) // after the frame is painted
  }).observe(document, { subtree: true, childList: true, attributes: true, characterData: true })
}
