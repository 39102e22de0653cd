/** My matches that go on with other people: whom each of them waits for, and until when. Their number stands in the title of the page
 * and on the app's icon. */

import { api } from '../lib/api'
import { house } from '../lib/house.svelte'
import { people } from '../lib/people.svelte'
import { wire } from '../lib/wire.svelte'
import type { AwaitedMatch, AwaitedMatches, TableInfo } from '../wire'

const REST = 300 // milliseconds: what happens together is asked about once
const TICK = 30_000

/** Whether somebody may take their time there: nobody stays beside a table by days, or without a clock. */
export const isSlow = (info: Pick<TableInfo, 'pace' | 'seats'>, me: string | undefined): boolean =>
  info.pace.kind !== 'increment' && info.seats.some((seat) => seat.kind === 'person' && seat.person?.id !== me)

class Turns {
  mine: AwaitedMatch[] = $state.raw([])
  others: AwaitedMatch[] = $state.raw([])
  now = $state(Date.now())
  #ahead = 0 // by how much this device's clock is ahead of the server's
  #asked = 0
  #timer: ReturnType<typeof setTimeout> | undefined

  /** From now on, until the page is closed. */
  keep(): void {
    wire.listen((message) => {
      if (message.type === 'noticed' || (message.type === 'welcome' && this.#has)) this.soon()
    })
    document.addEventListener('visibilitychange', () => !document.hidden && this.#has && this.soon())
    setInterval(() => (this.now = Date.now()), TICK)
  }

  /** Whether there can be any. */
  get #has(): boolean {
    const me = people.me
    const isKnown = this.mine.length + this.others.length > 0
    return isKnown || !!me?.tables.some((info) => info.status === 'playing' && isSlow(info, me.person.id))
  }

  /** Known, where there are any. */
  async look(): Promise<void> {
    if (this.#has) await this.refresh()
  }

  soon(): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.refresh(), REST)
  }

  /** What was asked last counts. */
  async refresh(): Promise<void> {
    const asked = ++this.#asked
    const told = house.others ? await api.turns().catch(() => undefined) : undefined
    if (told && asked === this.#asked) this.#become(told)
  }

  #become({ turns, others, at }: AwaitedMatches): void {
    this.mine = turns
    this.others = others
    this.now = Date.now()
    this.#ahead = this.now - at
    const app = navigator as { setAppBadge?: (n: number) => Promise<void>; clearAppBadge?: () => Promise<void> }
    const done = turns.length ? app.setAppBadge?.(turns.length) : app.clearAppBadge?.()
    done?.catch(() => {}) // a browser that has no icon
  }

  /** An instant of the server's as this device's clock shows it. */
  here(at: number): number {
    return at + this.#ahead
  }

  /** Milliseconds until then. */
  until(at: number): number {
    return Math.max(0, this.here(at) - this.now)
  }

  /** What is known of a table. */
  of(table: string): (AwaitedMatch & { isMine: boolean }) | undefined {
    const mine = this.mine.find((one) => one.table === table)
    const found = mine ?? this.others.find((one) => one.table === table)
    return found && { ...found, isMine: !!mine }
  }

  /** My tables in the order in which they want me: mine by the time that is left, those of others likewise, then the rest. */
  sorted(tables: TableInfo[]): TableInfo[] {
    const places = [this.mine, this.others].map((list) => new Map(list.map((one, i) => [one.table, i])))
    const rank = ({ table, status }: TableInfo): number => {
      if (status !== 'playing') return status === 'open' ? 3e6 : 4e6
      const [mine, others] = places.map((place) => place.get(table))
      return mine ?? (others === undefined ? 1e6 : 2e6 + others)
    }
    return tables.toSorted((a, b) => rank(a) - rank(b))
  }
}

export const turns = new Turns()
