/** `npm run test`: the browser tests, all of them or the files named: `npm run test -- games network`. */

import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const here = fileURLToPath(new URL('.', import.meta.url))
const web = fileURLToPath(new URL('..', import.meta.url))
const named = process.argv.slice(2)
const files = readdirSync(here)
  .filter((file) => file.endsWith('.test.mjs') && (!named.length || named.some((name) => file.startsWith(name))))
  .map((file) => here + file)

function run(command, args) {
  return spawnSync(command, args, { cwd: web, stdio: 'inherit' }).status ?? 1
}

if (!existsSync(`${web}../src/recif/server/static/index.html`)) run('npm', ['run', '--silent', 'build'])
process.exit(run(process.execPath, ['--test', '--test-reporter=spec', '--test-concurrency=2', ...files]))
