/** A finished match as one tells it: who won, whom they beat, and by how much. */

import type { Result, TableInfo } from '../wire'

/** Seats that won, and seats that lost to them. Nobody beats anybody in a match called off. */
export function sides(result: Result | undefined | null, seats: number): { winners: number[]; losers: number[] } {
  const winners = result && result.reason !== 'aborted' ? result.winners : []
  const losers = winners.length
    ? Array.from({ length: seats }, (_, seat) => seat).filter((s) => !winners.includes(s))
    : []
  return { winners, losers }
}

/** The count at the end, where there is one: a lone point only says who won. */
export function counted(result: Result | undefined | null): number[] {
  return result && result.reason !== 'aborted' && result.scores.some((score) => score > 1) ? result.scores : []
}

/** How a match went for somebody at these seats, in a word. */
export function fate(info: TableInfo, mine: number[]): 'won' | 'lost' | 'drawn' | 'stopped' | 'over' {
  const { winners } = sides(info.result, info.seats.length)
  if (info.result?.reason === 'aborted') return 'stopped'
  if (!mine.length || mine.length === info.seats.length) return 'over'
  if (!mine.some((seat) => winners.includes(seat))) return winners.length ? 'lost' : 'drawn'
  return winners.length > mine.length ? 'drawn' : 'won'
}

/** The levels of the machines that I have beaten: I am the only person, and the only winner. */
export function beatenLevels(info: TableInfo, mine: number[], result: Result | undefined | null): number[] {
  const { winners, losers } = sides(result, info.seats.length)
  const alone = mine.length === 1 && info.seats.every((seat) => seat.kind === 'machine' || seat.seat === mine[0])
  if (!alone || winners.length !== 1 || winners[0] !== mine[0]) return []
  return losers.map((seat) => info.seats[seat]!.level)
}
