/** What carries messages and questions to whoever answers them: a server, or a worker of this page. Which one it is,
 * vite.config.ts says; nothing else knows. */

import type { Both } from '../say.svelte'

/** A conversation that is open, or will be. */
export interface Line {
  send(text: string): void
  close(code?: number): void
}

export interface Answered {
  status: number
  text: string
}

/** How far whoever answers has come: `share` of the way; trouble in words, with nothing to wait for. */
export interface Stage {
  share: number
  trouble?: Both
}

export interface Transport {
  /** What stands before every path of the site. */
  base: string
  /** Whether somebody may be known here already: asked before a guest begins. */
  isKnown(): boolean
  noteKnown(): void
  open(hear: (text: string) => void, lost: () => void): Line
  ask(path: string, method: string, body: string | null): Promise<Answered>
  /** A click on a link to something that is written out: whether it has been taken care of. */
  download(path: string): boolean
  /** From now on: `back` is called when it is worth trying again. */
  keep(back: () => void): void
  /** The pages stay on the device, where the browser allows it. */
  install(): void
  /** Called now, and whenever it changes. */
  watch(tell: (stage: Stage) => void): void
  /** Everything that is kept here as one file, with what the page keeps beside it as JSON. */
  save(beside: string): void
  /** Everything that is kept here, replaced by what a file holds; the answer has what lay beside it. */
  restore(file: Blob): Promise<Answered>
}
