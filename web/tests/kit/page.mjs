/** Récif without a server, as a static host shows it (dist/page, built by `make page`), and somebody in front of it. */

import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { PYTHON, ROOT, greeting } from './server.mjs'

export const BUILT = join(ROOT, 'dist/page')
/** Python runs in it. */
export const isUp = (page) => page.locator('#starting').waitFor({ state: 'detached' })
/** How many turns it tells. */
export const told = (page) => page.locator('.moves li:not(.none)').count()

/** A match against a machine, as somebody begins one. */
export async function begin(page, game, level) {
  await page.locator(`[data-game=${game}]`).getByRole('button', { name: 'Play now' }).click()
  await page
    .locator('dialog ul button')
    .nth(level - 1)
    .click()
  await page.waitForURL(/\/t\/\w+$/)
}

export const isBuilt = () => existsSync(join(BUILT, 'sw.js'))

export class Host {
  url = ''
  #process

  constructor(folder = BUILT) {
    this.folder = folder
  }

  async start() {
    const env = { ...process.env, PYTHONPATH: join(ROOT, 'src'), RECIF_LANGUAGE: 'en' }
    this.#process = spawn(PYTHON, ['-m', 'recif', 'page', '--serve', this.folder, '--port', '0'], { cwd: ROOT, env })
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
