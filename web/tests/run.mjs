/** `npm run test`: the browser tests, all of them or the files named: `npm run test -- games network`. */

import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { run } from 'node:test'
import { spec } from 'node:test/reporters'
import { fileURLToPath } from 'node:url'
import { NURSERY } from './kit/nursery.mjs'
import { PYTHON, ROOT } from './kit/server.mjs'

const here = fileURLToPath(new URL('.', import.meta.url))
const web = fileURLToPath(new URL('..', import.meta.url))
const named = process.argv.slice(2)
const LONGEST = ['games', 'phone', 'layout', 'access', 'study', 'lessons', 'tv', 'together', 'puzzles', 'events'] // begun first: none is left alone at the end
const isLong = (file) => LONGEST.some((name) => file.startsWith(name))
const place = (file) => (isLong(file) ? LONGEST.findIndex((name) => file.startsWith(name)) : LONGEST.length)
const files = readdirSync(here)
  .filter((file) => file.endsWith('.test.mjs') && (!named.length || named.some((name) => file.startsWith(name))))
  .sort((a, b) => place(a) - place(b))
  .map((file) => here + file)

/** Where the servers of all files are born; it ends with this process. */
async function openNursery(folder) {
  const socket = join(folder, 'nursery')
  const nursery = spawn(PYTHON, ['-m', 'tests.server.nursery', socket], {
    cwd: ROOT,
    env: { ...process.env, PYTHONPATH: process.env.PYTHONPATH ?? join(ROOT, 'src') },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const isOpen = await Promise.race([
    once(nursery.stdout, 'data').then(() => true),
    once(nursery, 'exit').then(() => false),
  ])
  if (!isOpen) throw new Error('no server can be started: see above')
  process.env[NURSERY] = socket
  return nursery
}

if (!existsSync(join(ROOT, 'src/recif/server/static/index.html')))
  spawnSync('npm', ['run', '--silent', 'build'], { cwd: web, stdio: 'inherit' })
const folder = mkdtempSync(join(tmpdir(), 'recif-tests-'))
const nursery = await openNursery(folder)
// one more than there are processors: a browser often waits for its server, and the other way round
const told = run({
  files,
  concurrency: availableParallelism() + 1,
  timeout: 7_200_000, // a file that hangs fails; one on the busiest machine does not
})
told.on('test:fail', () => (process.exitCode = 1))
const said = told.compose(new spec())
said.pipe(process.stdout)
await once(said, 'end')
nursery.stdin.end()
await once(nursery, 'exit')
rmSync(folder, { recursive: true, force: true })
