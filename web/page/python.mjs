/** Python with Récif in its memory, for a worker. What it has imported is kept as a picture of its memory (a snapshot), so
 * that the next worker begins there. Where a picture cannot be kept or read, Python starts from its files, as the first time. */

import createModule from './pyodide.asm.mjs'
import { loadPyodide } from './pyodide.mjs'
import { unzip } from './unzip.mjs'

const SITE = '/site'
const MSGSPEC = `${SITE}/msgspec/_core.cpython-314-wasm32-emscripten.so`
const PAST = { loaded: 0.5, imported: 0.9 } // about how much of the way
const IMPORTS = `
import gc, sys
gc.disable() # nothing that is imported is garbage, nor ever will be
sys.path.insert(0, "${SITE}")
import recif.page.worker, recif.page.thinker
gc.freeze()
gc.enable()
`
const BEGIN = 'import random; random.seed()' // its state would be the same after every start

const here = (name) => new URL(name, import.meta.url)

export async function fetched(name) {
  const answer = await fetch(here(name))
  if (!answer.ok) throw new Error(`${name}: ${answer.status}`)
  return answer
}

const bytes = async (name) => new Uint8Array(await (await fetched(name)).arrayBuffer())

// a function with a vector in it, and one that catches an exception: what Python and the games are compiled to
const SIMD = [1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11]
const CATCH = [1, 4, 1, 96, 0, 0, 3, 2, 1, 0, 10, 8, 1, 6, 0, 6, 64, 25, 11, 11]
const isUnderstood = (part) => WebAssembly.validate(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0, ...part]))

/** Python, with the games in `/games`. */
export async function start(tell = () => {}) {
  if (![SIMD, CATCH].every(isUnderstood)) throw new Error('this browser has not all of WebAssembly')
  const contents = await (await fetched('contents.json')).json()
  const [snapshot, files] = [await kept(contents.version), load(contents.games)]
  files.catch(() => {}) // said below, where it is waited for
  if (snapshot)
    try {
      return await begin(snapshot, await files)
    } catch (error) {
      console.info('a snapshot of Python was of no use', error)
      await forget()
    }
  const python = await first(files, tell)
  if (!snapshot) await keep(contents.version, python)
  return python
}

/** What Récif brings along. */
async function load(games) {
  const [zip, ...libraries] = await Promise.all(['recif.zip', ...games.map((name) => `games/${name}`)].map(bytes))
  const isOpen = [MSGSPEC, new Uint8Array(1)] // its name is looked for, its content is loaded already
  return [isOpen, ...unzip(zip, SITE), ...libraries.map((content, at) => [`/games/${games[at]}`, content])]
}

function unpack(python, files) {
  for (const [path, content] of files) {
    python.FS.mkdirTree(path.slice(0, path.lastIndexOf('/')))
    python.FS.writeFile(path, content)
  }
}

async function first(files, tell) {
  const python = await loadPyodide(wishes({ _makeSnapshot: true }))
  tell(PAST.loaded)
  unpack(python, await files)
  python.runPython(IMPORTS)
  tell(PAST.imported)
  return python
}

async function begin(snapshot, files) {
  const python = await loadPyodide(wishes({ _loadSnapshot: snapshot }, snapshot.length))
  unpack(python, files)
  python.runPython(BEGIN)
  return python
}

/** The one library that is open when the picture is taken lies at the same place in every memory: it is loaded before
 * Python begins. A memory smaller than the picture grows first. */
function wishes(more, size = 0) {
  const createPyodideModule = async (settings) => {
    settings.locateFile = (name) => here(name === MSGSPEC ? 'msgspec.so' : name).href
    settings.preRun = [...(settings.preRun ?? []), loadMsgspec]
    const module = await createModule(settings)
    if (size > module.HEAP8.length) module._free(module._malloc(size))
    return module
  }
  return { indexURL: here('./').href, createPyodideModule, ...more }
}

function loadMsgspec(module) {
  const how = { loadAsync: true, global: false, nodelete: true, allowUndefined: true }
  module.addRunDependency('msgspec')
  void module.loadDynamicLibrary(MSGSPEC, how).then(() => module.removeRunDependency('msgspec'))
}

const CACHE = 'recif-snapshot-'

async function kept(version) {
  try {
    const found = await (await caches.open(CACHE + version)).match('snapshot')
    return found && new Uint8Array(await found.arrayBuffer())
  } catch {
    return undefined // a browser that keeps nothing
  }
}

/** Taken before anything was opened or asked. The cache has it whole, or not at all. */
async function keep(version, python) {
  try {
    const snapshot = python.makeMemorySnapshot()
    await forget()
    const cache = await caches.open(CACHE + version)
    void cache.put('snapshot', new Response(snapshot)).catch(() => {})
  } catch (error) {
    console.info('no snapshot of Python is kept', error)
  }
}

async function forget() {
  for (const name of await caches.keys()) if (name.startsWith(CACHE)) await caches.delete(name)
}
