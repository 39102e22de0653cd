/** What the server promised to this browser, kept until the match is over and can be checked; harmless if blocked. */

import { keep, kept } from './kept'
import type { Promised } from './luck'

const KEY = 'recif.luck'
const MOST = 100 // tables; the oldest are forgotten

function all(): Record<string, Promised> {
  return kept<Record<string, Promised>>(KEY) ?? {}
}

export function promisedFor(table: string): Promised | undefined {
  return all()[table]
}

/** Remember what was promised for a table, and what I add to it now. */
export function remember(table: string, promised: Promised): void {
  const entries = Object.entries(all()).filter(([known]) => known !== table)
  keep(KEY, Object.fromEntries([...entries, [table, promised]].slice(-MOST)))
}
