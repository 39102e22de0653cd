/** What the others did in the round before, in one breath: who took which pile, and who bit in vain. */

import { listed } from '../../lib/say.svelte'
import { say } from './say'
import type { BanquetScene } from './scene'

interface Biter {
  who: string
  bite: number[]
  took: number[]
}

export function did({ piles, seats }: BanquetScene, names: string[], seat: number): string {
  const took = (who: number): number[] => piles.flatMap(({ pile, taker }) => (taker === who ? pile : []))
  const others = seats.flatMap(({ bite }, who): Biter[] =>
    bite && who !== seat ? [{ who: names[who] ?? '', bite, took: took(who) }] : [],
  )
  const takers = others.filter((one) => one.took.length)
  const vain = others.filter((one) => !one.took.length)
  return [taken(takers), inVain(vain)].filter(Boolean).join(' ')
}

/** Only the first of them *takes a pile*: the others are told by its number. */
function taken([first, ...more]: Biter[]): string {
  if (!first) return ''
  const told = more.map(({ who, took }) => `${who} ${listed(took.map((n) => say('did.short', { n })))}`)
  return `${[say('did.took', { who: first.who, what: whole(first.took) }), ...told].join(', ')}.`
}

/** Of one who bit in vain it is told where; of several, that they have nothing. */
function inVain(vain: Biter[]): string {
  const who = listed(vain.map((one) => one.who))
  if (vain.length !== 1) return who && say('did.nothing', { who })
  return say('did.vain', { who, what: whole(vain[0]!.bite) })
}

/** What one has chosen oneself, while the others still think. */
export const mine = (bite: number[]): string => say('did.mine', { what: whole(bite) })

const whole = (piles: number[]): string => listed([...new Set(piles)].map((n) => say('pile.told', { n })))
