/** What a board shows and the moves that it offers: one state behind every board. A source brings frames and answers moves;
 * what draws them is `parts/Stage.svelte`. */

import { DRAWN } from '../boards'
import { isIdle } from '../boards/kit/about'
import { Choice } from '../boards/kit/choice.svelte'
import type { Frame, Line, Move, ThingInfo } from '../wire'
import { announce } from './announce.svelte'
import { both, type Both } from './say.svelte'
import { asksFirst, stepTime } from './settings.svelte'
import { sounds } from './sounds'

export type Scene = Frame['scene']
export type Shown = Pick<Frame, 'lines' | 'scene'> & Partial<Frame>

/** Where frames come from, and who answers a move: a table, a review, a study, a puzzle, a lesson, an example. A server behind all
 * of them today; nothing here knows. */
export interface Source {
  readonly game: string
  readonly seat: number // whose eyes: −1 for a spectator
  readonly names: string[] // what each seat is called here
  readonly titles: string[] // and in the game
  readonly lit?: string[] // cells to point at
  readonly part?: string[] // what of the board is drawn, if not all of it
  readonly quiz?: boolean // something is to be found: what a move would take is told once it is chosen
  readonly confirms?: boolean // a move may have to be confirmed
  readonly asks?: boolean // every move has to be, unless one never wants that
  readonly silent?: boolean // touches are not heard
  readonly chosen?: string | undefined // what my seat has chosen, while others still do
  choose(move: Move): void
  /** A touch that chooses nothing; `text` is the move that it seems to mean. */
  refuse?(text: string | undefined): void
  picture(): Promise<Both | undefined> // what is seen now, in signs
  things?(): Promise<Record<string, ThingInfo>> // what cards, pieces and places are and do here
}

/** A source that one walks through: `here` of `last` steps. */
export interface Walk {
  readonly here: number
  readonly last: number
  step(to: number): void
}

const BLINK = 60 // milliseconds: the least that anything is shown
const LOOK = 900 // and the least of what somebody wants to see again

/** What was seen to happen: what the board showed before and after, and the lines of the log that tell it. */
export interface Seen {
  before: Scene
  scene: Scene
  lines: Line[]
  from: number // of the log, the first of those lines
}

export class Stage {
  readonly choice = new Choice()
  readonly source: Source
  scene: Scene | undefined = $state.raw(undefined)
  before: Scene | undefined = $state.raw(undefined) // the scene before what is fresh
  fresh: Line[] = $state.raw([]) // what has just happened
  asking = $state(false) // a chosen move waits for a confirmation
  replaying = $state(false) // the board shows again what has happened before
  #stood: Scene | undefined // the scene when something last happened
  #now: Shown | undefined // what there is to see when nothing is shown again
  #turn: Seen[] = [] // what is shown again
  #gone = false

  constructor(source: Source) {
    this.source = source
    this.choice.onchosen = (move) => this.#chosen(move)
    this.choice.onrefused = (text, spot) => this.#refused(text, spot)
  }

  /** What the board showed when something last happened. */
  get stood(): Scene | undefined {
    return this.#stood
  }

  /** A frame at once, with the scene that it follows, if it is to be seen how it came about. */
  show(frame: Shown, before?: Scene): void {
    this.replaying = false
    this.#stood = frame.scene
    this.#now = frame
    this.#draw(frame, before)
  }

  /** Something happens: it is seen and heard. */
  happen(frame: Shown): void {
    this.show(frame, this.#stood)
    this.#tell(frame)
  }

  /** What was seen before, once more; then the board is as it was. What happens meanwhile comes first. */
  async again(seen: Seen[]): Promise<void> {
    if (!seen.length || this.choice.showing) return
    this.replaying = true
    this.#draw({ scene: seen[0]!.before, lines: [] }, undefined)
    const turn = (this.#turn = seen) // another may be wanted before this one is over
    const goesOn = async (): Promise<boolean> => (await this.pause(LOOK)) && this.replaying && this.#turn === turn
    for (const frame of seen) {
      if (!(await goesOn())) return
      this.#draw(frame, frame.before)
      this.#tell(frame)
    }
    if (await goesOn()) this.present()
  }

  /** Back from what was shown again. */
  present(): void {
    if (!this.replaying) return
    this.replaying = false
    if (this.#now) this.#draw(this.#now, undefined)
  }

  #draw(frame: Shown, before: Scene | undefined): void {
    this.before = before
    this.scene = frame.scene
    this.fresh = frame.lines
  }

  #tell(frame: Shown): void {
    announce(frame.lines.map(both).join(' '))
    const last = frame.lines.at(-1)
    if (last) sounds[DRAWN[this.source.game]?.sound?.(last.text) ?? 'place']()
  }

  /** The same position looks otherwise: somebody has chosen, or another seat looks. */
  redraw(scene: Scene): void {
    this.#now = { lines: this.#now?.lines ?? [], scene }
    if (!this.replaying) this.scene = scene
  }

  /** One frame after the other, with time to look at each; the answer is whether somebody is still there. */
  async play(frames: Shown[], each: (frame: Shown) => void = () => {}): Promise<boolean> {
    for (const [i, frame] of frames.entries()) {
      if (i && !(await this.pause())) return false
      this.happen(frame)
      each(frame)
    }
    return !this.#gone
  }

  /** As long as it takes to see what has just happened; the answer is whether somebody is still there. */
  async pause(least = BLINK): Promise<boolean> {
    await rest(Math.max(least, stepTime()))
    while (this.choice.showing && !this.#gone) await rest(BLINK)
    return !this.#gone
  }

  /** Moves to choose among; those that were offered before leave the picks alone. */
  offer(moves: Move[] = [], isNew = true): void {
    this.choice.offer(moves, isNew)
  }

  /** Of a frame: the moves of the seat that looks. */
  offerOf(frame: Shown | undefined): void {
    this.offer(frame?.moves?.[this.source.seat])
  }

  confirm(): void {
    const { chosen } = this.choice
    this.asking = false
    if (chosen) this.source.choose(chosen)
  }

  leave(): void {
    this.#gone = true
  }

  #chosen(move: Move): void {
    if (!this.source.silent) sounds.pick()
    this.asking = !!this.source.confirms && asksFirst(this.choice.careful || !!this.source.asks)
    if (!this.asking) this.source.choose(move)
  }

  #refused(text: string | undefined, spot: string): void {
    const touched = this.source.things && document.querySelector(`[data-spot="${CSS.escape(spot)}"][data-about]`)
    if (touched && isIdle(touched, this.choice)) return // it has explained itself
    if (!this.source.silent) sounds.no()
    this.source.refuse?.(text)
  }
}

function rest(milliseconds: number): Promise<void> {
  return new Promise((go) => setTimeout(go, milliseconds))
}
