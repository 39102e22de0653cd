/** A step of a lesson while it is taken: moves are tried, the server judges them, what follows is shown frame by frame. */

import { api } from '../lib/api'
import { both, type Both } from '../lib/say.svelte'
import { settings } from '../lib/settings.svelte'
import { Stage, type Source } from '../lib/stage.svelte'
import type { Frame, LessonAnswer, LessonStep, Move, ThingInfo } from '../wire'
import { say } from './say'

export type State = 'asked' | 'busy' | 'done' | 'lost'

export class Step implements Source {
  state: State = $state('busy')
  told: Both | undefined = $state.raw(undefined) // praise, or why it did not do
  rule = $state('') // of the game, that a refusal rests on
  lit: string[] = $state.raw([])
  wrong = $state(0) // tries that did not do
  trouble = $state('')
  readonly stage = new Stage(this)
  readonly game: string
  readonly seat: number

  #number: number
  #told: LessonStep
  #other: Both | undefined // who answers
  #moves: string[] = []
  #frame: Frame

  constructor(game: string, number: number, told: LessonStep, other: Both | undefined) {
    this.game = game
    this.seat = told.seat
    this.#number = number
    this.#told = told
    this.#other = other
    this.#frame = told.frames[0]!
    this.stage.show(this.#frame)
  }

  get titles(): string[] {
    return (this.#told.frames[0]!.titles ?? []).map(both)
  }

  get names(): string[] {
    return this.titles.map((title, seat) => (this.#told.against && seat !== this.seat ? both(this.#other) : title))
  }

  picture(): Promise<Both | undefined> {
    return Promise.resolve(this.#frame.picture)
  }

  things(): Promise<Record<string, ThingInfo>> {
    return api.things(JSON.stringify({ game: this.game, seats: this.titles.length, options: {} }))
  }

  /** From the beginning, with what happens first. */
  async begin(): Promise<void> {
    const { frames } = this.#told
    this.#moves = []
    this.told = undefined
    this.stage.show((this.#frame = frames[0]!))
    this.stage.offer()
    if (frames.length > 1 && !((await this.stage.pause()) && (await this.#play(frames.slice(1))))) return
    this.#ask(frames.at(-1)!)
  }

  /** The page is left, or another step begins. */
  leave(): void {
    this.stage.leave()
  }

  choose(move: Move): void {
    this.#send({ moves: [...this.#moves, move.text] })
  }

  /** The answer is the reason why. */
  refuse(text: string | undefined): void {
    if (text && this.state === 'asked') this.#send({ moves: [...this.#moves, text] })
  }

  /** A move that does it, played for somebody who would like to see it. */
  show(): void {
    this.#send({ moves: this.#moves, show: true })
  }

  #send(what: { moves: string[]; show?: boolean }): void {
    this.trouble = ''
    void this.#try(what).catch(() => (this.trouble = say('trouble')))
  }

  async #try(what: { moves: string[]; show?: boolean }): Promise<void> {
    if (this.state === 'busy') return
    this.state = 'busy'
    this.lit = []
    try {
      await this.#answered(await api.attempt(this.game, this.#number, { ...what, language: settings.language }))
    } finally {
      if (this.state === 'busy') this.state = 'asked'
    }
  }

  async #answered(answer: LessonAnswer): Promise<void> {
    if (answer.verdict === 'wrong') return this.#correct(answer)
    this.told = undefined
    this.rule = ''
    this.#moves.push(answer.tried)
    this.stage.offer()
    if (!(await this.#play(answer.frames))) return
    if (answer.verdict === 'on') return this.#ask(answer.frames.at(-1)!)
    this.told = answer.verdict === 'done' ? answer.says : undefined
    this.state = answer.verdict
  }

  #correct(answer: LessonAnswer): void {
    this.wrong++
    this.told = answer.says
    this.rule = answer.rule
    this.lit = answer.cells.length ? answer.cells : this.#told.mark
    this.stage.choice.clear()
  }

  #ask(frame: Frame): void {
    this.stage.offerOf(frame)
    this.state = 'asked'
    this.lit = this.#moves.length ? [] : this.#told.mark
  }

  #play(frames: Frame[]): Promise<boolean> {
    this.#frame = frames.at(-1)!
    return this.stage.play(frames)
  }
}
