/** Making a table and going there. */

import { DRAWN } from '../boards'
import type { GameInfo, NewTable, SeatWish, TableInfo } from '../wire'
import { api, Refused } from './api'
import { randomText } from './chance'
import { family, type Relative } from './family.svelte'
import { remember } from './promises'
import { rivals } from './rivals.svelte'
import { go } from './router.svelte'
import { inBoth } from './say.svelte'

export async function make(wish: NewTable, made: (table: string) => void = () => {}): Promise<void> {
  const { commitment, table } = await api.commit() // first the server binds itself, then I add my number
  const number = wish.seats.some((seat) => seat.kind === 'me') ? randomText() : ''
  remember(table, { commitment, number })
  const info = await api.make({ ...wish, commitment, number })
  if (info.table !== table) throw new Refused(0, 'renamed', inBoth('luck.broken.commitment'))
  made(info.table)
  go(`/t/${info.table}`)
}

/** My seat: with the name of whoever is in front. */
const mySeat = (): SeatWish => (family.front ? seatOf(family.front) : { kind: 'me' })

export const seatOf = ({ name, face }: Relative): SeatWish => ({ kind: 'me', name, face })

/** Me against machines of one level, at first the fewest; a first match of a game begins as its folder says. */
export function playNow(
  game: GameInfo,
  level = rivals.last(game.id),
  made?: (table: string) => void,
  many = game.seats[0]!,
): Promise<void> {
  rivals.choose(game.id, level, many)
  const seats = Array.from({ length: many }, (_, i): SeatWish => (i ? { kind: 'machine', level } : mySeat()))
  const options = rivals.isNew(game.id) ? DRAWN[game.id]?.first : undefined
  return make({ game: game.id, seats, ...(options ? { options } : {}) }, made)
}

/** The same match anew, against machines of another level. */
export function playAgain(info: TableInfo, level: number): Promise<void> {
  rivals.choose(info.game, level)
  const seats = info.seats.map((seat): SeatWish => (seat.kind === 'machine' ? { kind: 'machine', level } : mySeat()))
  return make({ game: info.game, seats, options: info.options, after: info.table })
}

/** Nobody plays: the machines show the game. */
export function showNow(game: GameInfo): Promise<void> {
  return make({
    game: game.id,
    seats: Array.from({ length: game.seats[0]! }, () => ({ kind: 'machine', level: friendly(game) }) as const),
    public: true,
  })
}

/** A machine that a newcomer can beat: a quarter of the way up. */
export function friendly(game: GameInfo): number {
  const levels = game.levels.map((level) => level.level)
  return levels[Math.floor((levels.length - 1) / 4)] ?? 1
}
