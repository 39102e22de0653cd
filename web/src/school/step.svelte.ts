/** A step of a lesson while it is taken: moves are tried, the server judges them, what follows is shown frame by frame. */

import { Choice } from '../boards/kit/choice.svelte'
import { api } from '../lib/api'
import type { Both } from '../lib/say.svelte'
import { isStill, settings } from '../lib/settings.svelte'
import type { LessonAnswer, LessonFrame, LessonStep } from '../wire'

const PAUSE = 1100 // milliseconds between two things that happen by themselves
const QUICK = 200

export type Stage = 'asked' | 'busy' | 'done' | 'lost'

export class Step {
  readonly choice = new Choice()
  stage: Stage = $state('busy')
  frame: LessonFrame = $state.raw({ lines: [], scene: {}, picture: { fr: '', en: '' } })
  before: LessonFrame | undefined = $state.raw(undefined)
  told: Both | undefined = $state.raw(undefined) // praise, or why it did not do
  rule = $state('') // of the game, that a refusal rests on
  lit: string[] = $state.raw([])
  wrong = $state(0) // tries that did not do
  onlines: (frame: LessonFrame) => void = () => {}

  #game: string
  #number: number
  #told: LessonStep
  #moves: string[] = []
  #gone = false

  constructor(game: string, number: number, told: LessonStep) {
    this.#game = game
    this.#number = number
    this.#told = told
    this.frame = told.frames[0]!
  }

  /** From the beginning, with what happens first. */
  async begin(): Promise<void> {
    this.#moves = []
    this.told = undefined
    this.before = undefined
    this.frame = this.#told.frames[0]!
    this.#offer([])
    await this.#happen(this.#told.frames.slice(1))
    this.#ask(this.#told.moves)
  }

  /** The page is left, or another step begins. */
  leave(): void {
    this.#gone = true
  }

  attempt(move: string): Promise<void> {
    return this.#send({ moves: [...this.#moves, move] })
  }

  /** A move that does it, played for somebody who would like to see it. */
  show(): Promise<void> {
    return this.#send({ moves: this.#moves, show: true })
  }

  async #send(what: { moves: string[]; show?: boolean }): Promise<void> {
    if (this.stage === 'busy') return
    this.stage = 'busy'
    this.lit = []
    try {
      await this.#answered(await api.attempt(this.#game, this.#number, { ...what, language: settings.language }))
    } finally {
      if (this.stage === 'busy') this.stage = 'asked'
    }
  }

  async #answered(answer: LessonAnswer): Promise<void> {
    if (answer.verdict === 'wrong') return this.#refuse(answer)
    this.told = undefined
    this.rule = ''
    this.#moves.push(answer.tried)
    this.#offer([])
    await this.#happen(answer.frames)
    if (answer.verdict === 'on') return this.#ask(answer.moves)
    this.told = answer.verdict === 'done' ? answer.says : undefined
    this.stage = answer.verdict
  }

  #refuse(answer: LessonAnswer): void {
    this.wrong++
    this.told = answer.says
    this.rule = answer.rule
    this.lit = answer.cells.length ? answer.cells : this.#told.mark
    this.choice.clear()
  }

  #ask(moves: LessonStep['moves']): void {
    this.#offer(moves)
    this.stage = 'asked'
    this.lit = this.#moves.length ? [] : this.#told.mark
  }

  #offer(moves: LessonStep['moves']): void {
    this.choice.offer(moves, true)
  }

  async #happen(frames: LessonFrame[]): Promise<void> {
    for (const [i, frame] of frames.entries()) {
      if (i || !this.#moves.length) await this.#pause()
      if (this.#gone) return
      this.before = this.frame
      this.frame = frame
      this.onlines(frame)
    }
  }

  /** As long as it takes to see what has just happened. */
  async #pause(): Promise<void> {
    await new Promise((go) => setTimeout(go, isStill() ? QUICK : PAUSE))
    while (this.choice.showing && !this.#gone) await new Promise((go) => setTimeout(go, QUICK))
  }
}
