/** The colours of the seats at this table, for everything drawn around the board. */

import { getContext, setContext } from 'svelte'

const KEY = Symbol('colours')
const PLAIN = ['#2f7fb5', '#5c9d62', '#9a6bb0', '#e8eef0', '#f2b134']

export function colours(): () => string[] {
  return getContext<(() => string[]) | undefined>(KEY) ?? (() => PLAIN)
}
export function setColours(of: () => string[] | undefined): void {
  setContext(KEY, () => of() ?? PLAIN)
}
