/** What a board component receives, and the few words that it shares with the kit. */

import type { Both } from '../../lib/say.svelte'
import type { Choice } from './choice.svelte'

/** A legal move as the server lists it. `parts` is the game's own: see the head of its words.py. */
export interface Offer {
  text: string
  parts: Parts
  sentence?: Both
}
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type Parts = Record<string, any>

/** The last thing that happened, for boards that show or animate it. */
export interface Happening {
  seat: number
  text: string
  parts: Parts
}

export interface BoardProps<Scene = Parts> {
  scene: Scene
  seat: number // whose eyes: −1 for a spectator
  choice: Choice // the moves that can be chosen now, and what has been picked so far
  last: Happening | undefined
  names: string[] // what each seat is called at this table
  lit: string[] // cells that a refusal or a hint points at
}
