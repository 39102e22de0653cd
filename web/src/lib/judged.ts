/** A match as the machine judges it afterwards: what can be read off its judgements. */

import type { Judged } from '../wire'

/** How the curve of each seat is dashed: colours alone would not do. */
export const DASHES = ['', '7 4', '2 3.5', '11 3 2 3', '4 2']

/** Each seat's chances once so many events have happened, as far as the judgements go. */
export function chancesAt(judged: Judged[], events: number): number[] {
  return judged.findLast((one) => one.index < events)?.after ?? judged[0]?.worth ?? []
}

/** The decisions of some events, in the order of play. */
export function at(judged: Judged[], indices: number[]): Judged[] {
  return judged.filter((one) => indices.includes(one.index))
}

const LEAST = 0.1 // less accuracy is within what clicking at random may reach

/** An accuracy as it is said: nothing where nothing was at stake, and never 0 %, which nobody deserves. */
export function accuracy(share: number | null | undefined, percent: (part: number) => string): string {
  if (share === null || share === undefined) return '—'
  return share < LEAST ? `< ${percent(LEAST)}` : percent(share)
}
