/** What is new, told once to those who were here before it came: the newest last. Nothing is ever taken away from the
 * list, since a device remembers how much of it was read. */

import { keep, kept } from './kept'
import type { Both } from './say.svelte'

const NEWS: Both[] = [
  {
    fr: 'Nouveau : touchez une ligne de la liste des coups pour la revoir sur le plateau.',
    en: 'New: tap a line of the list of moves to see it on the board once more.',
  },
]
const READ = 'recif.news'

/** What came since; whoever is here for the first time has missed nothing. */
export function unread(): Both[] {
  const read = kept<number>(READ)
  if (read === undefined) noteRead()
  return NEWS.slice(read ?? NEWS.length)
}

export const noteRead = (): void => keep(READ, NEWS.length)
