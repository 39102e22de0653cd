/** The reveal: cric, crac, kroc; then pile by pile who wins it, or that nobody does. A timetable of acts, and where it stands. */

import type { BanquetScene } from './scene'

export interface Act {
  word?: 'cric' | 'crac' | 'kroc'
  pile?: number // from 1
  taker?: number | null
  biters?: number[]
  lasts: number // milliseconds
}

export const CONTESTED = 1500 // a pile that several bite: long enough to be read
const ALONE = 950
const OPENING: Act[] = [
  { word: 'cric', lasts: 420 },
  { word: 'crac', lasts: 420 },
  { word: 'kroc', lasts: 900 },
]

/** What is shown of a round that has just been revealed. A fight that stopped for a theft is told as far as it went. */
export function acts(scene: BanquetScene): Act[] {
  const stopped = ['stealing', 'turning', 'drawing'].includes(scene.phase) ? (scene.pile ?? Infinity) : Infinity
  const bitten = scene.piles
    .filter((pile) => pile.pile <= stopped)
    .map((pile) => ({ ...pile, biters: pile.jaws.flatMap((many, who) => (many ? [who] : [])) }))
    .filter((pile) => pile.biters.length)
  return [
    ...OPENING,
    ...bitten.map(({ pile, taker, biters }) => ({
      pile,
      taker,
      biters,
      lasts: biters.length > 1 ? CONTESTED : ALONE,
    })),
  ]
}
