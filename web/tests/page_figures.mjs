/** `node tests/page_figures.mjs`: the page without a server in a real Chromium, as `bench/page.py` prints it: a line of JSON for
 * each figure. A slow device is one whose pages and workers are stopped three quarters of the time. */

import { openBrowser } from './kit/chromium.mjs'
import { mouse, play } from './kit/hands.mjs'
import { BUILT, begin, isBuilt, isUp, told } from './kit/page.mjs'
import { PATIENCE, until } from './kit/settled.mjs'
import { compressed, memoryOf, renderers, slowed, slowHost } from './kit/slow.mjs'

const GAMES = ['xok', 'kroc', 'crabs', 'urchins', 'crocodiles']
const MOVES = 60
const LONG = 6 // matches of each game
const say = (name, value, wanted) => process.stdout.write(`${JSON.stringify([name, value, wanted])}\n`)
const seconds = (from) => (performance.now() - from) / 1000

if (!isBuilt()) throw new Error('there is no dist/page: make page')
const files = compressed(BUILT, `${BUILT}-compressed`)
const sizes = [...files].filter(([name]) => !/404\.html$|\.map$|\.nojekyll$/.test(name))
say('download, MB, brotli', sizes.reduce((sum, [, file]) => sum + file.length, 0) / 1e6, 5)

const [slow, quick] = [await slowHost(files, 10e6), await slowHost(files)]
const at = (host) => `http://localhost:${host.address().port}`

/** A new device; `times` slower. What `act` answers, with how many bytes it was sent. */
async function device(times, act) {
  const browser = await openBrowser({ whole: true })
  const context = await browser.newContext()
  await context.addInitScript(() =>
    localStorage.setItem(
      'recif.settings',
      JSON.stringify({ language: 'en', motion: 'still', pace: 'once', sound: false }),
    ),
  )
  const page = await context.newPage()
  page.setDefaultTimeout(PATIENCE)
  const devtools = await browser.newBrowserCDPSession()
  const pids = await renderers(devtools)
  const release = times > 1 ? slowed(pids, times) : async () => {}
  try {
    return await act(page, pids)
  } finally {
    await release()
    await browser.close()
  }
}

await device(4, async (page) => {
  const asked = []
  page.on('request', (one) => asked.push(new URL(one.url()).pathname))
  const began = performance.now()
  await page.goto(`${at(slow)}/lesson/xok`)
  await page.locator('.lesson .stage [data-lit]').first().waitFor()
  say('first lesson step, ×4, 10 Mbit/s, s', seconds(began), 3)
  const before = asked.filter((path) => files.has(path) && !path.startsWith('/python/'))
  say(
    'before the first lesson, KB',
    before.reduce((sum, path) => sum + files.get(path).length, files.get('/index.html').length) / 1e3,
    300,
  )
})

await device(4, async (page) => {
  const began = performance.now()
  await page.goto(at(slow))
  await isUp(page)
  say('first visit, started, ×4, 10 Mbit/s, s', seconds(began), null)
  await begin(page, 'xok', 1)
  await play(page, mouse, async () => (await told(page)) >= 2)
  say('first visit to first answered move, ×4, 10 Mbit/s, s', seconds(began), 15)
})

for (const times of [1, 4])
  await device(times, async (page) => {
    await page.goto(at(quick))
    await isUp(page)
    await until(() =>
      page.evaluate(async () => {
        const name = (await caches.keys()).find((one) => one.startsWith('recif-snapshot-'))
        return name !== undefined && (await (await caches.open(name)).keys()).length > 0
      }),
    )
    const began = performance.now()
    await page.reload()
    await isUp(page)
    await page.locator('[data-game=xok]').waitFor()
    say(`later start, ×${times}, s`, seconds(began), times > 1 ? 6 : 2)
  })

/** In the page: how long each message of a kind takes until something is painted after the answer that `isIt`. */
function time() {
  globalThis.waits = { ack: [], answer: [] }
  let [sent, mine] = [0, 0]
  const note = (kind, from) =>
    requestAnimationFrame(() => setTimeout(() => globalThis.waits[kind].push(performance.now() - from)))
  globalThis.Worker = class extends Worker {
    constructor(...to) {
      super(...to)
      this.addEventListener('message', ({ data }) => {
        const heard = JSON.parse(data.say ?? '{}')
        if (heard.type === 'ack' && sent) {
          note('ack', sent)
          mine = performance.now()
          sent = 0
        }
        if (mine && heard.log?.some((line) => line.seat > 0)) {
          note('answer', mine)
          mine = 0
        }
      })
    }
    postMessage(message, ...more) {
      if (message.text?.includes('"play"')) sent = performance.now()
      super.postMessage(message, ...more)
    }
  }
}

/** In the page: whole matches at one screen, by the messages that the page itself would send, with a hint now and then. */
function reach() {
  let worker
  const note = (made) => (worker ??= made)
  globalThis.Worker = class extends Worker {
    constructor(...to) {
      super(...to)
      note(this)
    }
  }
  let count = 1e9 // numbers that the page does not use
  const answer = (send, isIt) =>
    new Promise((tell) => {
      const hear = ({ data }) => {
        const found = isIt(data.say ? JSON.parse(data.say) : data)
        if (found === undefined) return
        worker.removeEventListener('message', hear)
        tell(found)
      }
      worker.addEventListener('message', hear)
      worker.postMessage(send)
    })
  const ask = (path, body) => {
    const id = ++count
    const isIt = (heard) => (heard.id === id ? JSON.parse(heard.text) : undefined)
    return answer({ id, path, method: 'POST', body: JSON.stringify(body) }, isIt)
  }
  const say = (message, isIt) => {
    const id = `f${++count}`
    return answer({ text: JSON.stringify({ ...message, id }) }, (heard) => isIt(heard, id))
  }

  async function match(game) {
    const seats = [{ kind: 'me' }, { kind: 'me' }]
    const { table } = await ask('/api/tables', { game, seats })
    const isNews = (one) => (one.type === 'changed' && one.table === table ? one : undefined)
    let heard = await say({ type: 'follow', table, detail: 'texts' }, (one) =>
      one.type === 'table' && one.table === table ? one : undefined,
    )
    let moves = 0
    for (; ; moves++) {
      if (heard.now.result) break
      if (heard.now.curtain) heard = await say({ type: 'look', table, seat: heard.now.waiting[0] }, isNews)
      const [seat, choices] = Object.entries(heard.now.moves).find(([, list]) => list.length)
      if (moves % 8 === 0)
        await say({ type: 'ask', table, what: 'hint', seat: Number(seat) }, (one, id) =>
          one.id === id ? one : undefined,
        )
      const move = choices[(moves * 7919) % choices.length].text
      heard = await say({ type: 'play', table, seat: Number(seat), move }, (one, id) =>
        one.type === 'refusal' && one.id === id ? one : isNews(one),
      )
      if (heard.type === 'refusal') throw new Error(heard.en)
    }
    worker.postMessage({ text: JSON.stringify({ type: 'leave', table }) })
    return moves
  }

  globalThis.playThrough = async (games, times) => {
    let moves = 0
    for (let n = 0; n < times; n++) for (const game of games) moves += await match(game)
    return moves
  }
}

const waits = (page, kind) => page.evaluate((kind) => globalThis.waits[kind].sort((a, b) => a - b), kind)
const percentile = (all, share) => all[Math.min(all.length - 1, Math.floor(all.length * share))]

await device(4, async (page) => {
  await page.addInitScript(time)
  await page.goto(at(quick))
  await isUp(page)
  await begin(page, 'crabs', 1)
  await play(
    page,
    mouse,
    async () => (await page.locator('.outcome').count()) || (await waits(page, 'ack')).length >= MOVES,
  )
  const all = await waits(page, 'ack')
  say(`a move acknowledged and drawn, ×4, median of ${all.length}, ms`, percentile(all, 0.5), null)
  say(`a move acknowledged and drawn, ×4, p99 of ${all.length}, ms`, percentile(all, 0.99), 100)
})

for (const game of GAMES)
  await device(4, async (page, pids) => {
    await page.addInitScript(time)
    await page.goto(at(quick))
    await isUp(page)
    await begin(page, game, 8)
    await play(
      page,
      mouse,
      async () => (await page.locator('.outcome').count()) || (await waits(page, 'answer')).length >= 4,
    )
    const all = await waits(page, 'answer')
    say(
      `level 8 answers, ×4, ${game}, median of ${all.length}, s`,
      percentile(all, 0.5) / 1000,
      game === 'xok' ? 1 : 0.5,
    )
    say(`memory at level 8, ${game}, MB`, memoryOf(pids) / 1e6, 250)
  })

await device(1, async (page, pids) => {
  await page.addInitScript(reach)
  await page.goto(at(quick))
  await isUp(page)
  const matches = (times) => page.evaluate(([games, times]) => globalThis.playThrough(games, times), [GAMES, times])
  await matches(2) // everything was used once
  const before = memoryOf(pids)
  const moves = await matches(LONG)
  say(`${moves} moves with hints (more than an hour of play): memory grows by, MB`, (memoryOf(pids) - before) / 1e6, 10)
})

slow.close()
quick.close()
process.exit(0)
