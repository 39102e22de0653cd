/** `npm run figures`: how soon a move shows after its acknowledgement, and how many frames were long, animations on. */

import { openBrowser } from './kit/chromium.mjs'
import { mouse, play } from './kit/hands.mjs'
import { Server } from './kit/server.mjs'
import { ME, SHORT } from './kit/tables.mjs'
import { Visitor } from './kit/visitor.mjs'

const server = await new Server().start()
const browser = await openBrowser()

/** In the page, before its own scripts: note when an acknowledgement comes in, and when the list of moves has been painted after it. */
function watch() {
  const seen = { waits: [], frames: 0, long: [] }
  Object.assign(globalThis, { seen })
  let acknowledged = 0
  const Plain = WebSocket
  globalThis.WebSocket = class extends Plain {
    constructor(...args) {
      super(...args)
      this.addEventListener('message', (event) => {
        if (JSON.parse(event.data).type === 'ack') acknowledged = performance.now()
      })
    }
  }
  new MutationObserver((changes) => {
    if (!acknowledged || !changes.some((change) => change.target.closest?.('.moves'))) return
    const from = acknowledged
    acknowledged = 0
    requestAnimationFrame(() => setTimeout(() => seen.waits.push(performance.now() - from)))
  }).observe(document, { childList: true, subtree: true })
  new PerformanceObserver((list) => seen.long.push(...list.getEntries().map((entry) => entry.duration))).observe({ type: 'long-animation-frame', buffered: true })
  const count = () => (seen.frames++, requestAnimationFrame(count))
  requestAnimationFrame(count)
}

const at = (values, part) => [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * part))] ?? NaN

for (const [game, wish] of Object.entries(SHORT)) {
  const visitor = await Visitor.arrive(browser, server.url, { motion: 'full' })
  await visitor.context.addInitScript(watch)
  await visitor.open({ ...wish, seats: [ME, ME], shared: true })
  await play(visitor.page, mouse, (step) => step >= 60)
  const { waits, long, frames } = await visitor.page.evaluate(() => globalThis.seen)
  const spent = `${at(waits, 0.5).toFixed(0)} ms median, ${at(waits, 0.99).toFixed(0)} ms p99 of ${waits.length}`
  process.stdout.write(`${game.padEnd(11)} acknowledgement to screen ${spent}; ${long.length} of ${frames} frames above 50 ms (longest ${Math.max(0, ...long).toFixed(0)} ms)\n`)
  await visitor.context.close()
}
await browser.close()
await server.stop()
