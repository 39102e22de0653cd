/** A scene of XOK, as described at the head of games/xok/words.py. */

export interface Held {
  fish: number
  sharks: Record<string, number>
}
export interface XokScene {
  side: number
  turn: number
  cells: string[]
  fish: [string[], string[]]
  sharks: { cell: string; seat: number; shark: string; mouths: string[] }[]
  reserve: [Held, Held]
  longest: [string[], string[]]
  goal: number
  pie?: true
}
