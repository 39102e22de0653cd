/** A scene of Oursins, as described at the head of games/urchins/words.py. */

export type Colour = 'yellow' | 'red'
export interface UrchinsScene {
  size: number
  turn: number
  step: 'move' | 'act' | 'place' | 'over'
  cells: string[]
  urchins: Record<string, Colour[]>
  pawns: (string | null)[]
  reserve: Record<Colour, number>
  taken: number[]
  quiet: number
  patience: number
  must_add: boolean
}
