/** Why a move is advised, as little boards that one steps through: the move and what is expected to follow, then other moves. */

import type { Told } from '../wire'
import type { AtTable } from './at_table.svelte'
import { both, percent, say, type Both } from './say.svelte'
import { Stage, type Shown, type Source, type Walk } from './stage.svelte'

const OTHERS = 2 // moves besides the advised one
const MEANT = 0.15 // where all choose at once: how often a choice is made that is worth naming

const SURE = 0.95 // how often, to be as good as always

interface Picture {
  frame: Shown
  says: string[] // beside the board
  lit: string[]
}

export class Reasoning implements Source, Walk {
  readonly silent = true
  readonly stage = new Stage(this)
  here = $state(0)
  #at: AtTable
  #told: Told

  pictures: Picture[] = $derived.by(() => [...this.#advised(), ...this.#others()])
  shown: Picture = $derived.by(() => this.pictures[this.here]!)
  /** For those who do not see the board: what has happened on it. */
  heard: string = $derived.by(() => this.shown.frame.lines.map(both).join(' '))

  constructor(at: AtTable, told: Told) {
    this.#at = at
    this.#told = told
    this.step(0)
  }

  get game(): string {
    return this.#at.game
  }

  get seat(): number {
    return this.#at.seat
  }

  get names(): string[] {
    return this.#at.names
  }

  get titles(): string[] {
    return this.#at.titles
  }

  get lit(): string[] {
    return this.shown.lit
  }

  get last(): number {
    return this.pictures.length - 1
  }

  step(to: number): void {
    this.here = Math.min(Math.max(to, 0), this.last)
    const before = this.here ? this.pictures[this.here - 1] : this.#now
    this.stage.show(this.shown.frame, this.shown.frame.lines.length ? before?.frame.scene : undefined)
  }

  picture(): Promise<Both | undefined> {
    return this.shown.frame.picture ? Promise.resolve(this.shown.frame.picture) : this.#at.picture()
  }

  choose(): void {} // it is looked at, not played on

  get #now(): Picture {
    return { frame: { lines: [], scene: this.#at.table.now!.scene }, says: [], lit: [] }
  }

  /** The move and why, then what is expected; where that cannot be known, the board as it is now. */
  *#advised(): Iterable<Picture> {
    const [best] = this.#told.hints
    const [first, ...rest] = this.#told.expected
    const says = [`${both(best!.say)} ${both(best!.why)}`, ...best!.more.map(both), this.#figures(0)]
    yield first ? { frame: first.frame, says, lit: first.cells } : this.#pointing(best!.text, says)
    for (const { frame, say, cells } of rest) yield { frame, says: [both(say)], lit: cells }
  }

  #others(): Picture[] {
    return this.#told.hints
      .map((hint, i) => ({ hint, i }))
      .filter(({ hint, i }) => i && (!this.#told.mixed || hint.share >= MEANT))
      .slice(0, OTHERS)
      .map(({ hint, i }) => this.#pointing(hint.text, [`${say('why.other')} ${both(hint.say)}`, this.#figures(i)]))
  }

  #pointing(text: string, says: string[]): Picture {
    return { ...this.#now, says, lit: this.#at.cellsOf(text) }
  }

  #figures(option: number): string {
    const { share, worth } = this.#told.hints[option]!
    if (this.#told.mixed) return share < SURE ? say('why.share', { n: percent(share) }) : ''
    return say('why.chances', { n: percent(worth) })
  }
}
