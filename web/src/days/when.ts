/** An instant as one says it: today only the hour, this week the day, else the date. */

import { settings } from '../lib/settings.svelte'

const WEEK = 6 * 86_400_000

export function when(at: number, now = Date.now()): string {
  const sameDay = new Date(at).toDateString() === new Date(now).toDateString()
  const day: Intl.DateTimeFormatOptions = at - now < WEEK ? { weekday: 'long' } : { day: 'numeric', month: 'long' }
  return new Intl.DateTimeFormat(settings.language, {
    ...(sameDay ? {} : day),
    hour: 'numeric',
    minute: '2-digit',
  }).format(at)
}
