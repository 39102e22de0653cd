/** Waiting for a state of the page, never for time. */

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
    await page.waitForFunction(isStill)
  } while (pending.get(page)?.size)
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
  const restless = document
    .getAnimations()
    .filter(isEndless)
    .map((one) => one.effect.target)
  const where = () =>
    [...document.body.querySelectorAll('*')]
      .filter((one) => !restless.some((other) => other?.contains(one)))
      .map((one) => Object.values(one.getBoundingClientRect().toJSON()))
      .join()
  await document.fonts.ready
  if (moving() || [...document.images].some((image) => !image.complete && image.loading !== 'lazy')) return false
  const before = where()
  for (let frame = 0; frame < FRAMES; frame++) {
    await new Promise(requestAnimationFrame)
    if (moving() || where() !== before) return false
  }
  return true
}
