/** The boards: every folder here with an `index.ts` draws the game of its name. Covers are small and load with the page;
 * a board and its texts load when its table opens. */

import type { Drawn } from './kit/board'

const found = import.meta.glob<Drawn>('./*/index.ts', { eager: true, import: 'default' })

export const DRAWN: Record<string, Drawn> = Object.fromEntries(
  Object.entries(found).map(([path, drawn]) => [path.split('/')[1]!, drawn]),
)
