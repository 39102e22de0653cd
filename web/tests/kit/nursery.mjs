/** A process of `tests/server/nursery.py`, where everything is loaded already: as one that was spawned, by its connection. */

import { EventEmitter, once } from 'node:events'
import { createConnection } from 'node:net'
import { PassThrough } from 'node:stream'

export const NURSERY = 'RECIF_NURSERY' // the socket's path: `run.mjs` opens one for all files

class Born extends EventEmitter {
  stdout = new PassThrough() // whatever it says
  stderr = new PassThrough()

  constructor(line, pid) {
    super()
    this.pid = pid
    this.stdin = line
    line.pipe(this.stdout)
    line.on('error', () => {}) // of one that was killed
    line.on('close', () => this.emit('exit', null))
  }

  kill(signal) {
    process.kill(this.pid, signal)
  }
}

/** `what` it is to be, and its arguments. */
export async function born(what, words) {
  const line = createConnection(process.env[NURSERY])
  line.write(`${JSON.stringify([what, ...words])}\n`)
  return new Born(line, await number(line))
}

/** The first line; what comes after it is left there. */
async function number(line) {
  let said = ''
  while (!said.includes('\n')) {
    await once(line, 'readable')
    for (let byte; !said.includes('\n') && (byte = line.read(1));) said += byte
  }
  return Number(said)
}
