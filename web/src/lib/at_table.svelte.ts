/** Sitting at a table, or looking on: what happens there is seen and heard, moves are sent, a hint points at the board. */

import { untrack } from 'svelte'
import type { Mood } from '../art/cast/Looks.svelte'
import { DRAWN } from '../boards'
import type { Drawn } from '../boards/kit/board'
import type { GameInfo, Hint, Line, Move, Passage, Person, Talk, ThingInfo, Told } from '../wire'
import { announce } from './announce.svelte'
import { api } from './api'
import { beatenLevels } from './ending'
import { notice } from './notices'
import { people } from './people.svelte'
import { rivals } from './rivals.svelte'
import { both, inBoth, listed, say, type Both, type Key } from './say.svelte'
import { namesAt, seatOf, thingsOf, titlesAt, told } from './seats'
import { isStill, settings } from './settings.svelte'
import { sounds } from './sounds'
import { Stage, type Scene, type Seen, type Source } from './stage.svelte'
import type { Table } from './table.svelte'

const SMILE = 2600 // milliseconds
const HEARD = 3000 // that what somebody says stands beside their face
const REMEMBERED = 60 // of what was seen: as much as a turn of others can be

export class AtTable implements Source {
  readonly table: Table
  readonly confirms = true
  asks = false
  readonly stage = new Stage(this)
  advice: Told | undefined = $state.raw(undefined) // the answer to a hint that was asked for
  hinted = $state(false) // whether its move is shown, not only its nudge
  ended = $state(false) // who has won is told when the board has shown it
  witnessed = $state(false) // the match went on before one's eyes
  about: GameInfo | undefined = $state.raw(undefined) // the game
  #struck = $state(false) // the machines smile after my good catch
  #said: Record<number, string> = $state({}) // by seat: what was just said there
  told: Passage | undefined = $state.raw(undefined) // of the log, what is shown again
  #seen: Seen[] = $state.raw([])
  #offered = ''
  #kept = false

  hint: Hint | undefined = $derived.by(() => this.advice?.hints[0])
  names: string[] = $derived.by(() => (this.table.info ? namesAt(this.table.info) : []))
  titles: string[] = $derived.by(() => (this.table.info ? titlesAt(this.table.info) : []))
  lit: string[] = $derived.by(() => {
    const { refusal } = this.table
    return refusal?.cells.length ? refusal.cells : this.hint ? this.#pointed(this.hint, this.hinted) : []
  })
  /** The list of moves does not tell what the board is still showing. */
  log: Line[] = $derived.by(() => {
    const { log } = this.table
    return this.stage.choice.showing ? log.slice(0, log.length - this.stage.fresh.length) : log
  })
  moods: Mood[] = $derived.by(() =>
    (this.table.info?.seats ?? []).map((seat) => {
      if (this.ended) return this.table.now?.result?.winners.includes(seat.seat) ? 'happy' : 'sad'
      return this.#struck ? 'wow' : 'calm'
    }),
  )
  /** By seat: what stands in a bubble beside the face. */
  bubbles: string[] = $derived.by(() =>
    (this.table.info?.seats ?? []).map(({ seat, kind, level }) => {
      const praise = this.#struck && !this.ended && kind === 'machine'
      return this.#said[seat] ?? (praise ? say(`cast.${level}.good` as Key) : '')
    }),
  )
  tally: (string | number)[] = $derived.by(() => {
    const { now } = this.table
    return this.#drawn?.tally?.(now?.scene ?? {}) ?? ((this.ended && now?.result?.scores) || [])
  })
  /** Several people at one screen: the board waits until the next of them has it. */
  curtained: boolean = $derived.by(() => {
    const { now, viewer, myTurns, over } = this.table
    return !!now?.curtain && viewer < 0 && myTurns.length > 0 && !over
  })
  turn: string = $derived.by(() => {
    const { info, over, myTurns, seat, now } = this.table
    if (info?.status === 'open') return say('invite')
    if (over) return say('status.over')
    if (now?.days?.paused) return say('paused')
    const awaited = (now?.waiting ?? []).filter((one) => !now!.chosen.includes(one))
    if (awaited.some((one) => myTurns.includes(one)) && !info?.shared) return say('turn.yours')
    if (awaited.length > 1 || now?.chosen.length) return say('turn.waiting', { who: this.#listed(awaited) })
    return say('turn.theirs', { who: this.names[seat >= 0 ? seat : (awaited[0] ?? 0)] ?? '' })
  })
  /** What somebody else did last, in a sentence that names them. */
  did: string = $derived.by(() => {
    const { info, mine } = this.table
    const line = this.log.findLast(({ seat }) => seat >= 0 && (info?.shared || !mine.includes(seat)))
    return this.stage.choice.did || (line ? told(both(line), this.names, line.seat) : '')
  })
  /** What the others have done since my last move, as far as it was seen. */
  lastTurn: Seen[] = $derived.by(() => {
    const { info, mine } = this.table
    const own = (one: Seen): boolean => !info?.shared && one.lines.every((line) => mine.includes(line.seat))
    return this.#seen.slice(this.#seen.findLastIndex((one, i) => own(one) && i < this.#seen.length - 1) + 1)
  })

  /** How far the log goes that is shown again. */
  revisited: number | undefined = $derived.by(() => {
    return this.stage.replaying && this.told ? this.told.first + this.told.lines.length : undefined
  })

  /** To be made while a page is: it looks on for as long as the page is there. */
  constructor(table: Table) {
    this.table = table
    table.onlines = (lines, first) => this.#heard(lines, first)
    table.ontalk = (talk) => this.#talked(talk)
    table.isBusy = () => !!this.stage.choice.showing
    $effect.pre(() => table.reads(settings.board === 'plain' || (!!table.info && !this.#drawn)))
    $effect(() => this.#offer())
    $effect(() => this.#end())
    $effect(() => this.#keep())
    $effect(() => this.#learn(this.game))
  }

  get game(): string {
    return this.table.info?.game ?? ''
  }

  get seat(): number {
    const { viewer, mine, seat } = this.table
    return viewer >= 0 ? viewer : mine.length > 1 ? seat : (mine[0] ?? -1)
  }

  get chosen(): string | undefined {
    return this.table.now?.choices?.[this.seat]
  }

  get #drawn(): Drawn | undefined {
    return Object.hasOwn(DRAWN, this.game) ? DRAWN[this.game] : undefined
  }

  picture(): Promise<Both | undefined> {
    return this.table.picture()
  }

  things(): Promise<Record<string, ThingInfo>> {
    return api.things(thingsOf(this.table.info!))
  }

  choose(move: Pick<Move, 'text'>): void {
    void this.#send(move.text)
  }

  refuse(text: string | undefined): void {
    const { table } = this
    if (!this.stage.choice.open) table.refuse('not-your-turn', inBoth(table.over ? 'refused.over' : 'refused.turn'))
    else if (!text) table.refuse('not-now', inBoth('refused.now'))
    else void table.play(table.seat, text) // not among the legal moves: the answer is the reason why
  }

  /** The last turn once more on the board. */
  again(): void {
    this.told = undefined
    void this.stage.again(this.lastTurn)
  }

  /** A line of the log once more on the board, with what happened in one go with it. */
  async revisit(line: number): Promise<void> {
    const passage = await this.table.passage(line)
    if (!passage) return
    this.advise(undefined)
    this.told = passage
    const { first, ...seen } = passage
    await this.stage.again([{ ...seen, from: first }])
  }

  advise(found: Told | undefined): void {
    this.advice = found
    this.hinted = false
  }

  /** Where a move on offer is. */
  cellsOf(text: string): string[] {
    return (this.stage.choice.offers.find((offer) => offer.text === text)?.parts.cells ?? []) as string[]
  }

  #learn(game: string): void {
    void api.games().then((list) => (this.about = list.find((one) => one.id === game)))
  }

  async #send(text: string): Promise<void> {
    this.table.refusal = undefined
    if (!(await this.table.play(this.table.seat, text))) return this.stage.choice.clear()
    this.advise(undefined) // it was followed, or not: while others choose, what I have chosen is said
  }

  #heard(lines: Line[], first: boolean): void {
    const { now, log, over, mine, myTurns, code } = this.table
    const scene = now!.scene
    if (!lines.length && !first) return this.stage.redraw(scene)
    this.advise(undefined)
    this.table.refusal = undefined
    if (first) return this.stage.show({ lines: log.slice(-1), scene })
    this.#remember(lines, scene)
    this.stage.happen({ lines, scene })
    for (const line of lines) this.#admire(line)
    const last = lines.at(-1)!
    if (over && mine.length) sounds[now?.result?.winners.some((seat) => mine.includes(seat)) ? 'win' : 'lose']()
    else if (myTurns.length && !mine.includes(last.seat)) {
      sounds.turn()
      notice(say('turn.yours'), `${both(this.about?.title)} · ${both(last)}`, code)
    }
  }

  /** Lines that an undo has taken back are forgotten. */
  #remember(lines: Line[], scene: Scene): void {
    const from = this.table.log.length - lines.length
    const kept = this.#seen.filter((one) => one.from + one.lines.length <= from)
    const before = this.stage.stood
    if (before) this.#seen = [...kept.slice(1 - REMEMBERED), { before, scene, lines, from }]
  }

  #talked(talk: Talk): void {
    if (people.isMuted(talk.person)) return
    const words = talk.emote ? say(`emote.${talk.emote}` as Key) : talk.text
    this.#bubble(talk.person, words)
    if (talk.person.id === people.me?.person.id) return
    sounds.chat()
    announce(`${talk.person.name}, ${words}`)
  }

  /** Beside the face of who said it; whoever has no seat has no face here. */
  #bubble(person: Person, words: string): void {
    const seat = seatOf(this.table.info, person)
    if (seat < 0) return
    this.#said = { ...this.#said, [seat]: words }
    setTimeout(() => {
      if (this.#said[seat] === words) delete this.#said[seat]
    }, HEARD)
  }

  #listed(seats: number[]): string {
    return listed(seats.map((seat) => this.names[seat]))
  }

  #admire(line: Line): void {
    const isMine = this.table.mine.includes(line.seat) && !this.table.info?.shared
    if (!isMine || this.#drawn?.sound?.(line.text) !== 'eat') return
    this.#struck = true
    setTimeout(() => (this.#struck = false), SMILE)
  }

  /** The moves on offer follow the table; picks, and a move on its way, survive a message that changes nothing about them: where all
   * choose at once, that somebody else has chosen. */
  #offer(): void {
    const { now, seat, over, offers } = this.table
    const { replaying } = this.stage
    const key = `${now?.events},${seat},${over},${now?.chosen.includes(seat)},${replaying}`
    this.stage.offer(over || replaying ? [] : offers, key !== this.#offered)
    this.#offered = key
  }

  /** The cells of the move; before it is shown, where the nudge looks. */
  #pointed(told: Hint, whole: boolean): string[] {
    return whole ? this.cellsOf(told.text) : told.look
  }

  #end(): (() => void) | void {
    if (!this.table.over) return void (this.ended = false)
    if (this.stage.choice.showing) return
    const wait = untrack(() => (this.stage.before && !isStill() && this.#drawn?.ending) || 0)
    const timer = setTimeout(() => (this.ended = true), wait)
    return () => clearTimeout(timer)
  }

  /** Whom one has beaten is kept, of a match that one has seen to its end. */
  #keep(): void {
    const { info, over, mine, now } = this.table
    if (info && !over) this.witnessed = true
    if (!this.ended || !this.witnessed || this.#kept || !info || !mine.length) return
    this.#kept = true
    rivals.ended(info.game, beatenLevels(info, info.shared ? [] : mine, now?.result))
  }
}
