/** An example of the rules, walked through: what happens in it, and what else can be tried where it begins. */

import type { DrawnExample, Move } from '../wire'
import { both, type Both } from './say.svelte'
import { Stage, type Source } from './stage.svelte'

export class Example implements Source {
  at = $state(0)
  told = $state('')
  readonly silent = true
  readonly stage = new Stage(this)
  readonly game: string
  readonly seat: number
  readonly lit: string[]
  readonly part: string[]
  #example: DrawnExample

  constructor(game: string, example: DrawnExample) {
    this.game = game
    this.seat = example.seat
    this.lit = example.mark
    this.part = example.show
    this.#example = example
    this.#go(example.rest)
  }

  get titles(): string[] {
    return (this.#example.frames[0]!.titles ?? []).map(both)
  }

  get names(): string[] {
    return this.#example.names.length ? this.#example.names : this.titles
  }

  picture(): Promise<Both> {
    return Promise.resolve(this.#example.frames[this.at]!.picture)
  }

  next(): void {
    const { frames } = this.#example
    this.#go((this.at + 1) % frames.length)
    this.told = frames[this.at]!.lines.map(both).join(' ')
  }

  choose(move: Move): void {
    this.stage.choice.clear()
    if (this.#example.frames[this.at + 1]?.lines[0]?.text === move.text) this.next()
    else this.told = move.say
  }

  refuse(): void {
    if (this.#example.frames.length > 1) this.next()
  }

  #go(to: number): void {
    const { frames } = this.#example
    this.at = to
    this.stage.show(frames[to]!, frames[to - 1]?.scene)
    this.stage.offerOf(frames[to])
  }
}
