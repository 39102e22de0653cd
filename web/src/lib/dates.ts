/** Days and hours, written in the reader's language, for the reader's zone. */

import { settings } from './settings.svelte'

type Parts = Intl.DateTimeFormatOptions
type When = number | Date

export const written = (at: When, parts: Parts): string => new Intl.DateTimeFormat(settings.language, parts).format(at)

/** 14:30 */
export const hour = (at: When): string => written(at, { hour: 'numeric', minute: '2-digit' })
/** 3 Mar 2026 */
export const day = (at: When): string => written(at, { dateStyle: 'medium' })
/** 3 Mar 2026, 14:30 */
export const dayAndHour = (at: When): string => written(at, { dateStyle: 'medium', timeStyle: 'short' })
/** Tuesday, 3 March 2026 at 14:30 */
export const fullDayAndHour = (at: When): string => written(at, { dateStyle: 'full', timeStyle: 'short' })
/** Tue 3 Mar, 14:30 */
export const nearDayAndHour = (at: When): string =>
  written(at, { weekday: 'short', day: 'numeric', month: 'short', hour: 'numeric', minute: '2-digit' })
