/** Making a table and going there. */

import type { GameInfo, NewTable } from '../wire'
import { api, Refused } from './api'
import { randomText } from './chance'
import { remember } from './promises'
import { go } from './router.svelte'
import { inBoth } from './say.svelte'

export async function make(wish: NewTable): Promise<void> {
  const { commitment, table } = await api.commit() // first the server binds itself, then I add my number
  const number = wish.seats.some((seat) => seat.kind === 'me') ? randomText() : ''
  remember(table, { commitment, number })
  const info = await api.make({ ...wish, commitment, number })
  if (info.table !== table) throw new Refused(0, 'renamed', inBoth('luck.broken.commitment'))
  go(`/t/${info.table}`)
}

/** One click: me against the machine, fewest seats, a friendly level. */
export function playNow(game: GameInfo): Promise<void> {
  const seats = Array.from({ length: game.seats[0]! }, (_, i) =>
    i ? ({ kind: 'machine', level: friendly(game) } as const) : ({ kind: 'me' } as const),
  )
  return make({ game: game.id, seats })
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
