/** A finished match as one tells it: who won, whom they beat, and by how much. */

import { brief, say as sayRating, signed } from '../ratings/say'
import type { Result, TableInfo } from '../wire'
import { both, listed, say, type Key } from './say.svelte'

/** What one must know of a table, or of a match that is over, to tell how it ended. */
export type Ended = Pick<TableInfo, 'seats' | 'shared' | 'evening'> & Partial<Pick<TableInfo, 'status'>>
export type Ending = ReturnType<typeof ending>

/** The end of a match as it is told to somebody at the seats `mine`. */
export function ending(info: Ended, result: Result | undefined | null, mine: number[], names: string[]) {
  const { winners, losers } = sides(result, info.seats.length)
  const own = info.shared ? [] : mine
  const won = winners.some((seat) => own.includes(seat))
  /** A name says all, unless two have the same: then the title in the game tells which seat it is. */
  const named = (seat: number): string =>
    names.indexOf(names[seat]!) !== names.lastIndexOf(names[seat]!)
      ? `${names[seat]} (${both(info.seats[seat]?.title)})`
      : (names[seat] ?? '')
  const of = (seats: number[]): string => listed(seats.map((seat) => names[seat]))
  const [who, whom] = [of(winners), of(losers)]
  const gains = info.seats.flatMap(({ seat, rating }) =>
    rating && rating.gained !== null ? `${names[seat]} ${brief(rating)} (${signed(rating.gained)})` : [],
  )
  return {
    winners,
    mine: own,
    won,
    whom,
    celebrates: won || (winners.length > 0 && !own.length), // a defeat is not rubbed in
    points: counted(result),
    headline: headline(winners, own, won, listed(winners.map(named))),
    news: winners.length === 1 ? say('result.winner', { who: listed(winners.map(named)) }) : '', // told to others
    beats:
      winners.length !== 1 || !losers.length
        ? ''
        : won
          ? say('result.beat', { whom })
          : own.length
            ? say('result.grace')
            : say('result.beats', { who, whom }),
    why: reason(result, named),
    ratings: gains.length ? sayRating('rated.change', { who: gains.join(' · ') }) : '',
  }
}

function headline(winners: number[], mine: number[], won: boolean, who: string): string {
  if (!winners.length) return say('result.nobody')
  if (winners.length > 1) return say('result.shared', { who })
  return mine.length ? say(won ? 'result.won' : 'result.lost', { who }) : say('result.winner', { who })
}

function reason(result: Result | undefined | null, named: (seat: number) => string): string {
  if (result?.why) return both(result.why)
  return result ? say(`reason.${result.reason}` as Key, { who: result.seat === null ? '' : named(result.seat) }) : ''
}

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
export function fate(
  info: Pick<TableInfo, 'seats' | 'result'>,
  mine: number[],
): 'won' | 'lost' | 'drawn' | 'stopped' | 'over' {
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
