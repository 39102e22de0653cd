// Python as a page has it, in node: `node tests/page/in_page.mjs LIBRARIES WHEEL MODULE [ARGUMENT …]` runs a module of
// the repository in Pyodide, with the small NumPy on its path and the games' libraries under /libraries.
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { loadPyodide } from '../../web/node_modules/pyodide/pyodide.mjs'

const [libraries, wheel, module, ...rest] = process.argv.slice(2)
const repository = resolve(fileURLToPath(import.meta.url), '../../..')
const python = await loadPyodide({ indexURL: `${repository}/web/node_modules/pyodide/` })
for (const [place, folder] of [['/repository', repository], ['/libraries', resolve(libraries)]]) python.mountNodeFS(place, folder)
python.unpackArchive(new Uint8Array(readFileSync(wheel)), 'zip', { extractDir: '/wheels' })
python.globals.set('told', python.toPy([module, ...rest]))
try {
  python.runPython(`
import runpy, sys
sys.dont_write_bytecode = True
sys.path[:0] = ["/repository/src/recif/page/site", "/wheels", "/repository/src", "/repository"]
sys.argv = list(told)
runpy.run_module(told[0], run_name="__main__")
`)
} catch (error) {
  console.error(error.message)
  process.exit(1)
}
