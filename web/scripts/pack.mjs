/** `node scripts/pack.mjs <site> <wheel of msgspec> <libraries>`: Python and Récif for the page that `vite build --mode page`
 * left in <site>. Bytecode is made by the very Python that will read it; of its library goes along what is used. */

import { createHash } from 'node:crypto'
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { trimmed } from './trim/index.mjs'

const [site, wheel, libraries] = process.argv.slice(2).map((path) => resolve(path))
const web = fileURLToPath(new URL('..', import.meta.url))
const pyodide = join(web, 'node_modules/pyodide')
const out = join(site, 'python')
const { loadPyodide } = await import(pathToFileURL(join(pyodide, 'pyodide.mjs')))

const python = await loadPyodide({ indexURL: `${pyodide}/` })
python.mountNodeFS('/sources', join(web, '../src'))
python.mountNodeFS('/tools', join(web, 'page'))
python.FS.writeFile('/msgspec.zip', readFileSync(wheel))
python.FS.writeFile('/python_stdlib.zip', readFileSync(join(pyodide, 'python_stdlib.zip')))
python.runPython('exec(open("/tools/pack.py").read())')

mkdirSync(join(out, 'games'), { recursive: true })
const made = (name) => python.FS.readFile(`/made/${name}`)
const keep = (name, content) => writeFileSync(join(out, name), content)
for (const name of ['recif.zip', 'python_stdlib.zip', 'msgspec.so']) keep(name, made(name))
const games = libraries ? readdirSync(libraries).filter((name) => /\.(wasm|json)$/.test(name)) : []
for (const name of games) cpSync(join(libraries, name), join(out, 'games', name))
const scripts = readdirSync(join(web, 'page')).filter((name) => name.endsWith('.mjs'))
for (const name of scripts) cpSync(join(web, 'page', name), join(out, name))
cpSync(join(pyodide, 'pyodide.mjs'), join(out, 'pyodide.mjs'))
const { info } = JSON.parse(readFileSync(join(pyodide, 'pyodide-lock.json')))
keep('pyodide-lock.json', JSON.stringify({ info, packages: {} })) // nothing more is ever fetched
const binaries = games.filter((name) => name.endsWith('.wasm')).map((name) => join(out, 'games', name))
const { wasm, glue } = trimmed({
  wasm: readFileSync(join(pyodide, 'pyodide.asm.wasm')),
  glue: readFileSync(join(pyodide, 'pyodide.asm.mjs'), 'utf8'),
  scripts: ['pyodide.mjs', ...scripts].map((name) => readFileSync(join(out, name), 'utf8')),
  libraries: [join(out, 'msgspec.so'), ...binaries].map((path) => readFileSync(path)),
  modules: JSON.parse(python.FS.readFile('/made/left_out.json', { encoding: 'utf8' })),
})
keep('pyodide.asm.wasm', wasm)
keep('pyodide.asm.mjs', glue)
const hash = createHash('sha256')
for (const name of [
  'pyodide.asm.wasm',
  'pyodide.asm.mjs',
  'recif.zip',
  'python_stdlib.zip',
  'msgspec.so',
  'python.mjs',
])
  hash.update(readFileSync(join(out, name)))
const version = hash.digest('hex').slice(0, 12) // of what a snapshot of Python holds
writeFileSync(join(out, 'contents.json'), JSON.stringify({ version, games }))
process.exit(0)
