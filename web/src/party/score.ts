import type { Ended } from '../lib/ending'
import type { PartyInfo, Seat, TableInfo } from '../wire'

const MOST = 8 // stand beside each other

/** The podium of an evening: everybody, with the matches that each has won; of many those who have won most, or just played. */
export function podium(party: PartyInfo, { seats, evening }: TableInfo, winners: number[]) {
  const placed = (person: string, team: string): number =>
    seats.findIndex((one) => one.person && [person, team].includes(one.person.id))
  const people = party.guests.map(({ person, team, won }) => ({
    ...seats[0]!,
    kind: 'person' as const,
    person,
    won,
    at: placed(person.id, team),
  }))
  const animals = seats.filter(({ kind }) => kind === 'machine').map((one) => ({ ...one, at: one.seat }))
  const all: (Seat & { at: number })[] = [...people, ...animals]
  const first = [...all].sort((a, b) => b.won - a.won || Number(b.at >= 0) - Number(a.at >= 0)).slice(0, MOST)
  const best = all.filter((one) => first.includes(one))
  const info: Ended = { seats: best.map((one, seat) => ({ ...one, seat })), shared: false, evening }
  return { info, winners: best.flatMap(({ at }, seat) => (winners.includes(at) ? seat : [])) }
}
