/** The reveal: cric, crac, kroc; then pile by pile who wins it and what it brings, or that nobody does. A timetable of acts. */

import type { Line } from '../../wire'
import type { BanquetScene, Eater } from './scene'

export type Beat = 'turn' | 'fly' | 'count' // the cards show their faces, go home, and are counted

export interface Act {
  word?: 'cric' | 'crac' | 'kroc'
  pile?: number // from 1
  taker?: number | null
  biters?: number[]
  cards?: string[] // what the taker gets, from the bottom up, and what a treasure among them gives
  beat?: Beat
  lasts: number // milliseconds
}
/** What brings points: a kind of card, and how many points more, or fewer. */
export interface Gain {
  card: string
  points: number
}

export const CONTESTED = 1500 // a pile that several bite in vain: long enough to be read
export const HOLD = 600 // faces are held for so long once all are turned
export const FLIP = 320 // a card turns over
export const NEXT = 140 // from one card to the next
const FLY = 650
const COUNT = 900
const OPENING: Act[] = [
  { word: 'cric', lasts: 420 },
  { word: 'crac', lasts: 420 },
  { word: 'kroc', lasts: 900 },
]

interface Luck {
  kind?: 'turn' | 'draw'
  pile?: number
  card?: string
}

/** The cards of a pile with their faces, as far as they were turned up since; then what a treasure among them gave. */
export function faces(before: BanquetScene, pile: number, lines: Line[]): string[] {
  const luck = lines.map((line) => (line.parts ?? {}) as Luck).filter((one) => one.pile === pile)
  const turned = luck.flatMap(({ kind, card }) => (kind === 'turn' ? card! : []))
  const lay = (before.piles[pile - 1]?.cards ?? []).map((card) => card ?? turned.shift() ?? '')
  return [...lay.filter(Boolean), ...luck.flatMap(({ kind, card }) => (kind === 'draw' ? card! : []))]
}

/** What is shown of a round that has just been revealed. A fight that stopped for a theft is told as far as it went. */
export function acts(scene: BanquetScene, before: BanquetScene, lines: Line[]): Act[] {
  const stopped = ['stealing', 'turning', 'drawing'].includes(scene.phase) ? (scene.pile ?? Infinity) : Infinity
  const bitten = scene.piles
    .filter((pile) => pile.pile <= stopped)
    .map((pile) => ({ ...pile, biters: pile.jaws.flatMap((many, who) => (many ? [who] : [])) }))
    .filter((pile) => pile.biters.length)
  return [
    ...OPENING,
    ...bitten.flatMap(({ pile, taker, biters }): Act[] =>
      taker === null
        ? [{ pile, taker, biters, lasts: CONTESTED }]
        : taking(pile, taker, biters, faces(before, pile, lines)),
    ),
  ]
}

function taking(pile: number, taker: number, biters: number[], cards: string[]): Act[] {
  const told = { pile, taker, biters, cards }
  return [
    { ...told, beat: 'turn', lasts: FLIP + NEXT * Math.max(0, cards.length - 1) + HOLD },
    { ...told, beat: 'fly', lasts: FLY },
    { ...told, beat: 'count', lasts: COUNT },
  ]
}

/** Where the difference in points comes from. */
export function gains(before: Eater, after: Eater): Gain[] {
  const cards = new Set([...Object.keys(before.worth), ...Object.keys(after.worth)])
  return [...cards]
    .map((card) => ({ card, points: (after.worth[card] ?? 0) - (before.worth[card] ?? 0) }))
    .filter(({ points }) => points)
}
