/** Those who share this device: a name, a face, an age if they wish. Whoever is in front has a progress of their own here;
 * nobody in front is the person whom the server knows. Kept on this device, and told to nobody but the tables they sit at. */

import { keep, kept, ofFront } from './kept'

export interface Relative {
  id: string
  name: string
  face: number
  age?: number
}

interface Kept {
  people: Relative[]
  front: string
  last: string[] // who sat here together, in the order of their seats
}

const KEY = 'recif.family'
const MOST = 12
const NOBODY: Kept = { people: [], front: '', last: [] }

class Family {
  #kept: Kept = $state({ ...NOBODY, ...kept<Kept>(KEY) })

  get people(): Relative[] {
    return this.#kept.people
  }

  get isFull(): boolean {
    return this.people.length >= MOST
  }

  get front(): Relative | undefined {
    return this.#find(this.#kept.front)
  }

  /** Those who sat here together last time. */
  get last(): Relative[] {
    return this.#kept.last.flatMap((id) => this.#find(id) ?? [])
  }

  #find(id: string): Relative | undefined {
    return this.people.find((one) => one.id === id)
  }

  add(name: string, face: number, age?: number): Relative {
    const relative = { id: crypto.randomUUID?.() ?? `${Date.now()}`, name: name.trim(), face, ...(age ? { age } : {}) }
    this.#kept.people.push(relative)
    this.#keep()
    return this.#find(relative.id)!
  }

  change(id: string, more: Partial<Relative>): void {
    this.#kept.people = this.people.map((one) => (one.id === id ? { ...one, ...more } : one))
    this.#keep()
  }

  /** With all that was kept of them here. */
  remove(id: string): void {
    this.#kept.people = this.people.filter((one) => one.id !== id)
    ofFront.forget(id)
    const wasInFront = this.#kept.front === id
    if (wasInFront) this.#kept.front = ''
    this.#keep()
    if (wasInFront) location.reload()
  }

  seatedAs(seat: { name?: string; face?: number }): Relative | undefined {
    return this.people.find(({ name, face }) => name === seat.name && face === seat.face)
  }

  sat(together: Relative[]): void {
    this.#kept.last = together.map(({ id }) => id)
    this.#keep()
  }

  /** Everything that was read for somebody else is read again. */
  put(id: string): void {
    if (id === this.#kept.front) return
    this.#kept.front = id
    this.#keep()
    location.reload()
  }

  #keep(): void {
    keep(KEY, this.#kept)
  }
}

export const family = new Family()
