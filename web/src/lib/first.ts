/** What the server has written into the page for its first sight, so that nothing more has to be asked for before it is shown. */

interface First {
  path: string // of the page that it was written for: a worker that has no network shows that page for others
  game: string // whose board will be shown; empty: none
  answers: Record<string, unknown> // by what would be asked
}

const written = document.getElementById('first')?.textContent
const told = written ? (JSON.parse(written) as First) : undefined
const first = told?.path === location.pathname ? told : undefined

export const firstGame = first?.game

/** Whether the page came with what it needs: its scripts are on their way. */
export const isWritten = !!first

/** The answer to a question; once, since what is asked again is asked because it may have changed. Where a worker keeps answers for
 * times without a network, it is to hear of all of them. */
export function firstAnswer(path: string): unknown {
  if (!first || navigator.serviceWorker?.controller) return undefined
  const answer = first.answers[path]
  delete first.answers[path]
  return answer
}
