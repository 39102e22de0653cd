/** A study's moves as a tree: they are numbered from 1, and each names the one before it. No rule is known here. */

import type { StudyFile } from '../wire'

export type Tree = Pick<StudyFile, 'moves'>

/** The moves that follow one, the main line first. */
export function after(tree: Tree, at: number): number[] {
  return tree.moves.flatMap((move, i) => (move.parent === at ? [i + 1] : []))
}

/** The numbers of the moves from the start to one, itself included. */
export function wayTo(tree: Tree, at: number): number[] {
  const way: number[] = []
  for (let one = at; one > 0; one = tree.moves[one - 1]!.parent) way.unshift(one)
  return way
}

/** The way to a move, and on by the first move that follows each. */
export function lineThrough(tree: Tree, at: number): number[] {
  const line = wayTo(tree, at)
  for (let next = after(tree, at)[0]; next !== undefined; next = after(tree, next)[0]) line.push(next)
  return line
}

export function eventsTo(tree: Tree, at: number): [number, string][] {
  return wayTo(tree, at).map((one) => [tree.moves[one - 1]!.seat, tree.moves[one - 1]!.text])
}

/** A line of the tree, as a study without branches; how the match ended is only known of the main line. */
export function lineAlone(study: StudyFile, line: number[]): StudyFile {
  const moves = line.map((one, i) => ({ ...study.moves[one - 1]!, parent: i }))
  const main = lineThrough(study, 0)
  const isMain = line.length === main.length && line.every((one, i) => one === main[i])
  return { ...study, moves, result: isMain ? (study.result ?? null) : null }
}

/** The tree without a move and all that follows it; what is left is numbered anew, by `now`. */
export function without(study: StudyFile, at: number): { study: StudyFile; kept: number[]; now: Map<number, number> } {
  const gone = new Set([at])
  study.moves.forEach((move, i) => gone.has(move.parent) && gone.add(i + 1))
  const kept = study.moves.map((_, i) => i + 1).filter((one) => !gone.has(one))
  const now = new Map([[0, 0], ...kept.map((one, i) => [one, i + 1] as const)] as [number, number][])
  const moves = kept.map((one) => ({ ...study.moves[one - 1]!, parent: now.get(study.moves[one - 1]!.parent)! }))
  return { study: { ...study, moves }, kept, now }
}

/** A move of a link, if it is there. */
export function moveIn(tree: Tree, told: string | null): number | undefined {
  if (told === null) return 0
  const at = /^\d{1,5}$/.test(told) ? Number(told) : NaN
  return at <= tree.moves.length ? at : undefined
}
