/** Open tables and running matches, as the server lists them; heard only while somebody looks. */

import type { FromServer, TableInfo } from '../wire'
import { wire } from './wire.svelte'

class Lobby {
  open: TableInfo[] = $state.raw([])
  playing: TableInfo[] = $state.raw([])

  #hear(message: FromServer): void {
    if (message.type !== 'listing') return
    this.open = message.open
    this.playing = message.playing
  }

  listen(): () => void {
    const deaf = wire.listen((message) => this.#hear(message))
    wire.lobby = true
    wire.send({ type: 'lobby', on: true })
    return () => {
      deaf()
      wire.lobby = false
      wire.send({ type: 'lobby', on: false })
    }
  }
}

export const lobby = new Lobby()
