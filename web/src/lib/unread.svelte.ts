/** What was said at a table since its talk was last in view. */

import { people } from './people.svelte'
import type { Table } from './table.svelte'

export class Unread {
  #table: Table
  #read = $state(0)
  #heard: number = $derived.by(() => this.#table.chat.filter((talk) => !people.isMuted(talk.person)).length)
  many: number = $derived(Math.max(0, this.#heard - this.#read))

  constructor(table: Table) {
    this.#table = table
  }

  see(): void {
    this.#read = this.#heard
  }
}
