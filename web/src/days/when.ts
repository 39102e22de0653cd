/** Instants and times left, as one says them. */

import { hour as hourOf, written } from '../lib/dates'
import { settings } from '../lib/settings.svelte'
import { count, say } from './say'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const NEAR = 6 // days for which the name of the day is enough

/** How many midnights lie between. */
function daysUntil(at: number, now: number): number {
  const [there, here] = [new Date(at), new Date(now)].map((day) =>
    Date.UTC(day.getFullYear(), day.getMonth(), day.getDate()),
  )
  return Math.round((there! - here!) / DAY)
}

/** Today at an hour, tomorrow at an hour, then the name of the day, then the date; all of this device's zone. */
export function when(at: number, now = Date.now()): string {
  const days = daysUntil(at, now)
  const hour = hourOf(at)
  if (days === 0 || days === 1) {
    const day = new Intl.RelativeTimeFormat(settings.language, { numeric: 'auto' }).format(days, 'day')
    return say('when.at', { day, hour })
  }
  if (days > 1 && days <= NEAR) return say('when.at', { day: written(at, { weekday: 'long' }), hour })
  return say('when.on', { day: dayOf(at), hour })
}

/** What a field for times holds, as it is said. */
export function clockTime(hour: string): string {
  const [hours = 0, minutes = 0] = hour.split(':').map(Number)
  return hourOf(new Date(2000, 0, 1, hours, minutes))
}

/** A day without an hour. */
export function dayOf(at: number): string {
  const isThisYear = new Date(at).getFullYear() === new Date().getFullYear()
  return written(at, { day: 'numeric', month: 'long', ...(isThisYear ? {} : { year: 'numeric' }) })
}

/** How much is left: in the largest unit that is not too coarse. */
export function left(ms: number): string {
  if (ms < MINUTE) return say('left.little')
  if (ms < HOUR) return say('left.minutes', { n: Math.floor(ms / MINUTE) })
  if (ms < 2 * DAY) return say('left.hours', { n: Math.floor(ms / HOUR) })
  return count('left.days', Math.floor(ms / DAY))
}
