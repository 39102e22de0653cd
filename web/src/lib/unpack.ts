/** Legal moves as the server packs them: numbers in a table of moves that never changes, and a column for each part. */

import type { Move, Packed } from '../wire'

/** The moves written out, without sentences: by number in the table, or by text where there is none. */
export function unpack(packed: Packed, table: readonly Move[] = []): Move[] {
  const moves = packed.table ? fromTable(packed.numbers, table) : packed.texts.map((text) => bare(text, {}))
  for (const [name, [values, which, between]] of Object.entries(packed.parts))
    fill(moves, name, between ? apart(values as string[], between[0] as string) : (values ?? []), which)
  return moves
}

/** Lists of names that were written as one text each. */
function apart(values: readonly string[], between: string): string[][] {
  return values.map((names) => names.split(between))
}

function fromTable(steps: readonly number[], table: readonly Move[]): Move[] {
  let at = 0
  return steps.map((step) => {
    const { text, parts } = table[(at += step)]!
    return bare(text, { ...parts })
  })
}

function bare(text: string, parts: Move['parts']): Move {
  return { text, parts, say: '' }
}

function fill(moves: Move[], name: string, values: readonly unknown[], which: readonly number[] | undefined): void {
  for (const [i, move] of moves.entries()) {
    const place = which?.length ? which[i]! - 1 : values.length === 1 ? 0 : i
    if (place >= 0) move.parts[name] = values[place]
  }
}
