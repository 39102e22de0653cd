/** Which round it is, of how many if that is known. */

import { say } from './say'

export function roundOf({ to_play }: { to_play: number }, n: number): string {
  return to_play ? say('round.of', { n, of: to_play }) : say('round', { n })
}
