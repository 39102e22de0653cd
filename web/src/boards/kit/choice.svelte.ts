/** Choosing a move by clicks, without knowing any rule.
 *
 * A board says for each legal move by which spots it can be clicked together: its paths. Picking a spot keeps the paths that
 * go on with it; the spots that come next are the ones to light. When a path is complete, its move is chosen.
 */

import type { Offer, Parts } from './board'

export type Paths = (parts: Parts, text: string) => string[][]
export type Outcome = 'more' | 'done' | 'refused'

interface Trail {
  spots: string[]
  offer: Offer
}

export class Choice {
  offers: Offer[] = $state.raw([])
  picks: string[] = $state.raw([])
  chosen: Offer | undefined = $state.raw(undefined) // complete, waiting for a confirmation
  careful = false // the last pick was made by a finger on something small: better ask before it is played
  prompt: string = $state('') // what the board asks for now, in words
  did: string = $state('') // what the others did last, where the board tells it in fewer words than the list of moves
  showing: string = $state('') // what the board tells while it shows what has happened; what it asks waits until then

  #paths: Paths = $state.raw(() => [])
  #trails: Trail[] = $derived(
    this.offers.flatMap((offer) => this.#paths(offer.parts, offer.text).map((spots) => ({ spots, offer }))),
  )
  #left: Trail[] = $derived(this.#trails.filter((trail) => this.picks.every((pick, i) => trail.spots[i] === pick)))

  /** Spots that can be picked next. */
  next: Set<string> = $derived(new Set(this.chosen ? [] : this.#left.map((trail) => trail.spots[this.picks.length]!)))
  /** Moves that agree with what has been picked. */
  left: Offer[] = $derived([...new Set(this.#left.map((trail) => trail.offer))])
  open: boolean = $derived(this.offers.length > 0)

  onchosen: (offer: Offer) => void = () => {}
  onrefused: (text: string | undefined, spot: string) => void = () => {}
  /** The board's guess at what a refused click meant, in the game's notation; the server says why it cannot be. */
  meant: (picks: string[], spot: string) => string | undefined = () => undefined

  reads(paths: Paths, meant: (picks: string[], spot: string) => string | undefined = () => undefined): void {
    this.#paths = paths
    this.meant = meant
  }

  /** New moves to choose from. The same moves again (chat came in, a clock ticked) leave the picks alone. */
  offer(offers: Offer[], fresh: boolean): void {
    this.offers = offers
    if (fresh) this.clear()
  }

  clear(): void {
    this.picks = []
    this.chosen = undefined
  }

  back(): void {
    if (this.chosen) this.chosen = undefined
    this.picks = this.picks.slice(0, -1)
  }

  has(spot: string): boolean {
    return this.next.has(spot)
  }

  /** The moves that would be left after picking a spot: for previews. */
  after(spot: string): Offer[] {
    const at = this.picks.length
    return this.#left.filter((trail) => trail.spots[at] === spot).map((trail) => trail.offer)
  }

  /** Every spot of what is left, to show how a choice could go on. */
  get ahead(): Set<string> {
    return new Set(this.#left.flatMap((trail) => trail.spots.slice(this.picks.length)))
  }

  pick(spot: string): Outcome {
    if (!this.next.has(spot)) return this.#turnAway(spot)
    this.picks = [...this.picks, spot]
    const whole = this.#left.find((trail) => trail.spots.length === this.picks.length)
    if (!whole) return 'more'
    this.chosen = whole.offer
    this.onchosen(whole.offer)
    return 'done'
  }

  /** A click elsewhere: on a picked spot it goes back, on a fresh start it starts again, else it is refused. */
  #turnAway(spot: string): Outcome {
    const at = this.picks.indexOf(spot)
    if (at >= 0) {
      this.picks = this.picks.slice(0, at)
      this.chosen = undefined
      return 'more'
    }
    if (this.chosen && this.#instead(spot)) return this.pick(spot)
    const meant = this.meant(this.picks, spot)
    if (this.#trails.some((trail) => trail.spots[0] === spot)) {
      this.clear()
      return this.pick(spot)
    }
    this.onrefused(meant, spot)
    return 'refused'
  }

  /** While a whole move waits for a confirmation, another last pick takes the place of the one before. */
  #instead(spot: string): boolean {
    const start = this.picks.slice(0, -1)
    const other = this.#trails.some(
      ({ spots }) =>
        spots.length === start.length + 1 && spots.at(-1) === spot && start.every((pick, i) => spots[i] === pick),
    )
    if (other) this.back()
    return other
  }
}
