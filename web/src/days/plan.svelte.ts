/** Planning ahead at a table: one walks on its board through moves to come, and what one answers there is kept for the server to play. */

import type { AtTable } from '../lib/at_table.svelte'
import { both, type Both } from '../lib/say.svelte'
import { Stage, type Source } from '../lib/stage.svelte'
import type { Frame, Line, Move, ThingInfo } from '../wire'
import { answered, MOST, rows, without, type Lines, type Row } from './lines'
import { say } from './say'

const blind = new Set<string>() // games in which nobody knows what another may do

/** Whether answers can be planned in a game, as far as is known. */
export const canPlan = (game: string): boolean => !blind.has(game)

export class Plan implements Source {
  readonly silent = true
  readonly stage = new Stage(this)
  readonly seat: number
  readonly events: number // of the match, when it was begun: it is of no use after the next
  lines: Lines = $state.raw([])
  path: string[] = $state.raw([]) // where we are
  due: number | undefined = $state(undefined) // whose move is chosen there
  trouble = $state('')
  changed = $state(false) // since it was kept
  #at: AtTable
  #frame: Frame | undefined
  #told: Record<string, Line> = $state.raw({}) // by the way to it: what a move is called
  #asked = 0

  rows: Row[] = $derived(rows(this.lines))
  isMine: boolean = $derived.by(() => this.due === this.seat)

  constructor(at: AtTable) {
    this.#at = at
    this.seat = at.table.mine[0]!
    this.events = at.table.now!.events
    this.lines = at.table.now!.days?.foreseen?.[this.seat] ?? []
    void this.go([]).then(() => this.#learn())
  }

  get game(): string {
    return this.#at.game
  }

  get names(): string[] {
    return this.#at.names
  }

  get titles(): string[] {
    return this.#at.titles
  }

  picture(): Promise<Both | undefined> {
    return Promise.resolve(this.#frame?.picture)
  }

  things(): Promise<Record<string, ThingInfo>> {
    return this.#at.things()
  }

  /** Look at what would be after these moves; only the last place that was asked for is shown. */
  async go(path: string[]): Promise<void> {
    const asked = ++this.#asked
    const frame = await this.#look(path)
    if (!frame || asked !== this.#asked) return
    const isStep = path.length === this.path.length + 1
    const [[due, moves] = []] = Object.entries(frame.moves ?? {})
    this.path = path
    this.trouble = ''
    this.due = moves?.length && path.length < MOST ? Number(due) : undefined
    if (!path.length && this.due === undefined) blind.add(this.game)
    this.stage.show({ ...frame, lines: frame.lines.slice(-1) }, isStep ? this.stage.scene : undefined)
    this.stage.offer(this.due === undefined ? [] : moves)
  }

  back(): void {
    void this.go(this.path.slice(0, -1))
  }

  choose(move: Move): void {
    this.stage.choice.clear()
    const path = [...this.path, move.text]
    if (this.isMine && !this.#answer(path)) return
    void this.go(path)
  }

  #answer(line: string[]): boolean {
    const lines = answered(this.lines, line)
    if (lines.length > MOST) this.trouble = say('plan.full', { n: MOST })
    else this.#become(lines)
    return lines.length <= MOST
  }

  #become(lines: Lines): void {
    this.lines = lines
    this.changed = true
  }

  remove(path: string[]): void {
    this.#become(without(this.lines, path, (one) => this.lineAt(one)?.seat === this.seat))
    if (path.every((text, i) => this.path[i] === text)) void this.go(path.slice(0, -1))
  }

  /** Whether the server has it now. */
  async keep(): Promise<boolean> {
    if (this.changed && !(await this.#at.table.foresee(this.seat, this.lines))) {
      this.trouble = both(this.#at.table.refusal)
      this.#at.table.refusal = undefined
      return false
    }
    return true
  }

  /** The last move of a way, as far as it is known. */
  lineAt(path: readonly string[]): Line | undefined {
    return this.#told[path.join('\n')]
  }

  /** What the moves of a plan that was kept before are called. */
  async #learn(): Promise<void> {
    for (const line of this.lines) if (!this.lineAt(line)) await this.#look(line)
  }

  async #look(path: string[]): Promise<Frame | undefined> {
    const told = await this.#at.table.ahead(this.seat, path)
    if ('fr' in told) return void (this.trouble = both(told))
    const named = told.lines.map((line, i) => [path.slice(0, i + 1).join('\n'), line])
    this.#told = { ...this.#told, ...(Object.fromEntries(named) as Record<string, Line>) }
    return (this.#frame = told)
  }
}
