/** An event as this page sees it: what the server told last, asked for again when it says that something has changed. */

import { api, Refused } from '../lib/api'
import { people } from '../lib/people.svelte'
import { both } from '../lib/say.svelte'
import { wire } from '../lib/wire.svelte'
import type { AnyEventAct, EventInfo, EventMatchup, FromServer, GameInfo } from '../wire'
import { say } from './say'

const MACHINE = 'machine' // the person that a machine is, among those who take part
export const EACH = 100 // people and boards on a page
const REST = 250 // milliseconds: what changes together is asked about once
const SPREAD = 2000 // over which a thousand who look on ask

export class Followed {
  info: EventInfo | undefined = $state.raw(undefined)
  trouble = $state('')
  missing = $state(false)
  why = $state('') // nothing is known of it yet
  busy = $state(false)
  now = $state(Date.now()) // goes by the second
  games: GameInfo[] = $state.raw([])
  page = $state(0) // of a large event
  readonly id: string
  #rest: ReturnType<typeof setTimeout> | undefined
  #asked = 0

  constructor(id: string) {
    this.id = id
  }

  /** Hear of it for as long as a page shows it. */
  keep(): () => void {
    const timer = setInterval(() => (this.now = Date.now()), 1000)
    const stop = wire.listen((message) => this.#hear(message))
    this.#follow(true)
    void this.refresh()
    void api.games().then(
      (games) => (this.games = games),
      () => {},
    )
    return () => {
      clearInterval(timer)
      clearTimeout(this.#rest)
      stop()
      this.#follow(false)
    }
  }

  /** What was asked last counts. */
  async refresh(): Promise<void> {
    const asked = ++this.#asked
    try {
      const info = await api.event(this.id, this.page)
      this.why = ''
      if (asked === this.#asked) this.#show(info)
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      if (error.status === 404) this.missing = true
      else this.why = both(error.said)
    }
  }

  /** Whether it was done; if not, `trouble` says why. */
  async act(act: AnyEventAct): Promise<boolean> {
    this.trouble = ''
    this.busy = true
    try {
      this.#asked++
      const info = await api.eventAct(this.id, act)
      if (this.page) await this.refresh()
      else this.#show(info)
      return true
    } catch (error) {
      this.trouble = error instanceof Refused ? both(error.said) : say('trouble')
      return false
    } finally {
      this.busy = false
    }
  }

  /** To another page of it. */
  turn(by: number): void {
    this.page += by
    void this.refresh()
  }

  /** The animal that stands for somebody; 0: none. */
  face(id: string): number {
    return this.info?.names[id]?.face ?? 0
  }

  /** How strong a machine plays; 0: it is a person. */
  level(id: string): number {
    return id === MACHINE ? (this.info?.plan.machine ?? 0) : 0
  }

  name(id: string): string {
    const level = this.level(id)
    const machine = level && this.games[0]?.levels.find((one) => one.level === level)
    return machine ? both(machine.name) : (this.info?.names[id]?.name ?? '')
  }

  title(game: string): string {
    return both(this.games.find(({ id }) => id === game)?.title) || game
  }

  isMe(id: string): boolean {
    return id === people.me?.person.id
  }

  has(board: EventMatchup): boolean {
    return board.people.some((id) => this.isMe(id))
  }

  /** The instant at which something comes, by this device's clock; 0 if nothing does by itself. */
  get next(): number {
    return this.info?.next ? wire.here(this.info.next) : 0
  }

  #show(info: EventInfo): void {
    if (this.info && info.version < this.info.version) return
    this.info = info
    this.now = Date.now()
  }

  #follow(on: boolean): void {
    wire.send({ type: 'followevent', event: this.id, on })
  }

  #hear(message: FromServer): void {
    if (message.type === 'welcome') {
      this.#follow(true)
      this.#soon()
    } else if ((message.type === 'eventchanged' || message.type === 'seatready') && message.event === this.id)
      this.#soon()
  }

  /** Once for all that changes meanwhile; the more take part, the less at one instant. */
  #soon(): void {
    const spread = Math.min(SPREAD, 4 * (this.info?.many ?? 0))
    this.#rest ??= setTimeout(
      () => {
        this.#rest = undefined
        void this.refresh()
      },
      REST + Math.random() * spread,
    )
  }
}
