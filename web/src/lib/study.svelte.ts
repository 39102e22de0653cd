/** A study while somebody looks at it: where they are, what the board shows there, and what they add. */

import { untrack } from 'svelte'
import type { Evaluated, Frame, Level, Line, Move, OpenStudy, StudyFile, StudyPlace, ThingInfo } from '../wire'
import { api, Refused } from './api'
import { keepDraft } from './drafts'
import { framesAround } from './frames'
import { both, type Both } from './say.svelte'
import { named, toldApart } from './seats'
import { settings } from './settings.svelte'
import { Stage, type Source, type Walk } from './stage.svelte'
import { after, eventsTo, lineThrough, wayTo, without } from './tree'

const REST = 220 // milliseconds at one place before its moves are asked for

export class StudyDesk implements Source, Walk {
  file: StudyFile = $state.raw({ game: '', moves: [] })
  lines: Line[] = $state.raw([])
  at = $state(0)
  viewer: number | undefined = $state(undefined) // whose knowledge; undefined: everybody's
  position: StudyPlace | undefined = $state.raw(undefined) // with the moves that can be tried
  playing = $state(false) // the moves go by themselves
  bottom = $state(0) // the seat whose side of the board is below
  trouble: Both | undefined = $state.raw(undefined)
  changed = $state(false) // since it was opened or shared
  readonly opened: OpenStudy
  readonly silent = true
  readonly stage = new Stage(this)
  ontried: (seat: number) => void = () => {} // somebody has tried a move of this seat

  #cast: Level[] = $state.raw([]) // who plays at each level
  #tip = $state(0) // the line that is walked goes through here
  #follows = $state(false) // where seats know different things, or choose at once, one sits where the one who decides sits
  #mover: number | undefined = $state(undefined)
  #frames = new Map<string, Frame>()
  #positions = new Map<string, StudyPlace>()
  #timer: ReturnType<typeof setTimeout> | undefined
  #asked = 0
  #thinking: Promise<void> = Promise.resolve()

  line: number[] = $derived(lineThrough(this.file, this.#tip))
  isMain: boolean = $derived(String(this.line) === String(lineThrough(this.file, 0)))
  here: number = $derived(this.line.indexOf(this.at) + 1)

  constructor(
    readonly key: string,
    opened: OpenStudy,
  ) {
    this.opened = opened
    this.file = opened.study
    this.lines = opened.lines
    this.#follows = opened.hides
    api.games().then(
      (games) => (this.#cast = games.find((one) => one.id === this.game)?.levels ?? []),
      () => {},
    )
  }

  get game(): string {
    return this.file.game
  }

  get seat(): number {
    return this.viewer ?? (this.#follows ? (this.#mover ?? this.bottom) : this.bottom)
  }

  get titles(): string[] {
    return this.opened.titles.map(both)
  }

  get names(): string[] {
    const { names = [] } = this.file
    const called = this.titles.map((title, seat) => named(names[seat] ?? '', this.#cast) || title)
    return toldApart(called, this.titles)
  }

  get last(): number {
    return this.line.length
  }

  /** The seat that decides here. */
  get waiting(): number | undefined {
    return this.position?.waiting[0]
  }

  async picture(): Promise<Both | undefined> {
    return (await this.look(this.at))?.frame.picture
  }

  things(): Promise<Record<string, ThingInfo>> {
    const { game, seats = null, options = {} } = this.file
    return api.things(JSON.stringify({ game, seats, options }))
  }

  choose(move: Move): void {
    const seat = this.waiting
    this.stage.choice.clear()
    if (seat === undefined) return
    void this.play({ seat, text: move.text, fr: move.say, en: move.say }).then(() => this.ontried(seat))
  }

  flip(): void {
    this.bottom = (this.bottom + 1) % this.titles.length
  }

  /** The board turns to who decides, and offers what can be tried. */
  offer(): void {
    const { position, waiting } = this
    if (waiting !== undefined) this.#mover = waiting
    if ((position?.waiting.length ?? 0) > 1) this.#follows = true
    const moves = waiting === undefined || this.playing ? [] : position!.frame.moves?.[waiting]
    untrack(() => this.stage.offer(moves))
  }

  get note(): string {
    return (this.at ? this.file.moves[this.at - 1]?.note : this.file.note) ?? ''
  }

  get marks(): string[] {
    return (this.at ? this.file.moves[this.at - 1]?.marks : this.file.marks) ?? []
  }

  /** What the server is asked about a place. */
  asking(at: number): Pick<StudyFile, 'game' | 'seats' | 'options' | 'rules' | 'position'> & {
    events: [number, string][]
    language: typeof settings.language
    viewer?: number
  } {
    const { game, seats = null, options = {}, rules = null, position = '' } = this.file
    const eyes = this.viewer === undefined ? {} : { viewer: this.viewer }
    const { language } = settings
    return { game, seats, options, rules, position, events: eventsTo(this.file, at), language, ...eyes }
  }

  #place(at: number): string {
    return `${settings.language} ${this.viewer ?? 'all'} ${at}`
  }

  async go(to: number): Promise<void> {
    const from = this.at
    this.at = to
    if (!this.line.includes(to) && to) this.#tip = to
    await this.show(from)
  }

  step(to: number): void {
    this.playing = false
    void this.walk(to)
  }

  /** One step along the line; a place before the start or after the end is the start or the end. */
  async walk(to: number): Promise<void> {
    const place = Math.min(this.line.length, Math.max(0, to))
    await this.go(place ? this.line[place - 1]! : 0)
  }

  /** The next branch, or the one before it, from the same place. */
  async aside(by: number): Promise<void> {
    const rows = this.at ? after(this.file, this.file.moves[this.at - 1]!.parent) : []
    const to = rows[(rows.indexOf(this.at) + by + rows.length) % rows.length]
    if (to) await this.go(to)
  }

  /** The board of this place, then the moves that can be tried here. Only the last place asked for is shown. */
  async show(from = this.at): Promise<void> {
    const [at, mine] = [this.at, ++this.#asked]
    clearTimeout(this.#timer)
    this.position = this.#positions.get(this.#place(at))
    try {
      const frame = this.#frames.get(this.#place(at)) ?? (await this.#fetchFrames(at))
      if (mine !== this.#asked) return
      const parent = at ? this.file.moves[at - 1]!.parent : 0
      this.#hear(at, frame)
      this.stage.show(frame, at && parent === from ? this.#frames.get(this.#place(parent))?.scene : undefined)
      this.trouble = undefined
    } catch (error) {
      this.#fail(error)
      return
    }
    if (!this.position) this.#timer = setTimeout(() => void this.#fetchMoves(at, mine), REST)
  }

  /** A move that was tried is told in both languages once the rules have played it. */
  #hear(at: number, { lines: [line, ...more] }: Frame): void {
    const known = this.lines[at - 1]
    if (!line || !known || more.length || line.text !== known.text) return
    if (line.fr !== known.fr || line.en !== known.en) this.lines = this.lines.with(at - 1, line)
  }

  /** Those of the whole line at once: walking through a match asks once. */
  async #fetchFrames(at: number): Promise<Frame> {
    const line = lineThrough(this.file, at)
    const asked = this.asking(line.at(-1) ?? 0)
    const told = await framesAround((since) => api.frames({ ...asked, since }), wayTo(this.file, at).length)
    for (const [step, frame] of told) this.#frames.set(this.#place(step ? line[step - 1]! : 0), frame)
    return this.#frames.get(this.#place(at))!
  }

  async #fetchMoves(at: number, mine: number): Promise<void> {
    const told = await this.look(at)
    if (told && mine === this.#asked) this.position = told
  }

  /** What the rules say of a place. */
  async look(at: number): Promise<StudyPlace | undefined> {
    const known = this.#positions.get(this.#place(at))
    if (known) return known
    try {
      const told = await api.position(this.asking(at))
      this.#positions.set(this.#place(at), told)
      return told
    } catch (error) {
      this.#fail(error)
      return undefined
    }
  }

  #fail(error: unknown): void {
    if (!(error instanceof Refused)) throw error
    this.trouble = error.said
  }

  /** What the machine thinks of a place; it thinks for a person of one thing at a time. */
  evaluate(at: number, seat: number, level: number): Promise<Evaluated> {
    const asked = { ...this.asking(at), seat, level }
    const answer = this.#thinking.then(() => api.evaluate(asked))
    this.#thinking = answer.then(
      () => {},
      () => {},
    )
    return answer
  }

  /** Through one seat's eyes, or everybody's: what is told of the moves changes too. */
  async see(viewer: number | undefined): Promise<void> {
    this.viewer = viewer
    try {
      this.lines = (await api.readStudy(JSON.stringify(this.file), viewer)).lines
    } catch (error) {
      this.#fail(error)
    }
    await this.show()
  }

  /** A move that is tried here: one that is in the study already is gone to. */
  async play(line: Line): Promise<void> {
    const known = after(this.file, this.at).find((one) => {
      const move = this.file.moves[one - 1]!
      return move.seat === line.seat && move.text === line.text
    })
    if (known) return this.go(known)
    const moves = [...this.file.moves, { parent: this.at, seat: line.seat, text: line.text }]
    this.file = { ...this.file, moves }
    this.lines = [...this.lines, line]
    this.#keep()
    await this.go(moves.length)
  }

  /** What luck brings here, drawn; nothing where none is due. */
  async draw(found: StudyPlace): Promise<boolean> {
    let left = Math.random()
    const text = Object.keys(found.luck).find((one) => (left -= found.luck[one]!) < 0)
    if (text === undefined) return false
    await this.befall(found, text)
    return true
  }

  /** An outcome of luck, chosen. Where there are too many to be told in words, it goes by its text. */
  befall(found: StudyPlace, text: string): Promise<void> {
    return this.play(found.draws.find((one) => one.text === text) ?? { seat: -1, text, fr: text, en: text })
  }

  async remove(): Promise<void> {
    if (!this.at) return
    const parent = this.file.moves[this.at - 1]!.parent
    const { study, kept, now } = without(this.file, this.at)
    this.lines = kept.map((one) => this.lines[one - 1]!)
    this.file = study
    this.#frames.clear()
    this.#positions.clear()
    this.#tip = 0
    this.#keep()
    await this.go(now.get(parent) ?? 0)
  }

  write(note: string): void {
    this.#change(note ? { note } : { note: '' })
  }

  mark(mark: string): void {
    const marks = this.marks.includes(mark) ? this.marks.filter((one) => one !== mark) : [...this.marks, mark]
    this.#change({ marks })
  }

  rename(title: string): void {
    this.file = { ...this.file, title }
    this.#keep()
  }

  #change(part: { note?: string; marks?: string[] }): void {
    const at = this.at
    this.file = at
      ? { ...this.file, moves: this.file.moves.map((move, i) => (i === at - 1 ? { ...move, ...part } : move)) }
      : { ...this.file, ...part }
    this.#keep()
  }

  #keep(): void {
    this.changed = true
    keepDraft(this.key, this.file)
  }
}
