/** The real server, on a port and a database of its own. */

import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
const OURS = join(ROOT, '.venv/bin/python')
export const PYTHON = process.env.PYTHON ?? (existsSync(OURS) ? OURS : 'python3')
const PATIENCE = 300_000 // the first start compiles the rules

export class Server {
  url = ''
  #port = 0
  #folder = mkdtempSync(join(tmpdir(), 'recif-'))
  #process
  #paths
  #environment

  /** `sources`: of another house than this one. */
  constructor(sources = process.env.PYTHONPATH ?? join(ROOT, 'src'), environment = {}) {
    this.#paths = sources
    this.#environment = environment
  }

  async start() {
    const args = [
      '-m',
      'recif',
      'serve',
      '--port',
      String(this.#port),
      '--database',
      join(this.#folder, 'recif.sqlite'),
      '--workers',
      '1',
    ]
    this.#process = spawn(PYTHON, args, {
      cwd: ROOT,
      env: { ...process.env, PYTHONPATH: this.#paths, ...this.#environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    this.#port = await greeting(this.#process)
    this.url = `http://localhost:${this.#port}`
    if (!this.#environment.RECIF_CACHE) await this.#warm()
    return this
  }

  /** Games are compiled behind a server that is open already: tests do not wait for that, except the one that shows it. */
  async #warm() {
    while ((await (await fetch(`${this.url}/health`)).json()).status !== 'ok')
      await new Promise((go) => setTimeout(go, 100))
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
function greeting(child) {
  return new Promise((found, lost) => {
    let said = ''
    const timer = setTimeout(() => lost(new Error(`the server did not start:\n${said}`)), PATIENCE)
    const hear = (bytes) => {
      said = (said + bytes).slice(-10_000)
      const port = /http:\/\/[^:]+:(\d+)\//.exec(said)?.[1]
      if (!port) return
      clearTimeout(timer)
      found(Number(port))
    }
    child.stdout.on('data', hear)
    child.stderr.on('data', hear)
    child.once('exit', (code) => lost(new Error(`the server left with ${code}:\n${said}`)))
  })
}
