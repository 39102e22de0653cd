/** What a match waits for, beside whose turn it is. */

import type { AwaitedMatch } from '../wire'
import { say } from './say'
import { turns } from './turns.svelte'
import { dayOf, left } from './when'

export function waits({ due = 0, away = 0, paused, vanished }: AwaitedMatch): string {
  if (paused) return say('list.paused')
  if (vanished) return say('list.vanished')
  if (away) return say('list.away', { day: dayOf(turns.here(away)) })
  return due ? left(turns.until(due)) : ''
}
