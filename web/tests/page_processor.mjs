/** `node tests/page_processor.mjs`: what the page without a server asks of a processor in a real Chromium, a line of JSON for each
 * figure. Seconds of work, of pages and workers, do not depend on what else the machine does, as seconds on a clock do. */

import { openBrowser } from './kit/chromium.mjs'
import { mouse, play } from './kit/hands.mjs'
import { BUILT, begin, isBuilt, isUp, told } from './kit/page.mjs'
import { PATIENCE, until } from './kit/settled.mjs'
import { compressed, processorOf, renderers, slowHost } from './kit/slow.mjs'

const GAMES = ['xok', 'kroc', 'crabs', 'urchins', 'crocodiles']
const ANSWERS = 4
const SLOW = 4 // times, of the device that is thought of

if (!isBuilt()) throw new Error('there is no dist/page: make page')
const host = await slowHost(compressed(BUILT, `${BUILT}-compressed`))
const url = `http://localhost:${host.address().port}`
const browser = await openBrowser({ whole: true })
const devtools = await browser.newBrowserCDPSession()

/** Seconds of work that `act` took, or each of as many things as it answers, as many times as a slow device would need. */
async function say(name, act, times, wanted) {
  const worked = async () => processorOf(await renderers(devtools))
  const before = await worked()
  const things = (await act()) ?? 1
  const row = [`${name}, ×${times}, processor seconds`, (((await worked()) - before) / things) * times, wanted]
  process.stdout.write(`${JSON.stringify(row)}\n`)
}

const isPictured = (page) =>
  page.evaluate(async () => {
    const name = (await caches.keys()).find((one) => one.startsWith('recif-snapshot-'))
    return name !== undefined && (await (await caches.open(name)).keys()).length > 0
  })

const context = await browser.newContext()
await context.addInitScript(() =>
  localStorage.setItem(
    'recif.settings',
    JSON.stringify({ language: 'en', motion: 'still', pace: 'once', sound: false }),
  ),
)
const page = await context.newPage()
page.setDefaultTimeout(PATIENCE)
const home = async () => {
  await page.goto(url)
  await isUp(page)
  await page.locator('[data-game=xok]').waitFor()
}
await say(
  'first lesson step',
  async () => {
    await page.goto(`${url}/lesson/xok`)
    await page.locator('.lesson .stage [data-lit]').first().waitFor()
  },
  SLOW,
  3,
)
await say('first visit, started', home, SLOW, null)
await until(() => isPictured(page))
await say('later start', home, 1, 2)
await say('later start', home, SLOW, 6)

for (const game of GAMES) {
  await home()
  await begin(page, game, 8)
  await play(page, mouse, async () => (await told(page)) >= 2) // the thinking worker has started
  const before = await told(page)
  const answers = async () => {
    await play(page, mouse, async () => (await told(page)) >= before + 2 * ANSWERS)
    return Math.max(1, ((await told(page)) - before) / 2)
  }
  await say(`my move and level 8's answer, drawn, ${game}`, answers, SLOW, game === 'xok' ? 1 : 0.5)
}
await browser.close()
host.close()
process.exit(0)
