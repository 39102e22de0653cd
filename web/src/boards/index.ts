/** The boards: every folder here with an `index.ts` draws the game of its name. Covers are small and load with the page;
 * a board and its texts load when its table opens. A game that nobody has drawn yet has the generic board. */

import type { Drawn } from './kit/board'
import Cover from './generic/Cover.svelte'

const found = import.meta.glob<Drawn>('./*/index.ts', { eager: true, import: 'default' })

export const DRAWN: Record<string, Drawn> = Object.fromEntries(
  Object.entries(found).map(([path, drawn]) => [path.split('/')[1]!, drawn]),
)

const GENERIC: Drawn = { cover: Cover, board: () => import('./generic/Board.svelte') }

/** How a game is drawn; `plain`: as somebody who reads wants every game. */
export function drawnAs(game: string, plain = false): Drawn {
  return (!plain && Object.hasOwn(DRAWN, game) && DRAWN[game]) || GENERIC
}
