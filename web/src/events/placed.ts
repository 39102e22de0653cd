/** A place as one says it: 1st, 2nd; 1er, 2e; and points: 1 point, 2½ points. */

import { both, type Both } from '../lib/say.svelte'
import { settings } from '../lib/settings.svelte'
import { say } from './say'

const ENGLISH: Record<string, string> = { one: 'st', two: 'nd', few: 'rd', other: 'th' }
const ordinal = new Intl.PluralRules('en', { type: 'ordinal' })

export function placed(place: number): string {
  if (settings.language === 'fr') return place === 1 ? '1er' : `${place}e`
  return `${place}${ENGLISH[ordinal.select(place)]}`
}

/** French counts all below two with one, English what is not above it. */
export function pointsOf(points: Both): string {
  const n = both(points)
  const many = Number(n.replace(',', '.').replace('½', '.5'))
  const isOne = settings.language === 'fr' ? many < 2 : many > 0 && many <= 1
  return say(isOne ? 'points.one' : 'points.many', { n })
}
