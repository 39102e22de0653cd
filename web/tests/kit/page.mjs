/** Récif without a server, as a static host shows it (dist/page, built by `make page`), and somebody in front of it. */

import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { PYTHON, ROOT, greeting } from './server.mjs'

export const BUILT = join(ROOT, 'dist/page')
export const isBuilt = () => existsSync(join(BUILT, 'sw.js'))

export class Host {
  url = ''
  #process

  async start() {
    const env = { ...process.env, PYTHONPATH: join(ROOT, 'src'), RECIF_LANGUAGE: 'en' }
    this.#process = spawn(PYTHON, ['-m', 'recif', 'page', '--serve', BUILT, '--port', '0'], { cwd: ROOT, env })
    this.url = `http://localhost:${await greeting(this.#process)}`
    return this
  }

  stop() {
    return new Promise((done) => {
      this.#process.once('exit', done)
      this.#process.kill('SIGTERM')
    })
  }
}
