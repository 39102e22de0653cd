/** A stamp for each idea of a game's puzzles that somebody has found: one was solved at the first try. */

import type { PuzzleShelf, PuzzleTheme } from '../wire'

export interface Stamp {
  theme: PuzzleTheme
  times: number
}

/** By game. `tries`: by puzzle, whether it was solved at the first try. */
export function stampsOf(shelf: PuzzleShelf, tries: Record<string, [boolean, number]>): Record<string, Stamp[]> {
  const solved = shelf.puzzles.filter(({ puzzle }) => tries[puzzle]?.[0])
  return Object.fromEntries(
    shelf.games.map(({ game, themes }) => [
      game,
      themes.map((theme) => ({
        theme,
        times: solved.filter((one) => one.game === game && one.themes.includes(theme.id)).length,
      })),
    ]),
  )
}
