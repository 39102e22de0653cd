/** A table gives its board a box to fill; elsewhere a board is as high as it comes. */

import { getContext, setContext } from 'svelte'

const KEY = Symbol('filling')

export function letFill(): void {
  setContext(KEY, true)
}

export function isFilling(): boolean {
  return getContext<boolean | undefined>(KEY) ?? false
}
