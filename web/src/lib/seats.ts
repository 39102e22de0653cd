/** How people and machines are called. */

import type { Level, Person, Seat, TableInfo } from '../wire'
import { both, say } from './say.svelte'

/** A table, or a match that is over. */
export type Seated = Pick<TableInfo, 'seats' | 'shared'>

/** What a table is asked about its cards and pieces: the options change what they do. */
export function thingsOf({ game, seats, options }: Seated & { game: string; options: object }): string {
  return JSON.stringify({ game, seats: seats.length, options })
}

export function seatName(seat: Seat): string {
  if (seat.kind === 'open') return say('seat.open')
  if (seat.kind === 'machine') return both(seat.name)
  return seat.person?.name || both(seat.title) // a record from elsewhere may not tell who played
}

/** The seat of a person; −1 for whoever looks on. At one screen all seats are the same person's: nobody's alone. */
export function seatOf(info: TableInfo | undefined, person: Person): number {
  if (!info || info.shared) return -1
  return info.seats.findIndex((seat) => seat.person?.id === person.id)
}

/** Names that tell seats apart: two machines of one level have their title in the game beside them. */
export function distinctNames(info: Seated): string[] {
  return toldApart(namesAt(info), titlesAt(info))
}

export function toldApart(names: string[], titles: string[]): string[] {
  return names.map((name, seat) =>
    names.indexOf(name) === names.lastIndexOf(name) ? name : `${name} (${titles[seat] ?? ''})`,
  )
}

const MACHINE = /^machine ([1-9])$/ // as records write one, in no language

/** Who is meant by a name in a record: a machine goes by the name of its animal. */
export function named(name: string, cast: Level[]): string {
  const level = Number(MACHINE.exec(name)?.[1])
  return both(cast.find((one) => one.level === level)?.name) || name
}

/** What each seat is called in the game: the words of the move list. */
export function titlesAt(info: Seated): string[] {
  return info.seats.map((seat) => both(seat.title))
}

/** At one screen everybody is the same person: whoever was given no name there goes by what their seat is called in the game. */
export function namesAt(info: Seated): string[] {
  return info.seats.map((seat) =>
    info.shared && seat.kind === 'person' && !seat.named ? both(seat.title) : seatName(seat),
  )
}

/** A sentence of the list of moves that stands alone: who it was is said first, where the game speaks of their pieces only. */
export function told(sentence: string, names: string[], seat: number): string {
  const who = names[seat] ?? ''
  if (sentence.includes(who)) return sentence
  const isNamed = names.some((name) => sentence.startsWith(name))
  return say('did.by', { who, what: isNamed ? sentence : sentence.charAt(0).toLowerCase() + sentence.slice(1) })
}
