/** A screen that is left to the board: a phone either way up, a tablet upright. All else is in sheets. table.css has the same widths. */

import { MediaQuery } from 'svelte/reactivity'

const screen = new MediaQuery('(max-width: 960px), (max-height: 500px)')

export function isCompact(): boolean {
  return screen.current
}
