/** `npm run test`: the browser tests, all of them or the files named: `npm run test -- games network`. */

import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'

const here = fileURLToPath(new URL('.', import.meta.url))
const web = fileURLToPath(new URL('..', import.meta.url))
const named = process.argv.slice(2)
const LONGEST = ['games', 'phone', 'layout', 'study', 'lessons', 'access', 'together', 'puzzles'] // begun first: none is left alone at the end
const isLong = (file) => LONGEST.some((name) => file.startsWith(name))
const place = (file) => (isLong(file) ? LONGEST.findIndex((name) => file.startsWith(name)) : LONGEST.length)
const files = readdirSync(here)
  .filter((file) => file.endsWith('.test.mjs') && (!named.length || named.some((name) => file.startsWith(name))))
  .sort((a, b) => place(a) - place(b))
  .map((file) => here + file)

function run(command, args) {
  return spawnSync(command, args, { cwd: web, stdio: 'inherit' }).status ?? 1
}

if (!existsSync(`${web}../src/recif/server/static/index.html`)) run('npm', ['run', '--silent', 'build'])
// one more than there are processors: a browser often waits for its server, and the other way round
process.exit(
  run(process.execPath, [
    '--test',
    '--test-reporter=spec',
    '--test-timeout=7200000', // a file that hangs fails; one on the busiest machine does not
    `--test-concurrency=${availableParallelism() + 1}`,
    ...files,
  ]),
)
