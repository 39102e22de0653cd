/** Words of ratings, and how they are written. */

import { sayings } from '../lib/say.svelte'
import { settings } from '../lib/settings.svelte'
import type { Rating } from '../wire'
import en from './texts.en.json'
import fr from './texts.fr.json'

export type Key = keyof typeof en & keyof typeof fr
export const { say, count } = sayings({ fr, en })
export const SPEEDS = ['blitz', 'quick', 'slow', 'days', 'several'] as const
export type Speed = (typeof SPEEDS)[number]

/** A rating beside a name; a question mark where it is little known. */
export function brief(rating: Rating): string {
  return `${rating.rating}${rating.known ? '' : '?'}`
}

/** What a match brought: with its sign, a true minus. */
export function signed(points: number): string {
  return new Intl.NumberFormat(settings.language, { signDisplay: 'exceptZero' }).format(points).replace('-', '−')
}
