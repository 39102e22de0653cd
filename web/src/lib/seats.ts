/** How people and machines are called. */

import type { Seat } from '../wire'
import { say } from './say.svelte'

export function seatName(seat: Seat): string {
  if (seat.kind === 'open') return say('seat.open')
  if (seat.kind === 'machine') return say('seat.machine', { level: seat.level })
  return seat.person?.name ?? ''
}
