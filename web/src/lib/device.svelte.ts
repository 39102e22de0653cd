/** This device thinks for whoever is in front of it: what the server would have its machines think about for them alone. It is
 * sent what a machine is sent, and the server reads every answer; where none comes, the server thinks itself. */

import { api } from './api'
import { settings } from './settings.svelte'
import { wire } from './wire.svelte'

const QUICK = 3000 // milliseconds for the first hint, the slowest there is

interface FromWorker {
  took?: number // by the first hint; none: it cannot think
  number?: number // of a question
  answer?: string
}

class Device {
  state: 'off' | 'starting' | 'lent' | 'slow' = $state('off')
  #worker: Worker | undefined
  #isKept = false

  /** As the settings say, from now on. */
  keep(): void {
    if (this.#isKept) return
    this.#isKept = true
    wire.listen((message) => {
      if (message.type === 'welcome') this.#offer()
      else if (message.type === 'ponder') this.#worker?.postMessage(message)
    })
    $effect.root(() => {
      $effect(() => (settings.device === 'quick' ? this.#start() : this.#end('off')))
    })
  }

  #start(): void {
    this.state = 'starting'
    this.#worker = new Worker('/python/device.mjs', { type: 'module' })
    this.#worker.onmessage = ({ data }: MessageEvent<FromWorker>) => void this.#hear(data)
    this.#worker.onerror = (event) => {
      event.preventDefault()
      this.#end('slow')
    }
  }

  #end(state: 'off' | 'slow'): void {
    this.#worker?.terminate()
    this.#worker = undefined
    if (this.state === 'lent') wire.send({ type: 'lend', on: false })
    this.state = state
  }

  #offer(): void {
    if (this.state === 'lent') wire.send({ type: 'lend', on: true })
  }

  async #hear({ took = Infinity, number, answer = 'null' }: FromWorker): Promise<void> {
    if (number !== undefined) {
      await api.thought(number, answer).catch(() => {}) // nobody waits for it any more
    } else if (took > QUICK) {
      this.#end('slow')
    } else {
      this.state = 'lent'
      this.#offer()
    }
  }
}

export const device = new Device()
