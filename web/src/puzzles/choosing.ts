/** Which puzzle comes next: one that fits the wish, is new, and suits the solver. */

import type { PuzzleInfo } from '../wire'
import { ratingOf } from './level'

export interface Wish {
  game: string // empty: any
  theme: string // likewise; themes belong to a game
  grade: number // 0: one that suits
}

export const ANYTHING: Wish = { game: '', theme: '', grade: 0 }
const CLOSEST = 8 // of those that suit best, one by chance

export function fitting(puzzles: PuzzleInfo[], wish: Wish): PuzzleInfo[] {
  return puzzles.filter(
    (one) =>
      (!wish.game || one.game === wish.game) &&
      (!wish.theme || one.themes.includes(wish.theme)) &&
      (!wish.grade || one.grade === wish.grade),
  )
}

/** The next one; those already tried come again only when no other is left. `luck` is from 0 to 1. */
export function next(
  puzzles: PuzzleInfo[],
  wish: Wish,
  isDone: (name: string) => boolean,
  rating: (game: string) => number,
  luck: number,
): PuzzleInfo | undefined {
  const fits = fitting(puzzles, wish)
  const fresh = fits.filter((one) => !isDone(one.puzzle))
  const far = (one: PuzzleInfo) => Math.abs(ratingOf(one) - rating(one.game))
  const near = (fresh.length ? fresh : fits).sort((a, b) => far(a) - far(b)).slice(0, CLOSEST)
  return near[Math.floor(luck * near.length)]
}

/** For the storm: short ones, the easy ones first, in an order by chance among equals. */
export function storm(puzzles: PuzzleInfo[], game: string, luck: () => number): PuzzleInfo[] {
  return fitting(puzzles, { ...ANYTHING, game })
    .filter((one) => one.decisions === 1)
    .map((one) => ({ one, at: one.grade + luck() }))
    .sort((a, b) => a.at - b.at)
    .map(({ one }) => one)
}

export function asQuery(wish: Wish): string {
  const told = new URLSearchParams()
  if (wish.game) told.set('game', wish.game)
  if (wish.theme) told.set('theme', wish.theme)
  if (wish.grade) told.set('grade', String(wish.grade))
  return told.size ? `?${told}` : ''
}

export function fromQuery(query: URLSearchParams): Wish {
  return {
    game: query.get('game') ?? '',
    theme: query.get('theme') ?? '',
    grade: Number(query.get('grade')) || 0,
  }
}
