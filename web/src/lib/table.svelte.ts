/** A table as this person sees it: the fold of what the server says about it. */

import type {
  Around,
  Changed,
  Claim,
  FromServer,
  Follow,
  Frame,
  Line,
  Luck,
  Move,
  Now,
  Offer,
  Passage,
  Refusal,
  TableInfo,
  Talk,
  Table as Whole,
} from '../wire'
import { api } from './api'
import { randomText } from './chance'
import { Paced } from './paced'
import { remember } from './promises'
import { inBoth, type Both } from './say.svelte'
import { settings, stepTime } from './settings.svelte'
import { unpack } from './unpack'
import { isRefusal, wire, type Answer } from './wire.svelte'

const isWish = ({ kind }: Offer): boolean => kind === 'rematch' || kind === 'swap'

export class Table {
  readonly code: string
  info: TableInfo | undefined = $state.raw(undefined)
  mine: number[] = $state.raw([])
  now: Now | undefined = $state.raw(undefined)
  log: Line[] = $state.raw([])
  chat: Talk[] = $state.raw([])
  watchers = $state(0)
  luck: Luck | undefined = $state.raw(undefined)
  refusal: Refusal | undefined = $state.raw(undefined)
  missing = $state(false) // there is no such table
  sending = $state(false)
  since = 0 // when `now` arrived, on this device's clock

  onlines: (fresh: Line[], first: boolean) => void = () => {} // at every change; what is seen may change without a line
  ontalk: (talk: Talk) => void = () => {}
  isBusy: () => boolean = () => false // the board still shows what has happened
  #news = new Paced<Around | Changed>(
    (news) => (news.type === 'changed' ? this.#changed(news) : this.#around(news)),
    (news) => this.#patience(news),
    () => this.isBusy(),
  )
  #cuts = 0
  #version = 0 // the last that we were told of: no server is to show us an older table
  #isRead = false // moves are listed in words: they are to come with their sentences
  #lacks = false // what packed moves refer to cannot be fetched: they are to come written out
  #asked: 'full' | 'lean' | undefined // how moves were last asked for
  #known: { name: string; moves: Move[] } | undefined = $state.raw(undefined) // the table of moves that turns refer to
  #rethought = $state(-1) // after how many events a choice is taken up again
  #keepsOpen = false // asked for the table again in mid-turn: the curtain need not fall for that

  constructor(code: string) {
    this.code = code
  }

  /** The seat through whose eyes we look, and whether that seat may move now. */
  viewer: number = $derived(this.now?.viewer ?? -1)
  myTurns: number[] = $derived((this.now?.waiting ?? []).filter((seat) => this.mine.includes(seat)))
  seat: number = $derived.by(() => {
    if (this.rethinking) return this.decided
    return this.myTurns.includes(this.viewer) ? this.viewer : (this.myTurns[0] ?? -1)
  })
  /** Where all choose at once: a seat of mine that has chosen, and may choose something else until the last one has. */
  decided: number = $derived(
    this.now?.waiting.length && !this.myTurns.length
      ? (this.now.chosen.find((seat) => this.mine.includes(seat)) ?? -1)
      : -1,
  )
  rethinking: boolean = $derived(this.decided >= 0 && this.#rethought === this.now?.events)
  /** The legal moves of that seat; none while the table that they are in is on its way. */
  offers: Move[] = $derived.by(() => {
    const packed = this.now?.packed[this.seat]
    if (!packed) return this.now?.moves[this.seat] ?? []
    if (packed.table && packed.table !== this.#known?.name) return []
    return unpack(packed, this.#known?.moves)
  })
  over: boolean = $derived(this.info?.status === 'over')
  /** Offers about this match; and wishes about who sits where, and what comes after it. */
  proposals: Offer[] = $derived((this.now?.offers ?? []).filter((offer) => !isWish(offer)))
  wishes: Offer[] = $derived((this.now?.offers ?? []).filter(isWish))

  follow(): Follow {
    this.#asked = this.#detail
    return {
      type: 'follow',
      table: this.code,
      seen: this.now ? this.log.length : 0,
      cuts: this.#cuts,
      detail: this.#asked,
      language: settings.language,
      version: this.#version,
    }
  }

  get #detail(): 'full' | 'lean' {
    return this.#isRead || this.#lacks ? 'full' : 'lean'
  }

  /** Whether the moves are listed in words, so that all their sentences are wanted. */
  reads(words: boolean): void {
    this.#isRead = words
    this.#askAnew()
  }

  /** If moves were asked for in another way than they are wanted now. */
  #askAnew(): void {
    if (this.#asked && this.#asked !== this.#detail) this.again()
  }

  /** Ask for everything anew. Whoever has the screen now keeps it: the seat is looked through again at once. */
  again(): void {
    wire.send(this.follow())
    this.#keepsOpen = wire.state === 'open' && !!this.now?.curtain && this.viewer >= 0 && !this.over
    if (this.#keepsOpen) this.look(this.viewer)
  }

  hear(message: FromServer): void {
    if (message.type === 'welcome') this.#keepsOpen = false // a new socket: nothing that was asked before will be answered
    if (message.type === 'refusal' && !message.id && message.table === this.code) this.#refused(message)
    if (!('table' in message) || message.table !== this.code) return
    if (message.type === 'table') this.#whole(message)
    else if (message.type === 'changed' || message.type === 'around') this.#news.take(message)
    else if (message.type === 'said') this.#said(message.talk)
    else if (message.type === 'ack') this.#version = Math.max(this.#version, message.version)
  }

  /** Refused without a question of ours: there is no such table, or a message of ours was not taken. */
  #refused(message: Refusal): void {
    if (this.info) this.refusal = message
    else this.missing = true
  }

  /** Refused by this page itself. */
  refuse(code: string, why: Both): void {
    this.refusal = { type: 'refusal', code, ...why, rule: '', cells: [], match: '', table: this.code, id: '' }
  }

  /** How long what came before must have been seen. What a person does is shown when it is done; where a clock runs, or nobody looks,
   * nothing waits. */
  #patience(news: Around | Changed): number {
    if (news.type === 'around' || news.now.clocks || document.hidden) return 0
    const isMachine = (line: Line): boolean => this.info?.seats[line.seat]?.kind === 'machine'
    const fresh = news.log.slice(Math.max(0, this.log.length - news.log_from))
    return fresh.some(isMachine) ? stepTime() : 0
  }

  #whole(message: Whole): void {
    this.#news.drop()
    this.#around(message)
    this.chat = message.chat
    const kept = this.#keepsOpen && message.now.events === this.now?.events
    this.#keepsOpen = false
    if (!kept) this.#changed(message, true) // else the same position follows, through the eyes that we had
  }

  #around(message: Around | Whole): boolean {
    this.info = message.info
    this.mine = message.mine
    this.watchers = message.watchers
    this.luck = message.luck
    return false
  }

  /** Whether anything has happened. */
  #changed(message: Changed | Whole, whole = false): boolean {
    const known = this.log.length
    const first = whole && !this.now
    this.log = [...this.log.slice(0, message.log_from), ...message.log]
    this.now = message.now
    void this.#learn()
    this.since = Date.now()
    this.#cuts = message.cuts
    this.#version = message.now.version
    const fresh = this.log.slice(Math.max(known, message.log_from))
    this.onlines(fresh, first)
    return fresh.length > 0
  }

  /** Fetch what the packed moves refer to, once; without it they are asked for written out. */
  async #learn(): Promise<void> {
    const name = Object.values(this.now?.packed ?? {})[0]?.table
    if (!name || name === this.#known?.name) return
    try {
      this.#known = { name, moves: await api.moves(`${this.info!.game}/${name}`) }
    } catch {
      this.#lacks = true
      this.#askAnew()
    }
  }

  #said(talk: Talk): void {
    this.chat = [...this.chat, talk]
    this.ontalk(talk)
  }

  /** Another choice: somebody at my seat, or I, may know better. */
  rethink(on = true): void {
    this.#rethought = on ? (this.now?.events ?? -1) : -1
  }

  async play(seat: number, move: string): Promise<boolean> {
    this.sending = true
    this.rethink(false)
    const answer = await wire.request({ type: 'play', table: this.code, seat, move, at: this.now?.events ?? null })
    this.sending = false
    return this.#heed(answer)
  }

  propose(seat: number, kind: Offer['kind'], sure = false): Promise<boolean> {
    return wire.request({ type: 'propose', table: this.code, seat, kind, sure }).then((answer) => this.#heed(answer))
  }

  /** The next match by the same people: the same game, or another. */
  wantNext(seat: number, game = ''): Promise<boolean> {
    return this.#withNumber(this.luck?.next_table, this.luck?.next, (number) => {
      return wire.request({ type: 'propose', table: this.code, seat, kind: 'rematch', number, game })
    })
  }

  /** Before the match begins: at once where nobody else sits, else that person is asked. */
  swap(seat: number, other: number): Promise<boolean> {
    return wire
      .request({ type: 'propose', table: this.code, seat, kind: 'swap', other })
      .then((answer) => this.#heed(answer))
  }

  stand(seat: number): Promise<boolean> {
    return wire.request({ type: 'stand', table: this.code, seat }).then((answer) => this.#heed(answer))
  }

  reply(seat: number, kind: Offer['kind'], yes: boolean): Promise<boolean> {
    return this.#withNumber(this.luck?.next_table, this.luck?.next, (number) => {
      return wire.request({ type: 'reply', table: this.code, seat, kind, yes, number })
    })
  }

  /** Add a number of mine to the luck of a table: kept, once it is taken, with what was promised before. */
  async #withNumber(table = '', commitment = '', ask: (number: string) => Promise<Answer>): Promise<boolean> {
    const number = randomText()
    const done = this.#heed(await ask(number))
    if (done && commitment) remember(table, { commitment, number })
    return done
  }

  /** What my seat chooses where a round ends without its choice; empty: nothing any more. */
  prepare(seat: number, move: string): Promise<boolean> {
    return wire.request({ type: 'prepare', table: this.code, seat, move }).then((answer) => this.#heed(answer))
  }

  /** What my seat answers to moves to come; nothing: no answers any more. */
  foresee(seat: number, lines: string[][]): Promise<boolean> {
    return wire.request({ type: 'foresee', table: this.code, seat, lines }).then((answer) => this.#heed(answer))
  }

  /** What my seat would see after these moves, and who could play what; or why not. */
  async ahead(seat: number, line: string[]): Promise<Frame | Both> {
    const answer = await wire.request({ type: 'ask', table: this.code, what: 'ahead', seat, line })
    if (answer.type === 'told' && answer.ahead) return answer.ahead
    return isRefusal(answer) ? answer : inBoth('trouble')
  }

  /** Somebody has run out of time, and it is mine to say what becomes of their seat. */
  claim(seat: number, other: number, what: Claim['what']): Promise<boolean> {
    return wire.request({ type: 'claim', table: this.code, seat, other, what }).then((answer) => this.#heed(answer))
  }

  resign(seat: number): Promise<boolean> {
    return wire.request({ type: 'resign', table: this.code, seat }).then((answer) => this.#heed(answer))
  }

  sit(seat: number): Promise<boolean> {
    return this.#withNumber(this.code, this.luck?.commitment, (number) => {
      return wire.request({ type: 'sit', table: this.code, seat, number })
    })
  }

  fill(seat: number, level: number): Promise<boolean> {
    return wire.request({ type: 'fill', table: this.code, seat, level }).then((answer) => this.#heed(answer))
  }

  /** One of my moves as a sentence. */
  async sentence(move: string, seat = this.seat): Promise<string | undefined> {
    const answer = await wire.request({ type: 'ask', table: this.code, what: 'moves', seat, move })
    return answer.type === 'told' ? answer.moves[0]?.say : undefined
  }

  /** What is seen now, in signs. */
  async picture(): Promise<Both | undefined> {
    const answer = await wire.request({ type: 'ask', table: this.code, what: 'picture', seat: -1 })
    return answer.type === 'told' ? (answer.picture ?? undefined) : undefined
  }

  /** What happened in one go with this line of the log, to be shown again. */
  async passage(index: number): Promise<Passage | undefined> {
    const answer = await wire.request({ type: 'ask', table: this.code, what: 'again', seat: -1, index })
    if (isRefusal(answer)) this.refusal = answer
    return answer.type === 'told' ? (answer.passage ?? undefined) : undefined
  }

  look(seat: number): void {
    wire.send({ type: 'look', table: this.code, seat })
  }

  say(text: string, emote = ''): void {
    wire.send({ type: 'say', table: this.code, text, emote })
  }

  #heed(answer: Answer): boolean {
    if (isRefusal(answer)) this.refusal = answer
    return !isRefusal(answer)
  }
}
