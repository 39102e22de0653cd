/** Where the reveal stands in its timetable. */

import type { Act } from './acts'

export class Reveal {
  #acts: Act[] = $state.raw([])
  #at = $state(0)
  #timer: ReturnType<typeof setTimeout> | undefined

  now: Act | undefined = $derived(this.#acts[this.#at])
  /** Piles that have been told, this one included. */
  told: Set<number> = $derived(new Set(this.#acts.slice(0, this.#at + 1).flatMap((act) => act.pile ?? [])))
  /** Seats whose last pile has been told: their points may be counted. */
  paid: Set<number> = $derived.by(() => {
    const left = this.#acts.slice(this.#at + 1).map((act) => act.taker)
    return new Set(
      this.#acts
        .slice(0, this.#at + 1)
        .flatMap((act) => (act.taker === null || act.taker === undefined || left.includes(act.taker) ? [] : act.taker)),
    )
  })

  begin(acts: Act[], onact: (act: Act | undefined) => void): void {
    this.stop()
    this.#acts = acts
    this.#go(0, onact)
  }

  #go(at: number, onact: (act: Act | undefined) => void): void {
    this.#at = at
    const act = this.#acts[at]
    onact(act)
    if (act) this.#timer = setTimeout(() => this.#go(at + 1, onact), act.lasts)
  }

  stop(): void {
    clearTimeout(this.#timer)
    this.#acts = []
  }
}
