/** One puzzle being solved: what the board shows, what is asked, what has been found. The server judges every try. */

import { DRAWN } from '../boards'
import { Choice } from '../boards/kit/choice.svelte'
import { announce } from '../lib/announce.svelte'
import { api, Refused } from '../lib/api'
import { both, percent, type Both } from '../lib/say.svelte'
import { asksFirst, isStill, settings } from '../lib/settings.svelte'
import { sounds } from '../lib/sounds'
import type { ExampleStep, Line, PuzzleAsk, PuzzleJudged, PuzzleView } from '../wire'
import { say } from './say'

export type Phase = 'asked' | 'judged' | 'wrong' | 'solved' | 'shown'
const PAUSE = 1100 // milliseconds to look at what has happened
const TELLING = 0.05 // a difference of chances worth telling
const BLINK = 60 // the same for those who want nothing to move

export class Solving {
  view: PuzzleView | undefined = $state.raw(undefined)
  scene: Record<string, unknown> = $state.raw({})
  before: Record<string, unknown> | undefined = $state.raw(undefined)
  fresh: Line[] = $state.raw([])
  phase: Phase = $state('asked')
  told: Line[] = $state.raw([]) // what has happened since the last thing asked
  verdict: PuzzleJudged | undefined = $state.raw(undefined) // of a try that was not right
  refusal: Both | undefined = $state.raw(undefined)
  asking = $state(false) // a chosen move waits for a confirmation
  trouble: Both | undefined = $state.raw(undefined)
  slips = $state(0) // tries that were not right
  readonly choice = new Choice()
  readonly name: string
  onfirst: (right: boolean) => void = () => {} // how the first try went, once that is known
  onsolved: () => void = () => {}
  onwrong: () => void = () => {}
  playsOut = true // whether what follows is shown before the next thing: a storm does not wait

  #ask: PuzzleAsk | undefined
  #asked: [Record<string, unknown>, Both | undefined] = [{}, undefined] // the scene in which it was asked, in signs too
  #picture: Both | undefined
  #gone = false

  constructor(name: string) {
    this.name = name
    this.choice.onchosen = (offer) => {
      sounds.pick()
      this.asking = asksFirst(this.choice.careful)
      if (!this.asking) void this.try(offer.text)
    }
    this.choice.onrefused = (text) => {
      sounds.no()
      if (text && this.phase === 'asked') void this.try(text) // not among the legal moves: the answer is the reason why
    }
  }

  leave(): void {
    this.#gone = true
  }

  get found(): number {
    return this.#ask?.found ?? 0
  }

  /** What a try that was not right costs, in words; nothing where the machine is not so sure at a glance. */
  get odds(): string {
    const [worse, better] = this.verdict?.chances ?? [0, 0]
    return better - worse < TELLING ? '' : say('puzzle.chances', { worse: percent(worse), better: percent(better) })
  }

  picture = (): Promise<Both | undefined> => Promise.resolve(this.#picture)

  async load(): Promise<void> {
    await this.#asking(async () => {
      const view = await api.puzzle(this.name, settings.language)
      this.view = view
      this.#picture = view.picture
      this.#show({ lines: [], scene: view.scene })
      this.#offer(view.ask)
    })
  }

  async try(text: string): Promise<void> {
    if (this.phase !== 'asked') return
    this.phase = 'judged'
    this.asking = false
    this.refusal = undefined
    try {
      const judged = await api.tryPuzzle(this.name, this.found, text, settings.language)
      await (judged.right ? this.#right(judged) : this.#wrong(judged))
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      this.refusal = error.said
      this.phase = 'asked'
      this.choice.clear()
    }
  }

  /** Back to what was asked, after a try that was not right. */
  again(): void {
    this.verdict = undefined
    const [scene, picture] = this.#asked
    this.#picture = picture
    this.#show({ lines: [], scene })
    if (this.#ask) this.#offer(this.#ask)
  }

  async giveUp(): Promise<void> {
    this.#first(false)
    if (this.phase === 'wrong') this.again()
    this.phase = 'judged'
    this.choice.offer([], true)
    await this.#asking(async () => {
      const solution = await api.puzzleSolution(this.name, this.found)
      this.#picture = solution.picture
      await this.#play(solution.steps)
      this.phase = 'shown'
    })
  }

  async #right(judged: PuzzleJudged): Promise<void> {
    sounds.turn()
    this.#picture = judged.picture
    if (!judged.ask) this.#first(this.slips === 0)
    this.choice.offer([], true)
    if (this.playsOut || judged.ask) await this.#play(judged.steps)
    if (this.#gone) return
    if (judged.ask) return this.#offer(judged.ask)
    this.phase = 'solved'
    if (this.playsOut) sounds.win()
    this.onsolved()
  }

  async #wrong(judged: PuzzleJudged): Promise<void> {
    this.slips += 1
    this.#first(false)
    sounds.no()
    this.choice.offer([], true)
    this.verdict = judged
    this.#picture = judged.picture
    announce(say('puzzle.wrong'))
    this.onwrong()
    if (this.playsOut) await this.#play(judged.steps)
    if (!this.#gone) this.phase = 'wrong'
  }

  #isFirst = true
  #first(right: boolean): void {
    if (this.#isFirst) this.onfirst(right)
    this.#isFirst = false
  }

  #offer(ask: PuzzleAsk): void {
    this.#ask = ask
    this.#asked = [this.scene, this.#picture]
    this.phase = 'asked'
    this.choice.offer(ask.offers, true)
  }

  #show(step: ExampleStep): void {
    this.before = step.lines.length ? this.scene : undefined
    this.scene = step.scene
    this.fresh = step.lines
  }

  async #play(steps: ExampleStep[]): Promise<void> {
    this.told = []
    for (const step of steps) {
      if (this.#gone) return
      this.#show(step)
      this.told = [...this.told, ...step.lines]
      announce(step.lines.map(both).join(' '))
      sounds[DRAWN[this.view?.info.game ?? '']?.sound?.(step.lines[0]?.text ?? '') ?? 'place']()
      await new Promise((done) => setTimeout(done, isStill() ? BLINK : PAUSE))
    }
  }

  async #asking(ask: () => Promise<void>): Promise<void> {
    try {
      await ask()
      this.trouble = undefined
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      this.trouble = error.said
    }
  }
}
