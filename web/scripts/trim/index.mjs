/** Python for a page, of all that Pyodide has: without modules that nothing imports, without what only libraries that a page
 * does not have would call. What is left does the same as before. */

import { emptyCharacterSets, emptyDocuments, emptyNames } from './data.mjs'
import { Glue } from './glue.mjs'
import { FUNCTION, GLOBAL, importsOf, Program } from './program.mjs'
import { reach } from './reach.mjs'

const INIT = 'PyInit_'
// of libraries that only such modules use: what their functions are called
const LIBRARY = /^(?:BZ2|COVER|DIVSUF|FSE|HIST|HUF|XML|ZBUFF|ZDICT|ZSTD|lzma)_/
const SMALL = 500 // bytes
const ENTRY = 8 // of Python's list of modules: a name, and the function that makes it

/** `scripts` are all that speak to `glue`; `libraries` those that are opened beside it; `modules` of Python's own are left out. */
export function trimmed({ wasm, glue, scripts, libraries, modules }) {
  const program = new Program(wasm)
  leaveOut(program, new Set(modules))
  const gone = functionsOf(program, modules)
  emptyCharacterSets(
    program,
    [...gone].flatMap((index) => [...program.said(index).numbers]),
  )
  const stopped = emptyNames(program)
  emptyDocuments(program)
  const script = new Glue(glue, scripts)
  const taken = new Set(libraries.flatMap(importsOf).map(({ name }) => name))
  for (const name of taken) script.provide(name)
  const isWanted = ({ name, kind }) => ![FUNCTION, GLOBAL].includes(kind) || taken.has(name) || script.asksFor(name)
  const roots = () => program.exports.filter((one) => one.kind === FUNCTION && isWanted(one)).map(({ index }) => index)
  let live = new Set()
  for (let before = -1; before < live.size;) {
    before = live.size
    live = reach(program, roots(), gone)
    for (const { kind, index, name } of program.imports) if (kind === FUNCTION && live.has(index)) script.provide(name)
  }
  return { wasm: program.written(live, stopped, isWanted), glue: script.written() }
}

/** Take modules off Python's list. */
function leaveOut(program, modules) {
  const list = program.word(program.place('PyImport_Inittab'))
  let to = list
  for (let at = list; program.word(at); at += ENTRY) {
    if (modules.has(program.text(program.word(at)))) continue
    program.memory.copyWithin(to, at, at + ENTRY)
    to += ENTRY
  }
  for (; program.word(to); to += ENTRY) program.memory.fill(0, to, to + ENTRY)
}

/** Functions of modules that Python has no more, and of their libraries: a linker puts those of one file side by side. Small
 * ones may do for several files, where they are the same. */
function functionsOf(program, modules) {
  const functions = program.exports.filter(({ kind }) => kind === FUNCTION).sort((a, b) => a.index - b.index)
  const inits = functions.filter(({ name }) => name.startsWith(INIT) && !/^PyInitConfig/.test(name))
  const theirs = [
    ...between(inits, ({ name }) => modules.some((one) => name.startsWith(INIT + one))),
    ...between(functions, ({ name }) => LIBRARY.test(name)),
  ]
  return new Set(theirs.filter((index) => program.sizeOf(index) > SMALL))
}

/** From the first to the last of each row of such functions, with what lies between them. */
function* between(functions, isOne) {
  let last
  for (const one of functions) {
    if (isOne(one)) for (let index = last ?? one.index; index <= one.index; index++) yield index
    last = isOne(one) ? one.index : undefined
  }
}
