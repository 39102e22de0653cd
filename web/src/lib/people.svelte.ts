/** Who I am here: a guest from the first visit on, an account if I like. */

import { transport } from '#transport'
import type { Me, Person } from '../wire'
import { api, Refused } from './api'
import { inBoth, say, type Key } from './say.svelte'
import { settings } from './settings.svelte'
import { wire } from './wire.svelte'

export const FACES = 8 // drawn in art/Animal.svelte, and called `guest.1` to `guest.8`

class People {
  me: Me | undefined = $state.raw(undefined)
  trouble: Refused | undefined = $state.raw(undefined)
  readonly isNew = !transport.isKnown() // nobody of this browser has been here before
  #settle: () => void = () => {}
  readonly settled = new Promise<void>((done) => (this.#settle = done)) // it is known who I am, or that nobody answers

  /** Find my session, or begin one as a guest, and open the socket. */
  async arrive(): Promise<void> {
    try {
      this.me = await this.#session()
      this.trouble = undefined
      this.#settle()
      wire.open()
    } catch (error) {
      if (error instanceof Refused) this.trouble = error
      this.#settle()
      setTimeout(() => void this.arrive(), 3000)
    }
  }

  async #session(): Promise<Me> {
    if (!transport.isKnown()) return this.#begin()
    try {
      return await api.me()
    } catch (error) {
      if (error instanceof Refused && error.status === 401) return this.#begin()
      throw error
    }
  }

  async #begin(): Promise<Me> {
    const animal = 1 + Math.floor(Math.random() * FACES)
    const me = await api.guest(guestName(animal), animal, settings.language)
    transport.noteKnown()
    return me
  }

  /** My tables may have changed. */
  async refresh(): Promise<void> {
    if (this.me) this.me = await api.me()
  }

  isMuted(person: Person): boolean {
    return !!this.me?.muted.some((one) => one.id === person.id)
  }

  /** Hear somebody no more, or again: the server remembers it, and sends nothing that they say. */
  mute(person: Person, on: boolean): void {
    if (!this.me) return
    const others = this.me.muted.filter((one) => one.id !== person.id)
    this.me = { ...this.me, muted: on ? [...others, person] : others }
    wire.send({ type: 'mute', person: person.id, on })
  }

  /** The session changed: the socket must say who we are anew. */
  become(me: Me): void {
    this.me = me
    wire.reopen()
  }
}

/** Whether a name is one that was given to a guest here, in either language. */
export function isGiven(name: string): boolean {
  const animals = Array.from({ length: FACES }, (_, i) => inBoth(`guest.${i + 1}` as Key))
  return animals.some(({ fr, en }) => [fr, en].some((animal) => new RegExp(`^${animal} \\d+$`).test(name)))
}

function guestName(animal: number): string {
  return `${say(`guest.${animal}` as Key)} ${1 + Math.floor(Math.random() * 99)}`
}

export const people = new People()

/** Whether nothing can be heard of the server. */
export function isCutOff(): boolean {
  return people.trouble?.code === 'unreachable' || wire.state === 'lost'
}

/** A socket that will not open may mean that the session has ended: ask, and begin anew if so. */
wire.onlost = (tries) => {
  if (tries === 3) void people.arrive()
}
