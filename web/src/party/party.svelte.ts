/** A party as this screen or phone sees it: the fold of what the server says about it. */

import type { AnyPartyAct, Cheered, FromServer, GuestInfo, PartyInfo } from '../wire'
import { api, Refused } from '../lib/api'
import { people } from '../lib/people.svelte'
import { both } from '../lib/say.svelte'
import { wire } from '../lib/wire.svelte'

const FLIGHT = 4000 // milliseconds that an emote is in the air
const MOST = 12 // in the air at once
export const MISSING = 60_000 // milliseconds after which the captain is asked what to do

export interface Flying extends Cheered {
  number: number
}

export class Party {
  info: PartyInfo | undefined = $state.raw(undefined)
  trouble = $state('')
  flying: Flying[] = $state.raw([])
  clock = $state(Date.now()) // goes by the second, for those who are missing
  #ahead = 0 // the server's clock, before ours
  #flown = 0

  /** Hear of it for as long as a page shows it. */
  keep(): () => void {
    const timer = setInterval(() => (this.clock = Date.now()), 1000)
    const stop = wire.listen((message) => this.#hear(message))
    return () => {
      clearInterval(timer)
      stop()
      this.#attend(false)
    }
  }

  show(info: PartyInfo): void {
    const isNew = info.party !== this.info?.party
    if (!isNew && info.version < this.info!.version) return
    this.info = info
    this.#ahead = info.now - Date.now()
    if (isNew) this.#attend(true)
  }

  /** A match is over: who has won how many now? */
  async look(): Promise<void> {
    await this.#try(() => api.party(this.info!.party))
  }

  async act(act: AnyPartyAct): Promise<boolean> {
    return this.#try(() => api.partyAct(this.info!.party, act))
  }

  async begin(): Promise<boolean> {
    return this.act({ act: 'beginmatch' })
  }

  cheer(emote: string): void {
    if (this.info) wire.send({ type: 'cheer', party: this.info.party, emote })
  }

  get me(): GuestInfo | undefined {
    return this.info?.guests.find((guest) => guest.person.id === people.me?.person.id)
  }

  get leads(): boolean {
    return !!this.info && this.info.captain === people.me?.person.id
  }

  /** How long a guest has been gone, in milliseconds; 0 while they are here. */
  gone(guest: GuestInfo): number {
    return guest.here ? 0 : Math.max(0, this.clock + this.#ahead - guest.gone)
  }

  /** Nothing has happened for hours: its code is good no more. */
  get over(): boolean {
    return !!this.info && this.clock + this.#ahead > this.info.until
  }

  name(person: string): string {
    return this.info?.guests.find((guest) => guest.person.id === person)?.person.name ?? ''
  }

  async #try(ask: () => Promise<PartyInfo>): Promise<boolean> {
    this.trouble = ''
    try {
      this.show(await ask())
      return true
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      this.trouble = both(error.said)
      return false
    }
  }

  #attend(on: boolean): void {
    if (this.info) wire.send({ type: 'attend', party: this.info.party, on })
  }

  #hear(message: FromServer): void {
    if (message.type === 'welcome') this.#attend(true)
    else if (message.type === 'party' && message.info.party === this.info?.party) this.show(message.info)
    else if (message.type === 'cheered' && message.party === this.info?.party) this.#fly(message)
  }

  #fly(cheered: Cheered): void {
    const number = ++this.#flown
    this.flying = [...this.flying.slice(1 - MOST), { ...cheered, number }]
    setTimeout(() => (this.flying = this.flying.filter((one) => one.number !== number)), FLIGHT)
  }
}
