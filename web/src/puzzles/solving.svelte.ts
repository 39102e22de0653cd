/** One puzzle being solved: what is asked, what has been found. The server judges every try. */

import { announce } from '../lib/announce.svelte'
import { api, Refused } from '../lib/api'
import { both, percent, type Both } from '../lib/say.svelte'
import { settings } from '../lib/settings.svelte'
import { sounds } from '../lib/sounds'
import { Stage, type Source } from '../lib/stage.svelte'
import type { Frame, Line, Move, PuzzleJudged, PuzzleView } from '../wire'
import { say } from './say'

export type Phase = 'asked' | 'judged' | 'wrong' | 'solved' | 'shown'
const TELLING = 0.05 // a difference of chances worth telling

export class Solving implements Source {
  view: PuzzleView | undefined = $state.raw(undefined)
  phase: Phase = $state('asked')
  told: Line[] = $state.raw([]) // what has happened since the last thing asked
  verdict: PuzzleJudged | undefined = $state.raw(undefined) // of a try that was not right
  refusal: Both | undefined = $state.raw(undefined)
  whys: Both[] = $state.raw([]) // why what has been found, or shown, is right
  goal: Both | undefined = $state.raw(undefined) // the idea to find, told after a first miss
  pointed: string[] = $state.raw([]) // where that is seen
  trouble: Both | undefined = $state.raw(undefined)
  slips = $state(0) // tries that were not right
  found = $state(0) // decisions
  readonly name: string
  readonly confirms = true
  readonly quiz = true // the board does not tell what each move would take
  readonly stage = new Stage(this)
  onfirst: (right: boolean) => void = () => {} // how the first try went, once that is known
  onsolved: () => void = () => {}
  onwrong: () => void = () => {}
  playsOut = true // whether what follows is shown before the next thing: a storm does not wait

  #asked: Frame | undefined // in which something is to be found
  #last: Frame | undefined

  constructor(name: string) {
    this.name = name
  }

  get game(): string {
    return this.view?.info.game ?? ''
  }

  get seat(): number {
    return this.view?.seat ?? -1
  }

  titles: string[] = $derived((this.view?.frame.titles ?? []).map(both))
  names: string[] = $derived(
    this.titles.map((title, seat) => (seat === this.seat ? say('puzzle.you', { seat: title }) : title)),
  )

  picture(): Promise<Both | undefined> {
    return Promise.resolve(this.#last?.picture)
  }

  leave(): void {
    this.stage.leave()
  }

  get lit(): string[] {
    return this.pointed
  }

  /** What the others do to a try: one's own move is known. */
  get answers(): Line[] {
    return this.told.filter((line) => line.seat !== this.seat)
  }

  /** What a try that was not right costs, in words; nothing where the machine is not so sure at a glance. */
  get odds(): string {
    const [worse, better] = this.verdict?.chances ?? [0, 0]
    return better - worse < TELLING ? '' : say('puzzle.chances', { worse: percent(worse), better: percent(better) })
  }

  async load(): Promise<void> {
    await this.#trying(async () => {
      const view = await api.puzzle(this.name, settings.language)
      this.view = view
      this.stage.show(view.frame)
      this.#ask(view.frame, 0)
    })
  }

  choose(move: Move): void {
    void this.try(move.text)
  }

  /** Not among the legal moves: the answer is the reason why. */
  refuse(text: string | undefined): void {
    if (text && this.phase === 'asked') void this.try(text)
  }

  async try(text: string): Promise<void> {
    if (this.phase !== 'asked') return
    this.phase = 'judged'
    this.refusal = undefined
    try {
      const judged = await api.tryPuzzle(this.name, this.found, text, settings.language)
      await (judged.right ? this.#right(judged) : this.#wrong(judged))
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      this.refusal = error.said
      this.phase = 'asked'
      this.stage.choice.clear()
    }
  }

  /** Back to what was asked, after a try that was not right. */
  again(): void {
    this.verdict = undefined
    if (!this.#asked) return
    this.stage.show({ ...this.#asked, lines: [] })
    this.#ask(this.#asked, this.found)
  }

  async giveUp(): Promise<void> {
    this.#first(false)
    if (this.phase === 'wrong') this.again()
    this.phase = 'judged'
    this.stage.offer()
    await this.#trying(async () => {
      const { frames, whys } = await api.puzzleSolution(this.name, this.found)
      await this.#play(frames)
      this.whys = whys
      this.phase = 'shown'
    })
  }

  async #right(judged: PuzzleJudged): Promise<void> {
    sounds.turn()
    const next = judged.frames.at(-1)!
    const isMore = !!next.moves
    if (!isMore) this.#first(this.slips === 0)
    this.stage.offer()
    if ((this.playsOut || isMore) && !(await this.#play(judged.frames))) return
    const { why } = judged
    if (why && !this.whys.some((one) => one.en === why.en)) this.whys = [...this.whys, why]
    this.goal = undefined
    if (isMore) return this.#ask(next, judged.found)
    this.pointed = judged.spots
    this.phase = 'solved'
    if (this.playsOut) sounds.win()
    this.onsolved()
  }

  async #wrong(judged: PuzzleJudged): Promise<void> {
    this.slips += 1
    this.#first(false)
    sounds.no()
    this.stage.offer()
    this.verdict = judged
    this.goal = judged.goal ?? undefined
    announce(say(judged.nearly ? 'puzzle.nearly' : 'puzzle.wrong'))
    this.onwrong()
    if (!this.playsOut || (await this.#play(judged.frames))) this.phase = 'wrong'
  }

  #isFirst = true
  #first(right: boolean): void {
    if (this.#isFirst) this.onfirst(right)
    this.#isFirst = false
  }

  #ask(frame: Frame, found: number): void {
    this.#asked = this.#last = frame
    this.found = found
    this.phase = 'asked'
    this.stage.offerOf(frame)
  }

  /** The answer is whether somebody is still there. */
  async #play(frames: Frame[]): Promise<boolean> {
    this.told = []
    this.#last = frames.at(-1)
    const stays = await this.stage.play(frames, (frame) => (this.told = [...this.told, ...frame.lines]))
    return stays && this.stage.pause()
  }

  async #trying(ask: () => Promise<void>): Promise<void> {
    try {
      await ask()
      this.trouble = undefined
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      this.trouble = error.said
    }
  }
}
