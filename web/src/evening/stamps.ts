/** A stamp for each idea of a game that somebody has met: in a step of the lesson that was done, or in a puzzle that was solved
 * at the first try. */

import type { LessonInfo, PuzzleShelf, PuzzleTheme } from '../wire'

export interface Stamp {
  theme: PuzzleTheme
  times: number
}

interface Met {
  tries: Record<string, [boolean, number]> // by puzzle: whether it was solved at the first try
  done: (game: string, step: number) => boolean // steps of lessons
}

/** By game. */
export function stampsOf(shelf: PuzzleShelf, lessons: LessonInfo[], { tries, done }: Met): Record<string, Stamp[]> {
  const solved = shelf.puzzles.filter(({ puzzle }) => tries[puzzle]?.[0])
  const learned = (game: string, id: string): number[] =>
    lessons.find((one) => one.game === game)?.ideas.find((one) => one.id === id)?.steps ?? []
  return Object.fromEntries(
    shelf.games.map(({ game, themes }) => [
      game,
      themes.map((theme) => ({
        theme,
        times:
          solved.filter((one) => one.game === game && one.themes.includes(theme.id)).length +
          learned(game, theme.id).filter((step) => done(game, step)).length,
      })),
    ]),
  )
}
