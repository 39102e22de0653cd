/** A scene of Crocodile Pool Party, as described at the head of games/crocodiles/words.py. */

export interface Tile {
  seat: number
  number: number | null
}
export interface Bar {
  cells: string[]
  ladders: string[]
  tiles: Tile[]
}
export interface PoolScene {
  step: 'place' | 'turn' | 'flip' | 'charge' | 'reveal' | 'over'
  turn: number
  flipped: string | null
  cells: string[]
  bars: [Bar, Bar]
  piles: { cell: string; seat: number; tiles: Tile[] }[]
  open: boolean
  unseen: [number[], number[]]
  room: { row: number; left: number }[]
  slabs: { row: number; takes: number }[][]
  quiet: number
  quiet_most: number
  scores: number[]
  sums: number[]
  ending: string | null
}
