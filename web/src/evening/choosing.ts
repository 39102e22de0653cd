/** Which game suits those who are there: by how many they are, how long they have, and how old the youngest is. */

import type { GameInfo } from '../wire'

export interface Company {
  people: number
  minutes: number
  youngest: number
}

export interface Proposal {
  game: GameInfo
  seats: number // at the table: who is alone plays machines
  minutes: number
  isLonger: boolean // than they have time
  isOlder: boolean // who enjoys it, than the youngest
}

function proposal(game: GameInfo, { people, minutes, youngest }: Company): Proposal | undefined {
  const seats = people === 1 ? game.seats[0]! : people
  if (!game.seats.includes(seats)) return undefined
  const takes = game.lengths[seats] ?? game.minutes
  return { game, seats, minutes: takes, isLonger: takes > minutes, isOlder: game.age > youngest }
}

/** How far it is from what they want: a game that is too long or too hard comes after one that is only short. */
function distance({ game, minutes, isLonger, isOlder }: Proposal, company: Company): number {
  const late = isLonger ? 100 + minutes - company.minutes : (company.minutes - minutes) / 10
  return late + (isOlder ? 50 + game.age - company.youngest : 0)
}

/** All that can be played, the best first. */
export function proposals(games: GameInfo[], company: Company): Proposal[] {
  const found = games.flatMap((game) => proposal(game, company) ?? [])
  return found.sort((one, other) => distance(one, company) - distance(other, company))
}
