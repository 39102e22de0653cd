/** How things arrive and leave: by opacity and transform alone. Svelte's own transitions do the same, but read the computed style of each
 * thing that moves, and the browser lays out the whole page for every one of them. What moves must have no transform of its own. */

import { cubicOut } from 'svelte/easing'
import type { EasingFunction, TransitionConfig } from 'svelte/transition'

interface Timing {
  duration: number
  easing?: EasingFunction
  opacity?: number // to begin with
}

function fade(from: number, t: number): string {
  return from === 1 ? '' : `opacity: ${from + (1 - from) * t};`
}

/** In from a place that lies so far away. */
export function fly(
  _: Element,
  { x = 0, y = 0, opacity = 0, duration, easing = cubicOut }: Timing & { x?: number; y?: number },
): TransitionConfig {
  return { duration, easing, css: (t, u) => `transform: translate(${x * u}px, ${y * u}px); ${fade(opacity, t)}` }
}

/** Growing, or shrinking, from so many times its size. */
export function scale(
  _: Element,
  { start = 0, opacity = 0, duration, easing = cubicOut }: Timing & { start?: number },
): TransitionConfig {
  return { duration, easing, css: (t, u) => `transform: scale(${1 - (1 - start) * u}); ${fade(opacity, t)}` }
}
