/** A scene of Cric Crac Kroc, as described at the head of games/kroc/words.py. */

export interface BanquetPile {
  pile: number
  cards: (string | null)[]
  jaws: number[]
  taker: number | null
}
export interface Eater {
  hungry: boolean
  kept: Record<string, number>
  points: number
  worth: Record<string, number>
  bite: number[] | null
  choice: number[] | null
}
export interface BanquetScene {
  phase: 'laying' | 'choosing' | 'turning' | 'drawing' | 'stealing' | 'over'
  round: number
  biting: string[]
  pile: number | null
  piles: BanquetPile[]
  seats: Eater[]
  deck: number
  unseen: Record<string, number>
  box: Record<string, number>
}
