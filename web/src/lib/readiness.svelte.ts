/** How far games are compiled: after a first start, that takes a while. Asked once a second while somebody waits. */

import type { GameReadiness } from '../wire'
import { api } from './api'

const ready = new Set<string>() // a game that is ready stays so

export class Waiting {
  known: GameReadiness | undefined = $state.raw(undefined)

  /** Ask until the game is ready; the answer ends it. */
  watch(game: string): () => void {
    let timer: ReturnType<typeof setTimeout> | undefined
    let over = ready.has(game)
    const look = async (): Promise<void> => {
      if (over) return
      const known = await api.readiness(game).catch(() => undefined)
      if (over) return
      this.known = known ?? this.known
      if (known?.stage === 'ready') ready.add(game)
      else timer = setTimeout(() => void look(), 1000)
    }
    void look()
    return () => {
      over = true
      clearTimeout(timer)
    }
  }
}
