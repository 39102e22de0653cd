/** Where the cells of a board of squares lie: files lettered from the left, ranks numbered from the bottom. */

export const CELL = 100

export function column(cell: string): number {
  return cell.charCodeAt(0) - 97
}
export function rank(cell: string): number {
  return Number(cell.slice(1)) - 1
}

/** The middle of a cell, on a board of so many ranks. */
export function middle(cell: string, ranks: number): { x: number; y: number } {
  return { x: (column(cell) + 0.5) * CELL, y: (ranks - rank(cell) - 0.5) * CELL }
}
