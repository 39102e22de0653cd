/** Whom one plays: the last choice in each game, who is beaten already, and which games are new here. Kept on this device
 * for whoever is in front; whom an account has beaten is known to the server, too. */

import { isFamily, keep, kept, ofFront } from './kept'
import { people } from './people.svelte'

const KEY = ofFront('recif.rivals')
const GENTLE = 1 // for a first match
const LAST = 9

interface Kept {
  last: Record<string, number>
  beaten: Record<string, number[]>
  played: string[] // games of which a match was seen to its end
  seats: Record<string, number> // how many sat at the table, in each game
}

const NONE: Kept = { last: {}, beaten: {}, played: [], seats: {} }

class Rivals {
  #kept: Kept = $state({ ...NONE, ...kept<Kept>(KEY) })

  last(game: string): number {
    return this.#kept.last[game] ?? GENTLE
  }

  /** How many sat at the table when one last played machines. */
  seats(game: string): number | undefined {
    return this.#kept.seats[game]
  }

  choose(game: string, level: number, seats?: number): void {
    this.#kept.last[game] = level
    if (seats) this.#kept.seats[game] = seats
    this.#keep()
  }

  hasBeaten(game: string, level: number): boolean {
    const known = !isFamily() && !!people.me?.beaten[game]?.includes(level)
    return known || !!this.#kept.beaten[game]?.includes(level)
  }

  isNew(game: string): boolean {
    return !this.#kept.played.includes(game)
  }

  /** Whether no match of any game was begun or seen to its end here. */
  get isNewcomer(): boolean {
    return !this.#kept.played.length && !Object.keys(this.#kept.last).length
  }

  /** A match is over: `beaten` are the levels that lost to me alone. */
  ended(game: string, beaten: number[]): void {
    if (this.isNew(game)) this.#kept.played.push(game)
    this.#kept.beaten[game] = [...new Set([...(this.#kept.beaten[game] ?? []), ...beaten])].sort()
    this.#keep()
  }

  /** The first of these who is not beaten yet. */
  next(game: string, levels: number[]): number | undefined {
    return levels.find((level) => !this.hasBeaten(game, level))
  }

  /** Who comes after, if anybody does. */
  after(level: number): number | undefined {
    return level < LAST ? level + 1 : undefined
  }

  #keep(): void {
    keep(KEY, this.#kept)
  }
}

export const rivals = new Rivals()
