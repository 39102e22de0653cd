/** Many people at an event. A `Player` only plays, over the public protocol, in a page without our scripts: where the point is
 * the event, nobody needs to look at a board. */

import assert from 'node:assert/strict'
import { PATIENCE, until } from './settled.mjs'

const BARE = '/recif.svg' // of the same house, and nothing runs in it

export class Player {
  static async come(browser, url, name, face = 1) {
    const player = new Player()
    player.name = name
    player.context = await browser.newContext({ serviceWorkers: 'block', baseURL: url })
    player.page = await player.context.newPage()
    player.page.setDefaultTimeout(PATIENCE)
    await player.page.goto(url + BARE)
    const { person } = await post(player.page, '/api/guest', { name, face, language: 'en' })
    player.id = person.id
    return player
  }

  act(event, act) {
    return post(this.page, `/api/events/${event}/acts`, act)
  }

  async join(event) {
    await this.act(event, { act: 'join' })
  }

  /** From now on, play at every table of the event that one is called to. */
  async play(event, seed) {
    await this.page.evaluate(robot, { event, seed })
  }

  leave() {
    return this.context.close()
  }
}

/** So many of them, who have joined. */
export async function players(browser, url, event, many) {
  const names = Array.from({ length: many }, (_, i) => `Player ${String.fromCharCode(65 + i)}`)
  const come = await Promise.all(names.map((name, i) => Player.come(browser, url, name, 1 + (i % 8))))
  for (const one of come) await one.join(event)
  return come
}

/** Ask as a page does; a refusal fails. */
export async function post(page, path, body) {
  const answer = await page.evaluate(
    async ([path, body]) => {
      const told = await fetch(path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      return { status: told.status, said: await told.json() }
    },
    [path, body],
  )
  assert.ok(answer.status < 300, `${path} ${JSON.stringify(body)}: ${JSON.stringify(answer.said)}`)
  return answer.said
}

/** What the server tells of an event. */
export function look(page, event) {
  return page.evaluate(async (event) => (await fetch(`/api/events/${event}`)).json(), event)
}

/** Give up the match that one plays there, once its table is made, by a socket of one's own. */
export async function giveUp(page, event) {
  let me
  await until(async () => ({ me } = await look(page, event)).me.matchup?.table)
  await page.evaluate(
    (table) =>
      new Promise((done, fail) => {
        const socket = new WebSocket(location.origin.replace('http', 'ws') + '/ws')
        const send = (message) => socket.send(JSON.stringify(message))
        socket.addEventListener('message', ({ data }) => {
          const message = JSON.parse(data)
          if (message.type === 'welcome') send({ type: 'follow', table, detail: 'none' })
          else if (message.type === 'table') send({ type: 'resign', table, id: 'done', seat: message.mine[0] })
          else if (message.type === 'refusal') fail(new Error(message.en))
          else if (message.type === 'ack' && message.id === 'done') done(socket.close())
        })
      }),
    me.matchup.table,
  )
}

/** Every board of the round is given up by whoever of it comes first in the list. */
export async function decide(event, people) {
  const gone = new Set()
  for (const one of people) {
    const { me } = await look(one.page, event)
    if (!me.matchup || gone.has(me.matchup.board)) continue
    gone.add(me.matchup.board)
    await giveUp(one.page, event)
  }
}

/** In the page: follow whatever table one has there, and choose among the moves that are offered, the same in every run. */
async function robot({ event, seed }) {
  let [luck, table, mine, said] = [seed, '', [], 0]
  const below = (n) => (luck = (luck * 48_271) % 2_147_483_647) % n
  const socket = new WebSocket(location.origin.replace('http', 'ws') + '/ws')
  const send = (message) => socket.send(JSON.stringify(message))
  async function find() {
    const { me } = await (await fetch(`/api/events/${event}`)).json()
    follow(me.matchup?.table)
  }
  function follow(found) {
    if (!found || found === table) return
    ;[table, mine] = [found, []]
    send({ type: 'follow', table, detail: 'texts' })
  }
  function choose({ now }) {
    for (const seat of now.result ? [] : mine) {
      const moves = now.moves[seat] ?? []
      if (!now.waiting.includes(seat) || now.chosen.includes(seat) || !moves.length) continue
      const id = `${seed} ${++said}`
      send({ type: 'play', table, id, seat, move: moves[below(moves.length)].text, at: now.events })
    }
  }
  socket.addEventListener('message', ({ data }) => {
    const message = JSON.parse(data)
    if (message.type === 'seatready' || message.type === 'eventchanged') find()
    if (message.table !== table) return
    if (message.type === 'table') ({ mine } = message)
    if (message.now) choose(message)
  })
  await new Promise((open) => socket.addEventListener('open', open))
  send({ type: 'followevent', event, on: true })
  await find()
}
