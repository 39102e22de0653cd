/** How well somebody solves: Glicko's rating and spread, a puzzle being the opponent. */

import type { PuzzleInfo } from '../wire'

export interface Level {
  rating: number
  spread: number // how unsure the rating is: Glicko's RD
  tries: number
}

export const NEWCOMER: Level = { rating: 1000, spread: 180, tries: 0 }
const SURE = 60 // the spread of a puzzle: its grade is a guess as well
const LEAST = 45 // a spread never falls below this, so that one can always rise
const MOST_LOST = 40 // points that one miss costs at most: only while the level is unsure would it be more
const Q = Math.LN10 / 400

/** A puzzle's own rating: from 700 for those seen at first sight to 2100, and more where several decisions are asked. */
export function ratingOf(puzzle: Pick<PuzzleInfo, 'grade' | 'decisions'>): number {
  return 500 + 200 * puzzle.grade + 100 * (puzzle.decisions - 1)
}

/** After results against opponents: Glicko's step 2. A result is 1 for a win. */
export function rated(level: Level, results: { rating: number; spread: number; won: number }[]): Level {
  const weigh = (spread: number) => 1 / Math.sqrt(1 + (3 * Q * Q * spread * spread) / Math.PI ** 2)
  let pull = 0
  let told = 0
  for (const { rating, spread, won } of results) {
    const weight = weigh(spread)
    const hoped = 1 / (1 + 10 ** ((-weight * (level.rating - rating)) / 400))
    pull += weight * (won - hoped)
    told += (Q * weight) ** 2 * hoped * (1 - hoped)
  }
  const room = 1 / (1 / level.spread ** 2 + told)
  return {
    rating: level.rating + Q * room * pull,
    spread: Math.max(LEAST, Math.sqrt(room)),
    tries: level.tries + results.length,
  }
}

export function after(level: Level, puzzle: Pick<PuzzleInfo, 'grade' | 'decisions'>, solved: boolean): Level {
  const now = rated(level, [{ rating: ratingOf(puzzle), spread: SURE, won: solved ? 1 : 0 }])
  return { ...now, rating: Math.max(now.rating, level.rating - MOST_LOST) }
}
