/** The one line to the server. It comes back by itself, says again what was not acknowledged, and follows tables from
 * where they were left. Requests carry an id of ours, so that saying them twice is harmless. */

import { transport } from '#transport'
import { randomText } from './chance'
import type { Line } from './transport/kinds'
import type { FromClient, FromServer, Follow, Person, Refusal, Told } from '../wire'

export type Request = Extract<FromClient, { id: string }>
export type Answer = Extract<FromServer, { type: 'ack' | 'told' | 'refusal' }>
type Unsent = Request extends infer R ? (R extends Request ? Omit<R, 'id'> : never) : never
interface Pending {
  message: Request
  settle: (answer: Answer) => void
  more: ((told: Told) => void) | undefined
}

const QUIET = 20_000 // milliseconds without a word before we ask whether anybody is there
const PATIENCE = 8_000 // how long we then wait
const SLOWEST = 8_000

export class Wire {
  state: 'connecting' | 'open' | 'lost' = $state('connecting')
  you: Person | undefined = $state.raw(undefined)
  version = $state('')

  follows: () => Follow[] = () => []
  onlost: (tries: number) => void = () => {}
  lobby = false

  #line: Line | undefined
  #hearers = new Set<(message: FromServer) => void>()
  #pending = new Map<string, Pending>()
  #tries = 0
  #retry: ReturnType<typeof setTimeout> | undefined
  #heard = 0
  #ahead = 0 // by how much this device's clock is ahead of the server's

  open(): void {
    if (this.#line) return
    clearTimeout(this.#retry)
    const line = transport.open(
      (text) => this.#hear(JSON.parse(text) as FromServer),
      () => this.#lose(line),
    )
    this.#line = line
  }

  /** Hear every message, until the answer is called. */
  listen(hear: (message: FromServer) => void): () => void {
    this.#hearers.add(hear)
    return () => void this.#hearers.delete(hear)
  }

  /** Connect again at once: after signing in, or when the network is back. */
  reopen(): void {
    this.#line?.close()
    if (this.#line) this.#lose(this.#line)
    this.#tries = 0
    this.open()
  }

  send(message: FromClient): void {
    if (this.state === 'open') this.#line?.send(JSON.stringify(message))
  }

  /** Ask for something under an id; it is asked again after a cut, until it is answered. */
  request(message: Unsent, more?: (told: Told) => void): Promise<Answer> {
    const whole = { ...message, id: randomText() } as Request
    return new Promise((settle) => {
      this.#pending.set(whole.id, { message: whole, settle, more })
      this.send(whole)
    })
  }

  /** An instant of the server's as this device's clock shows it. */
  here(at: number): number {
    return at + this.#ahead
  }

  /** And the other way round. */
  there(at: number): number {
    return at - this.#ahead
  }

  #hear(message: FromServer): void {
    this.#heard = Date.now()
    if (message.type === 'welcome' || message.type === 'pong') this.#ahead = this.#heard - message.at
    if (message.type === 'welcome') {
      this.you = message.you
      this.version = message.version
      this.state = 'open'
      this.#tries = 0
      this.#resume()
    }
    for (const hear of this.#hearers) hear(message)
    if (message.type === 'ack' || message.type === 'told' || message.type === 'refusal') this.#answer(message)
  }

  #answer(answer: Answer): void {
    const pending = this.#pending.get(answer.id)
    if (!pending) return
    if (answer.type === 'told' && pending.more) pending.more(answer)
    if (answer.type === 'told' && !answer.done) return
    this.#pending.delete(answer.id)
    pending.settle(answer)
  }

  #resume(): void {
    if (this.lobby) this.send({ type: 'lobby', on: true })
    if (document.hidden) this.send({ type: 'away', on: true })
    for (const follow of this.follows()) this.send(follow)
    for (const { message } of this.#pending.values()) this.send(message)
  }

  #lose(line: Line): void {
    if (line !== this.#line) return
    this.#line = undefined
    this.state = 'lost'
    this.onlost(this.#tries)
    const wait = Math.min(SLOWEST, 300 * 2 ** this.#tries++) * (0.7 + Math.random() * 0.6)
    this.#retry = setTimeout(() => this.open(), wait)
  }

  #watch(): void {
    if (this.state !== 'open') return
    const quiet = Date.now() - this.#heard
    if (quiet > QUIET + PATIENCE) this.#line?.close(4000)
    else if (quiet > QUIET) this.send({ type: 'ping', t: Date.now() })
  }

  keep(): void {
    setInterval(() => this.#watch(), 4_000)
    document.addEventListener('visibilitychange', () => this.send({ type: 'away', on: document.hidden }))
    transport.keep(() => this.state === 'lost' && this.reopen())
  }
}

export const wire = new Wire()

export function isRefusal(answer: Answer): answer is Refusal {
  return answer.type === 'refusal'
}
