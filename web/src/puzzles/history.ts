/** What tries at puzzles amount to, in the order of time: levels by game, and how many were solved in a row. */

import type { Tried } from '../wire'
import { after, NEWCOMER, type Level } from './level'

export function levelsOf(tries: Tried[]): Record<string, Level> {
  const levels: Record<string, Level> = {}
  for (const one of tries) levels[one.game] = after(levels[one.game] ?? NEWCOMER, one, one.solved)
  return levels
}

/** Solved in a row: now, and at best. */
export function streakOf(tries: Pick<Tried, 'solved'>[]): { streak: number; longest: number } {
  let [streak, longest] = [0, 0]
  for (const { solved } of tries) {
    streak = solved ? streak + 1 : 0
    longest = Math.max(longest, streak)
  }
  return { streak, longest }
}

/** Days in a row, up to today or yesterday. */
export function daysInRow(days: number[], today: number): number {
  const known = new Set(days)
  let last = known.has(today) ? today : today - 1
  let row = 0
  while (known.has(last--)) row++
  return row
}
