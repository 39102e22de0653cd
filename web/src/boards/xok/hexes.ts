/** Where the cells of the hexagon lie on the screen. Rows are lettered from the bottom; numbers follow the diagonals. */

export const WIDE = 100 // from one cell to the next in a row
export const HIGH = 86.6 // from one row to the next
export const RADIUS = 57.7 // from the middle of a cell to its corners

export const ANGLE: Record<string, number> = { e: 0, se: 60, sw: 120, w: 180, nw: 240, ne: 300 }
const STEP: Record<string, [number, number]> = {
  ne: [1, 1],
  e: [0, 1],
  se: [-1, 0],
  sw: [-1, -1],
  w: [0, -1],
  nw: [1, 0],
}

function place(cell: string): [number, number] {
  return [cell.charCodeAt(0) - 97, Number(cell.slice(1))]
}

export function xy(cell: string, side: number): { x: number; y: number } {
  const [row, n] = place(cell)
  return { x: (n - row / 2 - (side + 1) / 2) * WIDE, y: (side - 1 - row) * HIGH }
}

export function toward(cell: string, direction: string): string {
  const [row, n] = place(cell)
  const [up, along] = STEP[direction]!
  return `${String.fromCharCode(97 + row + up)}${n + along}`
}

export function shade(cell: string): number {
  const [row, n] = place(cell)
  return (row + n) % 3
}

const corners = [0, 1, 2, 3, 4, 5].map((i) => {
  const angle = (Math.PI / 3) * i + Math.PI / 6
  return [Math.cos(angle), Math.sin(angle)] as const
})

export function hexagon(radius: number): string {
  return `M${corners.map(([x, y]) => `${(x * radius).toFixed(1)} ${(y * radius).toFixed(1)}`).join('L')}z`
}
