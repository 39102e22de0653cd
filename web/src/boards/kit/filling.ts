/** A table gives its board a box to fill; elsewhere a board is as high as it comes. On a television, its smallest letters are read
 * from the sofa. */

import { getContext, setContext } from 'svelte'
import { innerHeight } from 'svelte/reactivity/window'

const KEY = Symbol('filling')

const NEAR = 12.2 // pixels of the smallest letters
const FAR = 0.0226 // of the screen's height, on a television

export function letFill(isFar = false): void {
  setContext(KEY, isFar ? 'far' : 'near')
}

export function isFilling(): boolean {
  return !!getContext<string | undefined>(KEY)
}

/** How high the smallest letters are to be, in pixels. */
export function smallest(): () => number {
  const isFar = getContext<string | undefined>(KEY) === 'far'
  return () => (isFar ? Math.max(NEAR, FAR * (innerHeight.current ?? 0)) : NEAR)
}
