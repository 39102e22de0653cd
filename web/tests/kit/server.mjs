/** The real server, on a port and a database of its own. It loads the machine code of a game when that is first needed
 * (tests/server/bare.py): one that loads all games at its start takes most of the time of a file of tests. */

import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { PATIENCE } from './settled.mjs'

export const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
const OURS = join(ROOT, '.venv/bin/python')
export const PYTHON = process.env.PYTHON ?? (existsSync(OURS) ? OURS : 'python3')

export class Server {
  url = ''
  #port = 0
  #folder = mkdtempSync(join(tmpdir(), 'recif-'))
  #process
  #paths
  #environment

  /** `sources`: of another house than this one; a cache of its own: as `recif serve` starts, compiling what it has not got. */
  constructor(sources = process.env.PYTHONPATH ?? join(ROOT, 'src'), environment = {}) {
    this.#paths = sources
    this.#environment = environment
  }

  async start() {
    const database = join(this.#folder, 'recif.sqlite')
    const isWhole = this.#environment.RECIF_CACHE
    const bare = ['tests.server.bare', database, '--public', '--clock']
    const serve = isWhole ? ['recif', 'serve', '--database', database] : bare
    this.#process = spawn(PYTHON, ['-m', ...serve, '--port', String(this.#port), '--workers', '1'], {
      cwd: ROOT,
      env: { ...process.env, PYTHONPATH: this.#paths, ...this.#environment },
      stdio: ['pipe', 'pipe', 'pipe'],
    })
    this.#port = await greeting(this.#process)
    this.url = `http://localhost:${this.#port}`
    return this
  }

  /** So many milliseconds pass at the server, at once; the answer comes when every flag that fell by that has counted. */
  letPass(ms) {
    const line = `${Math.round(ms)}`
    return new Promise((done) => {
      const hear = (bytes) => {
        if (!String(bytes).split('\n').includes(line)) return
        this.#process.stdout.off('data', hear)
        done()
      }
      this.#process.stdout.on('data', hear)
      this.#process.stdin.write(`${line}\n`)
    })
  }

  /** As a power cut does it: no goodbye, no last words to the disk. */
  kill() {
    return this.#end('SIGKILL')
  }

  async stop() {
    await this.#end('SIGTERM')
    rmSync(this.#folder, { recursive: true, force: true })
  }

  #end(signal) {
    return new Promise((done) => {
      this.#process.once('exit', done)
      this.#process.kill(signal)
    })
  }
}

/** The port that the server says it listens on. */
export function greeting(child) {
  return new Promise((found, lost) => {
    let said = ''
    const timer = setTimeout(() => lost(new Error(`the server did not start:\n${said}`)), PATIENCE)
    const hear = (bytes) => {
      said = (said + bytes).slice(-10_000)
      const port = /(?:http:\/\/[^:]+:|^)(\d+)\/?\n/m.exec(said)?.[1]
      if (!port) return
      clearTimeout(timer)
      found(Number(port))
    }
    child.stdout.on('data', hear)
    child.stderr.on('data', hear)
    child.once('exit', (code) => lost(new Error(`the server left with ${code}:\n${said}`)))
  })
}
