/** The real server, on a port and a database of its own. It loads the machine code of a game when that is first needed
 * (tests/server/bare.py): one that loads all games at its start takes most of the time of a file of tests. */

import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { born, NURSERY } from './nursery.mjs'
import { IS_PAGE } from './place.mjs'
import { PATIENCE } from './settled.mjs'

export const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
const OURS = join(ROOT, '.venv/bin/python')
const SOURCES = process.env.PYTHONPATH ?? join(ROOT, 'src')
export const PYTHON = process.env.PYTHON ?? (existsSync(OURS) ? OURS : 'python3')

export class Server {
  url = '' // what browsers open
  api = '' // where tests ask: the same, but for a page, which is held against what a server would say
  #port = 0
  #host
  #folder = mkdtempSync(join(tmpdir(), 'recif-'))
  #process
  #paths
  #environment
  #wishes

  /** `sources`: of another house than this one; a cache of its own: as `recif serve` starts, compiling what it has not got. */
  constructor(sources = SOURCES, environment = {}, wishes = []) {
    this.#wishes = wishes
    this.#paths = sources
    this.#environment = environment
  }

  async start() {
    const database = join(this.#folder, 'recif.sqlite')
    const bare = [database, '--public', '--clock', ...this.#wishes]
    this.#process = await this.#begun(this.#environment.RECIF_CACHE ? ['--database', database] : bare)
    this.#port = await greeting(this.#process)
    this.url = this.api = `http://localhost:${this.#port}`
    if (IS_PAGE) this.url = (this.#host ??= await shown()).url
    return this
  }

  /** Its process; one like all others is born where everything is loaded already, if there is such a place. */
  #begun(words) {
    const told = [...words, '--port', String(this.#port), '--workers', '1']
    const isWhole = this.#environment.RECIF_CACHE
    if (!isWhole && this.#paths === SOURCES && process.env[NURSERY]) return born('bare', told)
    return spawn(PYTHON, ['-m', ...(isWhole ? ['recif', 'serve'] : ['tests.server.bare']), ...told], {
      cwd: ROOT,
      env: { ...process.env, PYTHONPATH: this.#paths, ...this.#environment },
      stdio: ['pipe', 'pipe', 'pipe'],
    })
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
    await Promise.all([this.#end('SIGTERM'), this.#host?.stop()])
    rmSync(this.#folder, { recursive: true, force: true })
  }

  #end(signal) {
    return new Promise((done) => {
      this.#process.once('exit', done)
      this.#process.kill(signal)
    })
  }
}

/** The page that was built, as its host shows it. */
async function shown() {
  const { Host } = await import('./page.mjs') // which knows this file
  return new Host().start()
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
