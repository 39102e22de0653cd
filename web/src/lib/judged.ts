/** A match as the machine judges it afterwards: what can be read off its judgements. */

import type { Judged } from '../wire'

/** How the curve of each seat is dashed: colours alone would not do. */
export const DASHES = ['', '7 4', '2 3.5', '11 3 2 3', '4 2']
const MOST = 5 // turning points told

/** Each seat's chances once so many events have happened, as far as the judgements go. */
export function chancesAt(judged: Judged[], events: number): number[] {
  return judged.findLast((one) => one.index < events)?.after ?? judged[0]?.worth ?? []
}

/** The mean over a seat's decisions in which it had a choice, in percent. */
export function accuracyOf(judged: Judged[], seat: number): number | undefined {
  const free = judged.filter((one) => one.seat === seat && one.accuracy > 0)
  return free.length ? free.reduce((sum, one) => sum + one.accuracy, 0) / free.length : undefined
}

/** The decisions that turned the match: the costliest, in the order of play. */
export function turningPoints(judged: Judged[]): Judged[] {
  const turned = judged.filter((one) => one.mark === '?' || one.mark === '??')
  const costliest = turned.sort((a, b) => b.loss - a.loss).slice(0, MOST)
  return costliest.sort((a, b) => a.index - b.index)
}
