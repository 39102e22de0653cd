/** Where the reveal stands in its timetable. */

import type { Act } from './acts'

export class Reveal {
  #acts: Act[] = $state.raw([])
  #at = $state(0)
  #timer: ReturnType<typeof setTimeout> | undefined

  now: Act | undefined = $derived(this.#acts[this.#at])
  #past: Act[] = $derived(this.#acts.slice(0, this.#at + 1))
  /** Piles whose cards have gone to their owner. */
  gone: Set<number> = $derived(new Set(this.#past.flatMap(({ beat, pile }) => (beat === 'count' ? pile! : []))))
  /** Piles whose cards have shown their faces. */
  turned: Map<number, string[]> = $derived(
    new Map(this.#past.flatMap((act) => (act.beat ? [[act.pile!, act.cards ?? []] as const] : []))),
  )
  /** Seats whose last pile has come home: their points may be counted. */
  paid: Set<number> = $derived.by(() => {
    const left = this.#acts.slice(this.#at + 1).map((act) => act.taker)
    return new Set(
      this.#past.flatMap(({ beat, taker }) => (beat === 'count' && !left.includes(taker) ? (taker as number) : [])),
    )
  })

  /** `tempo`: how many times as long as usual each act lasts. */
  begin(acts: Act[], tempo: number, onact: (act: Act | undefined) => void): void {
    this.stop()
    this.#acts = acts
    this.#go(0, tempo, onact)
  }

  #go(at: number, tempo: number, onact: (act: Act | undefined) => void): void {
    this.#at = at
    const act = this.#acts[at]
    onact(act)
    if (act) this.#timer = setTimeout(() => this.#go(at + 1, tempo, onact), act.lasts * tempo)
  }

  stop(): void {
    clearTimeout(this.#timer)
    this.#acts = []
  }
}
