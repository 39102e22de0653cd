/** A scene of Crabe vs Poulpe, as described at the head of games/crabs/words.py. */

export type Side = 'c' | 'p'
export interface Holder {
  side: Side
  hand: string[] | null
  backs: Record<Side, number>
  known: string[]
}
export interface DuelScene {
  mode: string
  round: number
  leader: number
  phase: string
  turn: number
  steps: string[]
  number: number | null
  inverted: boolean
  inked: boolean
  cause: string | null
  cancelled: string[]
  pile: { card: string; seat: number }[]
  seats: [Holder, Holder]
  decks: Record<Side, number>
  discard: Record<Side, number>
  effects: Record<string, string[]>
}

export function sign(card: string): string {
  const rank = card.slice(0, -1)
  return rank === 'A' ? 'α' : rank === 'O' ? 'Ω' : rank
}
export function side(card: string): Side {
  return card.slice(-1) as Side
}
