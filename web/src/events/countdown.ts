/** How long it is until then: to the second while it is near. */

import { when } from '../days/when'
import { say } from './say'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** `at` and `now` of this device's clock. */
export function countdown(at: number, now: number): string {
  const left = Math.max(0, at - now)
  if (left >= HOUR) return when(at, now)
  const seconds = Math.ceil(left / 1000)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

/** The same in a sentence: what comes, and when. */
export function coming(what: 'start' | 'round' | 'end' | 'deadline', at: number, now: number): string {
  const isFar = at - now >= HOUR
  return say(`coming.${what}${isFar ? '.at' : ''}`, { time: countdown(at, now) })
}
