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

export const FILES = 6
export const RANKS = 14
const CELLS = Array.from({ length: FILES * RANKS }, (_, i) => `${'abcdef'[i % FILES]}${Math.floor(i / FILES) + 1}`)

/** The cells of the pool that are no bar. */
export function water(scene: PoolScene): string[] {
  const bars = scene.bars.flatMap((bar) => bar.cells)
  return CELLS.filter((cell) => !bars.includes(cell))
}
