/** The paces that a form offers, and what goes with each. */

import type { NewTable, Pace } from '../wire'

export const DAY = 86_400_000
export const HOUR = 3_600_000
export type Flag = NonNullable<NewTable['flag']>

const QUICK = {
  none: { kind: 'none' },
  blitz: { kind: 'increment', start: 120_000, bonus: 3_000 },
  short: { kind: 'increment', start: 300_000, bonus: 5_000 },
  long: { kind: 'increment', start: 900_000, bonus: 10_000 },
  day: { kind: 'days', start: DAY },
  days: { kind: 'days', start: 3 * DAY },
} satisfies Record<string, Pace>
const ROUNDS = {
  rounds: { kind: 'rounds', start: 2 * DAY },
  daily: { kind: 'daily', start: 20 * HOUR },
} satisfies Record<string, Pace>
const PACES: Record<string, Pace> = { ...QUICK, ...ROUNDS }
export const BY_DAYS = ['day', 'days', ...Object.keys(ROUNDS)] // nobody stays beside the table
export const HOURS = [12, 24, 48, 72] // of a round

/** Where all choose at once, a round may end for all at once; not where it counts. */
export function pacesFor(atOnce: boolean, rated: boolean): string[] {
  return [...Object.keys(QUICK), ...(atOnce && !rated ? Object.keys(ROUNDS) : [])]
}

export const kindOf = (name: string): Pace['kind'] => PACES[name]?.kind

/** What running out of time can do, the usual first. */
export function flagsFor(name: string): Flag[] {
  const kind = kindOf(name)
  if (kind === 'rounds' || kind === 'daily') return ['gentle', 'first']
  return kind === 'days' ? ['ask', 'lose', 'machine'] : ['lose', 'machine']
}

export const zoneHere = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC'

/** `most`: days that can be saved; `hour`: as a field for times writes it; `hours`: of a round. */
export function paceOf(name: string, most: number, hour: string, hours: number): Pace {
  const pace = PACES[name]!
  if (pace.kind === 'rounds') return { ...pace, start: hours * HOUR }
  if (pace.kind === 'days') return { ...pace, most: most * DAY }
  if (pace.kind !== 'daily') return pace
  const [whole = 20, minutes = 0] = hour.split(':').map(Number)
  return { ...pace, start: whole * HOUR + minutes * 60_000, zone: zoneHere() }
}
