/** `npm run figures` (or `npm run figures -- xok` for one game): with animations on, how soon a move shows after its acknowledgement, and what frames cost. The clock of the wall tells
 * what a visitor of this machine sees now; the processor time of a frame (script, style, layout, paint) hardly depends on what else runs. */

import { openBrowser } from './kit/chromium.mjs'
import { mouse, play } from './kit/hands.mjs'
import { Server } from './kit/server.mjs'
import { ME, shortTables } from './kit/tables.mjs'
import { Visitor } from './kit/visitor.mjs'

const WARM = 10 // picks until everything is loaded and compiled
const STEPS = 60
const FRAME = 1000 / 60
const CATEGORIES = ['toplevel', 'cc']

const server = await new Server().start()
const browser = await openBrowser()

/** In the page, before its own scripts: note when an acknowledgement comes in, and when the list of moves has been painted after it. */
function watch() {
  const seen = { waits: [], moving: [], long: [] }
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
  new PerformanceObserver((list) => seen.long.push(...list.getEntries().map((entry) => entry.duration))).observe({
    type: 'long-animation-frame',
    buffered: true,
  })
  globalThis.isMoving = () =>
    document
      .getAnimations()
      .some((one) => one.playState === 'running' && one.effect.getComputedTiming().iterations < Infinity)
  let [before, moved] = [0, false]
  const count = (now) => {
    const moves = globalThis.isMoving()
    if (moves && moved) seen.moving.push(now - before) // the first frame of an animation draws the move, too
    ;[before, moved] = [now, moves]
    requestAnimationFrame(count)
  }
  requestAnimationFrame(count)
}

/** In the page: until it asks for something and stands still, as a visitor waits; so looking for a place to click makes the page do no work of its own. */
async function painted() {
  const frame = () => new Promise((go) => requestAnimationFrame(() => setTimeout(go)))
  do await frame()
  while (globalThis.isMoving() || !document.querySelector('.stage [data-lit], .curtain, .outcome'))
  await frame()
}

/** What the page's main thread worked for each frame, in milliseconds of processor time: its tasks since the frame before. */
function costs(trace) {
  const { traceEvents } = JSON.parse(trace)
  const mains = new Set(
    traceEvents
      .filter((one) => one.name === 'thread_name' && one.args.name === 'CrRendererMain')
      .map((one) => `${one.pid}/${one.tid}`),
  )
  const threads = new Map([...mains].map((main) => [main, { tasks: [], frames: [] }]))
  for (const one of traceEvents.filter((one) => one.ph === 'X' && mains.has(`${one.pid}/${one.tid}`))) {
    const thread = threads.get(`${one.pid}/${one.tid}`)
    if (one.name.includes('RunTask')) thread.tasks.push(one)
    else if (one.name === 'ProxyMain::BeginMainFrame') thread.frames.push(one.ts)
  }
  const { tasks, frames } = [...threads.values()].sort((a, b) => b.frames.length - a.frames.length)[0]
  const found = []
  let [spent, end] = [0, 0]
  for (const { ts, dur = 0, tdur = 0 } of tasks.sort((a, b) => a.ts - b.ts)) {
    if (ts < end) continue // within the task before
    end = ts + dur
    spent += tdur / 1000
    if (!frames.some((frame) => frame >= ts && frame < end)) continue
    found.push(spent)
    spent = 0
  }
  return found
}

const at = (values, part) =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * part))] ?? NaN
const mean = (values) => values.reduce((a, b) => a + b, 0) / values.length
const ms = (value) => `${value.toFixed(0)} ms`

/** What `told` brings back from a table of a visitor of its own, which `on` plays as far as so many picks. */
async function played(wish, told) {
  const visitor = await Visitor.arrive(browser, server.url, { motion: 'full', pace: 'normal' })
  await visitor.context.addInitScript(watch)
  await visitor.open({ ...wish, seats: [ME, ME], shared: true })
  const on = (most) => play(visitor.page, mouse, async (step) => (await visitor.page.evaluate(painted), step >= most))
  const answer = await told(visitor.page, on)
  await visitor.context.close()
  return answer
}

async function byTheClock(page, on) {
  await on(STEPS)
  return page.evaluate(() => globalThis.seen)
}

async function byWork(page, on) {
  await on(WARM)
  await browser.startTracing(page, { categories: CATEGORIES })
  await on(STEPS)
  return costs(await browser.stopTracing())
}

const asked = process.argv.slice(2)
for (const [game, wish] of Object.entries(await shortTables(server.url)).filter(
  ([game]) => !asked.length || asked.includes(game),
)) {
  const { waits, long, moving } = await played(wish, byTheClock)
  const spent = await played(wish, byWork) // apart: watching the work takes time itself
  process.stdout
    .write(`${game.padEnd(11)} acknowledgement to screen ${ms(at(waits, 0.5))} median, ${ms(at(waits, 0.99))} p99 of ${waits.length}; ${long.length} frames above 50 ms (longest ${ms(Math.max(0, ...long))})
            while something moves ${(1000 / mean(moving)).toFixed(0)} frames a second, ${moving.filter((one) => one > 1.5 * FRAME).length} of ${moving.length} late
            work for a frame ${ms(at(spent, 0.5))} median, ${ms(at(spent, 0.99))} p99; ${spent.filter((one) => one > FRAME).length} of ${spent.length} above ${ms(FRAME)}, ${spent.filter((one) => one > 50).length} above 50 ms\n`)
}
await browser.close()
await server.stop()
