/** A finished match walked through and judged: what the board shows after each event, or with the better move instead. */

import type { Frame, Judged, Line, MatchPage, Summed, ThingInfo } from '../wire'
import { api, Refused } from './api'
import { framesAround } from './frames'
import { at } from './judged'
import { both, say, type Both } from './say.svelte'
import { namesAt, thingsOf, titlesAt } from './seats'
import { Stage, type Source, type Walk } from './stage.svelte'
import { wire } from './wire.svelte'

const AGAIN = 2000 // milliseconds until a server that did not answer is asked again

export class Review implements Source, Walk {
  match: MatchPage | undefined = $state.raw(undefined)
  missing = $state(false) // there is no such match
  instead = $state(false) // the board shows the better move, not the one played
  shown = $state(0) // events of what the board shows
  judged: Judged[] = $state.raw([])
  summed: Summed | undefined = $state.raw(undefined) // what it comes to, once all is judged
  asking = $state(false) // the machine judges
  trouble = $state('')
  readonly silent = true
  readonly stage = new Stage(this)
  readonly id: string
  #at = $state(-1)
  #frames = new Map<number, Frame>() // of the match as it was played, by the number of events
  #wanted: () => Promise<void> = () => Promise.resolve()
  #busy = false
  #again: ReturnType<typeof setTimeout> | undefined

  log: Line[] = $derived.by(() => this.match?.log ?? [])
  mine: number[] = $derived.by(() => this.match?.mine ?? [])
  last: number = $derived.by(() => this.log.length)
  here: number = $derived.by(() => (this.#at < 0 ? this.last : Math.min(this.#at, this.last)))
  note: Judged | undefined = $derived(this.judged.find((one) => one.index === this.here - 1))
  moments: Judged[] = $derived(at(this.judged, this.summed?.moments ?? []))
  /** What another seat or luck did after the move that is judged. */
  next: Line | undefined = $derived.by(() => this.log.slice(this.here).find((line) => line.seat !== this.note?.seat))
  #better: Line | undefined = $derived(
    this.instead && this.note?.say ? { seat: this.note.seat, text: this.note.best, ...this.note.say } : undefined,
  )
  /** The move that led to what is shown. */
  line: Line | undefined = $derived.by(() => this.#better ?? this.log[this.here - 1])

  constructor(id: string, begin: number) {
    this.id = id
    this.#at = Number.isInteger(begin) ? begin : -1
  }

  /** Nothing more happens in it: it is asked for once, or until there is a network. */
  async open(): Promise<void> {
    try {
      this.match = await api.match(this.id)
    } catch (error) {
      if (error instanceof Refused && error.code === 'unreachable') {
        this.#again = setTimeout(() => void this.open(), AGAIN)
        return
      }
      this.missing = error instanceof Refused && error.code === 'no-such-match'
      this.#fail(error)
    }
  }

  /** Nobody looks any more: the machine need not go on. */
  leave(): void {
    clearTimeout(this.#again)
    if (this.asking) wire.send({ type: 'leave', table: this.id })
  }

  get game(): string {
    return this.match?.info.game ?? ''
  }

  get seat(): number {
    return this.mine[0] ?? -1
  }

  /** Where the better idea is, while the move that was played is shown. */
  get lit(): string[] {
    return this.note?.mark && !this.instead ? this.note.spots : []
  }

  get names(): string[] {
    return this.match ? namesAt(this.match.info) : []
  }

  get titles(): string[] {
    return this.match ? titlesAt(this.match.info) : []
  }

  async picture(): Promise<Both> {
    return (await this.#look(this.here, this.#better)).picture
  }

  things(): Promise<Record<string, ThingInfo>> {
    return api.things(thingsOf(this.match!.info))
  }

  choose(): void {} // nothing is offered

  step(to: number): void {
    this.instead = false
    this.#at = Math.min(this.last, Math.max(0, to))
  }

  /** One question at a time, however fast somebody walks through the match; the last one asked is the one shown. */
  async show(): Promise<void> {
    const [many, other, line] = [this.here, this.#better, this.line]
    this.#wanted = () => this.#show(many, other, line)
    if (this.#busy) return
    this.#busy = true
    for (let done; done !== this.#wanted;) await (done = this.#wanted)()
    this.#busy = false
  }

  async judge(): Promise<void> {
    this.asking = true
    const answer = await wire.request(
      { type: 'ask', table: this.id, what: 'review', seat: -1 },
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

  async #show(many: number, other: Line | undefined, line: Line | undefined): Promise<void> {
    try {
      const frame = await this.#look(many, other)
      this.stage.show({ ...frame, lines: line ? [line] : [] })
      this.shown = many
      this.trouble = ''
    } catch (error) {
      this.#fail(error)
    }
  }

  /** What the board shows after so many events, the last of them perhaps another than the one played. */
  async #look(many: number, other: Line | undefined): Promise<Frame> {
    if (other) return (await api.steps(this.id, { since: many, instead: other.text })).frames[0]!
    if (!this.#frames.has(many)) {
      const found = await framesAround((since) => api.steps(this.id, { since }), many)
      for (const [step, frame] of found) this.#frames.set(step, frame)
    }
    return this.#frames.get(many)!
  }

  #fail(error: unknown): void {
    this.trouble = error instanceof Refused ? both(error.said) : say('trouble')
  }
}

function merged(known: Judged[], more: Judged[]): Judged[] {
  const all = new Map([...known, ...more].map((one) => [one.index, one]))
  return [...all.values()].sort((a, b) => a.index - b.index)
}
