/** `node scripts/pack.mjs <site> <wheel of msgspec> <libraries>`: Python and Récif for the page that `vite build --mode page`
 * left in <site>. Bytecode is made by the very Python that will read it; of its library goes along what is used. */

import { createHash } from 'node:crypto'
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

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
for (const name of ['recif.zip', 'python_stdlib.zip', 'msgspec.so'])
  writeFileSync(join(out, name), python.FS.readFile(`/made/${name}`))
for (const name of ['pyodide.mjs', 'pyodide.asm.mjs', 'pyodide.asm.wasm']) cpSync(join(pyodide, name), join(out, name))
const { info } = JSON.parse(readFileSync(join(pyodide, 'pyodide-lock.json')))
writeFileSync(join(out, 'pyodide-lock.json'), JSON.stringify({ info, packages: {} })) // nothing more is ever fetched
for (const name of readdirSync(join(web, 'page')).filter((name) => name.endsWith('.mjs')))
  cpSync(join(web, 'page', name), join(out, name))
const games = libraries ? readdirSync(libraries).filter((name) => /\.(wasm|json)$/.test(name)) : []
for (const name of games) cpSync(join(libraries, name), join(out, 'games', name))
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
