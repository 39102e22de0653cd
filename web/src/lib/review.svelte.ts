/** A finished match walked through and judged: what the board shows after each event, or with the better move instead. */

import type { Frame, Judged, Line, StudyPlace, Summed, TableInfo, ThingInfo } from '../wire'
import { api, Refused } from './api'
import { framesAround } from './frames'
import { at } from './judged'
import { both, say, type Both } from './say.svelte'
import { namesAt, thingsOf, titlesAt } from './seats'
import { settings } from './settings.svelte'
import { Stage, type Source, type Walk } from './stage.svelte'
import type { Table } from './table.svelte'
import { wire } from './wire.svelte'

export class Review implements Source, Walk {
  instead = $state(false) // the board shows the better move, not the one played
  shown = $state(0) // events of what the board shows
  judged: Judged[] = $state.raw([])
  summed: Summed | undefined = $state.raw(undefined) // what it comes to, once all is judged
  asking = $state(false) // the machine judges
  trouble = $state('')
  readonly silent = true
  readonly stage = new Stage(this)
  readonly table: Table
  #at = $state(-1)
  #frames = new Map<number, Frame>() // of the match as it was played, by the number of events
  #record: ReturnType<typeof api.record> | undefined
  #wanted: () => Promise<void> = () => Promise.resolve()
  #busy = false

  last: number = $derived.by(() => this.table.log.length)
  here: number = $derived.by(() => (this.#at < 0 ? this.last : Math.min(this.#at, this.last)))
  note: Judged | undefined = $derived(this.judged.find((one) => one.index === this.here - 1))
  moments: Judged[] = $derived(at(this.judged, this.summed?.moments ?? []))
  /** What another seat or luck did after the move that is judged. */
  next: Line | undefined = $derived.by(() =>
    this.table.log.slice(this.here).find((line) => line.seat !== this.note?.seat),
  )
  #better: Line | undefined = $derived(
    this.instead && this.note?.say ? { seat: this.note.seat, text: this.note.best, ...this.note.say } : undefined,
  )
  /** The move that led to what is shown. */
  line: Line | undefined = $derived.by(() => this.#better ?? this.table.log[this.here - 1])

  constructor(table: Table, begin: number) {
    this.table = table
    this.#at = Number.isInteger(begin) ? begin : -1
  }

  get game(): string {
    return this.table.info?.game ?? ''
  }

  get seat(): number {
    return this.table.mine[0] ?? -1
  }

  /** Where the better idea is, while the move that was played is shown. */
  get lit(): string[] {
    return this.note?.mark && !this.instead ? this.note.spots : []
  }

  get names(): string[] {
    return this.table.info ? namesAt(this.table.info) : []
  }

  get titles(): string[] {
    return this.table.info ? titlesAt(this.table.info) : []
  }

  async picture(): Promise<Both> {
    return (await this.#look(this.table.info!, this.here, this.#better)).frame.picture
  }

  things(): Promise<Record<string, ThingInfo>> {
    return api.things(thingsOf(this.table.info!))
  }

  choose(): void {} // nothing is offered

  step(to: number): void {
    this.instead = false
    this.#at = Math.min(this.last, Math.max(0, to))
  }

  /** One question at a time, however fast somebody walks through the match; the last one asked is the one shown. */
  async show(): Promise<void> {
    const [info, many, other, line] = [this.table.info!, this.here, this.#better, this.line]
    this.#wanted = () => this.#show(info, many, other, line)
    if (this.#busy) return
    this.#busy = true
    for (let done; done !== this.#wanted;) await (done = this.#wanted)()
    this.#busy = false
  }

  async judge(): Promise<void> {
    this.asking = true
    const answer = await wire.request(
      { type: 'ask', table: this.table.code, what: 'review', seat: -1 },
      (told) => (this.judged = merged(this.judged, told.judged)),
    )
    this.asking = false
    if (answer.type === 'refusal') this.trouble = both(answer)
    else if (answer.type === 'told') this.#sum(answer.summed ?? undefined)
  }

  /** Whoever has not walked away from the end is shown the first move that mattered. */
  #sum(summed: Summed | undefined): void {
    this.summed = summed
    const [first] = this.moments
    if (first && this.here === this.last) this.step(first.index + 1)
  }

  async #show(info: TableInfo, many: number, other: Line | undefined, line: Line | undefined): Promise<void> {
    try {
      const frame = other ? (await this.#look(info, many, other)).frame : await this.#frame(info, many)
      this.stage.show({ ...frame, lines: line ? [line] : [] })
      this.shown = many
      this.trouble = ''
    } catch (error) {
      this.trouble = error instanceof Refused ? both(error.said) : say('trouble')
    }
  }

  async #frame(info: TableInfo, many: number): Promise<Frame> {
    if (!this.#frames.has(many))
      for (const [step, found] of await framesAround(await this.#played(info), many)) this.#frames.set(step, found)
    return this.#frames.get(many)!
  }

  /** What the rules say of the position after so many events, the last of them perhaps another than the one played. */
  async #look(info: TableInfo, many: number, other: Line | undefined): Promise<StudyPlace> {
    const study = await this.#played(info)
    const events = other
      ? [...study.events.slice(0, many - 1), [other.seat, other.text] as [number, string]]
      : study.events.slice(0, many)
    return api.position({ ...study, events })
  }

  /** The record has every card, also those that this person did not see while playing. */
  async #played({ table, game, seats, options }: TableInfo) {
    this.#record ??= api.record(table)
    const { events } = await this.#record
    return { game, seats: seats.length, options, events, language: settings.language }
  }
}

function merged(known: Judged[], more: Judged[]): Judged[] {
  const all = new Map([...known, ...more].map((one) => [one.index, one]))
  return [...all.values()].sort((a, b) => a.index - b.index)
}
