/** How people and machines are called. */

import type { Seat, TableInfo } from '../wire'
import { both, say } from './say.svelte'

/** What a table is asked about its cards and pieces: the options change what they do. */
export function thingsOf({ game, seats, options }: TableInfo): string {
  return JSON.stringify({ game, seats: seats.length, options })
}

export function seatName(seat: Seat): string {
  if (seat.kind === 'open') return say('seat.open')
  if (seat.kind === 'machine') return both(seat.name)
  return seat.person?.name || both(seat.title) // a record from elsewhere may not tell who played
}

/** Names that tell seats apart: two machines of one level have their title in the game beside them. */
export function distinctNames(info: TableInfo): string[] {
  const names = namesAt(info)
  return names.map((name, seat) =>
    names.indexOf(name) === names.lastIndexOf(name) ? name : `${name} (${both(info.seats[seat]?.title)})`,
  )
}

/** What each seat is called in the game: the words of the move list. */
export function titlesAt(info: TableInfo): string[] {
  return info.seats.map((seat) => both(seat.title))
}

/** At one screen everybody is the same person: people there go by what their seat is called in the game. */
export function namesAt(info: TableInfo): string[] {
  return info.seats.map((seat) => (info.shared && seat.kind === 'person' ? both(seat.title) : seatName(seat)))
}
