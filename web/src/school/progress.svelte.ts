/** How far somebody has come in each lesson, and where a coach looks on. Kept on this device; an account's lessons by the
 * server too (account.ts). */

import { keep, kept, ofFront } from '../lib/kept'
import type { Schooling } from '../wire'

const KEY = ofFront('recif.school')
const COACHED = 8 // tables remembered

interface Kept {
  of: string // the account whose lessons they are; empty for a guest's
  done: Record<string, number[]> // steps of each game, numbered from 1
  coached: string[] // tables
  offered: boolean // the lessons were offered, and declined
}

const NONE: Kept = { of: '', done: {}, coached: [], offered: false }

class Progress {
  #kept: Kept = $state({ ...NONE, ...kept<Kept>(KEY) })
  onnews: () => void = () => {}

  has(game: string, step: number): boolean {
    return !!this.#kept.done[game]?.includes(step)
  }

  /** How many of the steps of a lesson are done. */
  count(game: string, steps: number): number {
    return this.#kept.done[game]?.filter((step) => step <= steps).length ?? 0
  }

  /** The first step that is not done, or the first of all. */
  next(game: string, steps: number): number {
    for (let step = 1; step <= steps; step++) if (!this.has(game, step)) return step
    return 1
  }

  did(game: string, step: number): void {
    if (this.has(game, step)) return
    this.#kept.done[game] = [...(this.#kept.done[game] ?? []), step]
    this.#keep()
    this.onnews()
  }

  /** Steps done, by game. */
  get lessons(): Record<string, number[]> {
    return $state.snapshot(this.#kept.done)
  }

  /** What a guest has learned goes with them into their account; what an account has stays with it. */
  belong(of: string): void {
    if (this.#kept.of === of) return
    if (this.#kept.of) this.#kept.done = {}
    this.#kept.of = of
    this.#keep()
  }

  /** All that the account has learned, on any device. */
  learned({ lessons }: Schooling): void {
    this.#kept.done = lessons
    this.#keep()
  }

  /** Whether there is nothing to offer any more: something was learned, or it was declined. */
  get isOffered(): boolean {
    return this.#kept.offered || Object.keys(this.#kept.done).length > 0
  }

  decline(): void {
    this.#kept.offered = true
    this.#keep()
  }

  isCoached(table: string): boolean {
    return this.#kept.coached.includes(table)
  }

  coach(table: string, on: boolean): void {
    const others = this.#kept.coached.filter((one) => one !== table)
    this.#kept.coached = on ? [...others, table].slice(-COACHED) : others
    this.#keep()
  }

  #keep(): void {
    keep(KEY, this.#kept)
  }
}

export const progress = new Progress()
