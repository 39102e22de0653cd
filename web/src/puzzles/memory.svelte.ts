/** What somebody has solved, and how well: kept on this device, and of an account by the server too (school/account.ts). */

import { keep, kept, ofFront } from '../lib/kept'
import type { LearnBody, PuzzleInfo, Schooling } from '../wire'
import { daysInRow, levelsOf, streakOf } from './history'
import { after, NEWCOMER, type Level } from './level'

const KEY = ofFront('recif.puzzles')
const DAY = 86_400_000

interface Kept {
  of: string // the account whose it is; empty for a guest's
  levels: Record<string, Level> // by game
  tries: Record<string, [boolean, number]> // by puzzle: whether it was solved at the first try, and when that was
  streak: number // solved in a row, at the first try
  longest: number
  days: number[] // whose puzzle was solved
  storms: Record<string, number> // the best storm, by game; under '' that of all games
}

const nothing = (of = ''): Kept => ({ of, levels: {}, tries: {}, streak: 0, longest: 0, days: [], storms: {} })

export function today(): number {
  return Math.floor(Date.now() / DAY)
}

class Memory {
  kept: Kept = $state({ ...nothing(), ...kept<Kept>(KEY) })
  onnews: () => void = () => {}
  #told = new Set<string>() // puzzles that the server knows of

  level(game: string): Level {
    return this.kept.levels[game] ?? NEWCOMER
  }

  isDone(puzzle: string): boolean {
    return puzzle in this.kept.tries
  }

  /** A first try: it counts once, however often the puzzle is looked at again. The answer is how far the level moved. */
  tried(puzzle: PuzzleInfo, solved: boolean): number {
    if (this.isDone(puzzle.puzzle)) return 0
    const before = this.level(puzzle.game)
    const now = after(before, puzzle, solved)
    this.kept.levels[puzzle.game] = now
    this.kept.tries[puzzle.puzzle] = [solved, Date.now()]
    this.kept.streak = solved ? this.kept.streak + 1 : 0
    this.kept.longest = Math.max(this.kept.longest, this.kept.streak)
    this.#changed()
    return Math.round(now.rating) - Math.round(before.rating)
  }

  get hasDaily(): boolean {
    return this.kept.days.includes(today())
  }

  /** Days in a row, up to today or yesterday. */
  get days(): number {
    return daysInRow(this.kept.days, today())
  }

  solvedDaily(): void {
    if (this.hasDaily) return
    this.kept.days.push(today())
    this.#changed()
  }

  storm(game: string): number {
    return this.kept.storms[game] ?? 0
  }

  /** Whether it is the best so far. */
  stormed(game: string, score: number): boolean {
    if (score <= this.storm(game)) return false
    this.kept.storms[game] = score
    this.#changed()
    return true
  }

  /** What a guest has solved goes with them into their account; what an account has stays with it. */
  belong(of: string): void {
    if (this.kept.of === of) return
    if (this.kept.of) this.kept = nothing(of)
    else this.kept.of = of
    this.#told.clear()
    this.#keep()
  }

  /** What the server may not know yet. */
  get news(): Pick<LearnBody, 'tries' | 'days' | 'storms'> {
    const tries = Object.entries(this.kept.tries).filter(([puzzle]) => !this.#told.has(puzzle))
    return {
      tries: tries.map(([puzzle, [solved, at]]) => [puzzle, solved, at]),
      days: [...this.kept.days],
      storms: { ...this.kept.storms },
    }
  }

  /** All that the account has solved, on any device. */
  learned({ tries, days, storms }: Schooling): void {
    const told = tries.map(({ puzzle, solved, at }) => [puzzle, [solved, at]] as const)
    this.kept = {
      of: this.kept.of,
      levels: levelsOf(tries),
      tries: Object.fromEntries(told) as Kept['tries'],
      ...streakOf(tries),
      days,
      storms,
    }
    this.#told = new Set(tries.map(({ puzzle }) => puzzle))
    this.#keep()
  }

  #changed(): void {
    this.#keep()
    this.onnews()
  }

  #keep(): void {
    keep(KEY, this.kept)
  }
}

export const memory = new Memory()
