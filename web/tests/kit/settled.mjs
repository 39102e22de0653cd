/** Waiting for a state of the page, never for time: what has not come after `PATIENCE` never will, on any machine. */

export const PATIENCE = 300_000 // milliseconds; nothing is measured by it

const LOOKS = 20
const pending = new WeakMap() // by page: requests without an answer

/** Keep count of what a page asks for, from its beginning. */
export function watch(page) {
  const asked = new Set()
  pending.set(page, asked)
  page.on('request', (request) => asked.add(request))
  for (const end of ['requestfinished', 'requestfailed']) page.on(end, (request) => asked.delete(request))
}

/** Nothing moves any more: every answer, font and picture is there, no animation runs but those without end, and nothing has
 * changed its place for some frames. */
export async function settled(page) {
  do {
    await until(() => !pending.get(page)?.size)
    await comeToRest(page)
  } while (pending.get(page)?.size)
}

/** Not `waitForFunction`, which takes a promise for a yes. What never rests is looked at as it is. */
async function comeToRest(page) {
  const isAtRest = () => page.evaluate(isStill).catch((error) => !isBetweenPages(error) && Promise.reject(error))
  for (let look = 0; look < LOOKS && !(await isAtRest()); look++);
}

const isBetweenPages = (error) => /context was destroyed|navigat/i.test(error.message)

/** What is wrong in a page that has come to rest. A machine's move may come at any time: what is found is looked for again. */
export async function faults(page, look, told) {
  for (let before; ;) {
    await settled(page)
    const found = await page.evaluate(look, told)
    if (!found.length || found.join() === before) return found
    before = found.join()
  }
}

/** Until something holds that is known outside of the page. */
export async function until(holds) {
  while (!(await holds())) await new Promise((go) => setTimeout(go, 10))
}

/** In the page. Boards are fitted in several steps, a frame or two each. */
async function isStill() {
  const FRAMES = 6
  const isEndless = (one) => one.effect?.getComputedTiming().endTime === Infinity
  const moving = () => document.getAnimations().some((one) => one.playState === 'running' && !isEndless(one))
  const restless = new Set(document.getAnimations().flatMap((one) => (isEndless(one) ? [one.effect.target] : [])))
  const isRestless = (one) =>
    restless.size && (restless.has(one) || (one.parentElement && isRestless(one.parentElement)))
  const where = () =>
    [...document.body.querySelectorAll('*')]
      .filter((one) => !isRestless(one))
      .flatMap((one) => {
        const { x, y, width, height } = one.getBoundingClientRect()
        return [x, y, width, height]
      })
  if (globalThis.unanswered?.size) return false // of a worker, where there is no server
  await document.fonts.ready
  if (moving() || [...document.images].some((image) => !image.complete && image.loading !== 'lazy')) return false
  const before = where()
  for (let frame = 0; frame < FRAMES; frame++) {
    await new Promise(requestAnimationFrame)
    if (moving()) return false
  }
  const now = where() // once: to ask for every place at every frame costs more than the page itself
  return now.length === before.length && now.every((place, i) => place === before[i])
}
