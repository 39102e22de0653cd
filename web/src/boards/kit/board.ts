/** What a board component receives, and the few words that it shares with the kit. */

import type { Component } from 'svelte'
import type { Both } from '../../lib/say.svelte'
import type { Sound } from '../../lib/sounds'
import type { Line, Move, ThingInfo } from '../../wire'
import type { Choice } from './choice.svelte'

/** A legal move as the server lists it. `parts` is the game's own: see the head of its words.py. */
export type Offer = Move
export type Parts = Move['parts']

export interface BoardProps {
  scene: Parts // the game's own, as its words.py describes it
  seat: number // whose eyes: −1 for a spectator
  choice: Choice // the moves that can be chosen now, and what has been picked so far
  fresh: Line[] // what has happened since the scene before, oldest first
  before: Parts | undefined // the scene before
  names: string[] // what each seat is called at this table
  titles: string[] // and in the game, as in the list of moves
  lit: string[] // cells that a refusal or a hint points at
  show?: string[] | undefined // what of the board an example of the rules wants drawn, and small: cells that must be seen, or parts
  chosen?: string | undefined // what this seat has chosen, while others still do
  things?: (() => Promise<Record<string, ThingInfo>>) | undefined // what cards, pieces and places are here
  quiz?: boolean | undefined // nothing is to give away what a move would take before it is chosen
  picture: () => Promise<Both | undefined> // what is seen now, in signs; the server is asked for it
}

type Tally<Scene> = (scene: Scene) => (string | number)[]

/** What the pages know of a game that is drawn: the `index.ts` of its folder. All but the cover loads with the board. */
export interface Drawn {
  cover: Component
  board: () => Promise<{ default: Component<BoardProps> }>
  sound?: (text: string) => Sound // what a move sounds like; a piece put down, if nothing else is said
  colours?: string[] // of the seats
  ending?: number // milliseconds that the board takes to show the last move
  tally?: Tally<Parts> // how far each seat has come
  first?: Record<string, unknown> // options of a first match, where the usual ones ask for knowing the game
}

/** A game's own scene, for its tally. */
export function drawn<Scene = Parts>(about: Omit<Drawn, 'tally'> & { tally?: Tally<Scene> }): Drawn {
  return about as unknown as Drawn
}

/** Cells named in a move text, such as a1 or d14. */
export function cellsIn(text: string): string[] {
  return text.match(/[a-i]\d{1,2}/g) ?? []
}

/** The cell from which a piece has just come to this one, if it travelled. */
export function cameFrom(fresh: Line[], cell: string): string | undefined {
  for (const line of fresh) {
    const [, from, to] = /^([a-i]\d{1,2})[-x]([a-i]\d{1,2}|bar)$/.exec(line.text) ?? []
    if (to === cell) return from
  }
  return undefined
}

/** The box around the middles of some cells, with so much room on every side: what an example shows of a large board. */
export function boxAround(middles: { x: number; y: number }[], room: number): string {
  const [left, right] = [Math.min, Math.max].map((end) => end(...middles.map(({ x }) => x)))
  const [top, bottom] = [Math.min, Math.max].map((end) => end(...middles.map(({ y }) => y)))
  return `${left! - room} ${top! - room} ${right! - left! + 2 * room} ${bottom! - top! + 2 * room}`
}
