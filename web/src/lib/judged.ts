/** A match as the machine judges it afterwards: what can be read off its judgements. */

import type { Judged } from '../wire'

/** How the curve of each seat is dashed: colours alone would not do. */
export const DASHES = ['', '7 4', '2 3.5', '11 3 2 3', '4 2']
const MOST = 5 // turning points told

/** Each seat's chances once so many events have happened, as far as the judgements go. */
export function chancesAt(judged: Judged[], events: number): number[] {
  return judged.findLast((one) => one.index < events)?.after ?? judged[0]?.worth ?? []
}

const LEAST_STAKE = 0.1 // below that nobody showed anything

/** What a seat kept of all that was at stake, as src/recif/mind/coach/review.py has it: 1 for the best moves, about 0 for clicking at random. */
export function accuracyOf(judged: Judged[], seat: number): number | undefined {
  const own = judged.filter((one) => one.seat === seat)
  const total = (part: 'stake' | 'loss') => own.reduce((sum, one) => sum + one[part], 0)
  return total('stake') < LEAST_STAKE ? undefined : Math.max(0, 1 - total('loss') / total('stake'))
}

/** What draws brought a seat, of its chances; unknown in a match without any. */
export function luckOf(judged: Judged[], seat: number): number | undefined {
  const drawn = judged.filter((one) => one.luck.length)
  return drawn.length ? drawn.reduce((sum, one) => sum + (one.luck[seat] ?? 0), 0) : undefined
}

/** The decisions that turned the match: the costliest, in the order of play. */
export function turningPoints(judged: Judged[]): Judged[] {
  const turned = judged.filter((one) => one.mark === '?' || one.mark === '??')
  const costliest = turned.sort((a, b) => b.loss - a.loss).slice(0, MOST)
  return costliest.sort((a, b) => a.index - b.index)
}
