/** A program of WebAssembly taken apart: what it imports and offers, its functions, its table of functions, its memory. */

import { mentions, Reader, signed, unsigned } from './wasm.mjs'

const [IMPORTS, FUNCTIONS, GLOBALS, EXPORTS, ELEMENTS, CODE, DATA, DATA_COUNT] = [2, 3, 6, 7, 9, 10, 11, 12]
export const [FUNCTION, TABLE, MEMORY, GLOBAL] = [0, 1, 2, 3] // kinds of imports and exports
const [I32_CONST, END] = [0x41, 0x0b]
const SIZES = { 0x43: 4, 0x44: 8 } // of fractions
const UNREACHABLE = [3, 0, 0x00, END] // a function of three bytes
const GAP = 12 // zeros between two pieces of data: about what another piece costs

/** What a library takes from others. */
export const importsOf = (wasm) => each(wasm, sectionsOf(wasm), IMPORTS, anImport)

export class Program {
  #said = new Map()

  constructor(wasm) {
    this.wasm = wasm
    this.sections = sectionsOf(wasm)
    this.imports = this.#each(IMPORTS, anImport)
    for (const kind of [FUNCTION, GLOBAL])
      this.imports.filter((one) => one.kind === kind).forEach((one, index) => (one.index = index))
    this.first = this.imports.filter(({ kind }) => kind === FUNCTION).length // of the functions that are written here
    this.types = this.#each(FUNCTIONS, (one) => one.unsigned())
    this.globals = this.#each(GLOBALS, aGlobal)
    this.exports = this.#each(EXPORTS, (one) => ({ name: one.text(), kind: one.byte(), index: one.unsigned() }))
    this.bodies = this.#each(CODE, apart)
    this.#readTable()
    this.#readMemory()
  }

  #each(id, read) {
    return each(this.wasm, this.sections, id, read)
  }

  #readTable() {
    const reader = new Reader(this.wasm, this.sections.find(({ id }) => id === ELEMENTS).at)
    const [parts, flags, code] = [reader.unsigned(), reader.unsigned(), reader.byte()]
    if (parts !== 1 || flags || code !== I32_CONST) throw new Error('a table of several parts')
    this.tableBegins = reader.signed()
    reader.byte()
    this.table = Array.from({ length: reader.unsigned() }, () => reader.unsigned())
  }

  #readMemory() {
    const pieces = this.#each(DATA, (one) => {
      if (one.unsigned() || one.byte() !== I32_CONST) throw new Error('data that is not laid out at once')
      const place = one.signed()
      one.byte()
      return { place, ...apart(one) }
    })
    const top = Math.max(...pieces.map(({ place, at, end }) => place + end - at))
    this.begins = Math.min(...pieces.map(({ place }) => place))
    this.memory = new Uint8Array((top + 64) & ~7) // a little more, for whoever looks at records
    for (const { place, at, end } of pieces) this.memory.set(this.wasm.subarray(at, end), place)
    this.words = new Uint32Array(this.memory.buffer)
  }

  said(index) {
    let found = this.#said.get(index)
    if (!found) {
      const body = this.bodies[index - this.first]
      found = body ? mentions(this.wasm, body.at, body.end) : { calls: [], globals: [], numbers: [], places: [] }
      this.#said.set(index, found)
    }
    return found
  }

  sizeOf(index) {
    const { at, end } = this.bodies[index - this.first]
    return end - at
  }

  word(at) {
    return this.words[at >> 2] ?? 0
  }

  isPlace(value) {
    return value >= this.begins && value < this.memory.length
  }

  /** The function at a place of the table. */
  called(value) {
    return this.table[value - this.tableBegins]
  }

  text(at) {
    return this.isPlace(at) ? Buffer.from(this.memory.subarray(at, this.memory.indexOf(0, at))).toString('latin1') : ''
  }

  /** The number that is exported under a name: where a thing lies in memory. */
  place(name) {
    const { index } = this.exports.find((one) => one.name === name && one.kind === GLOBAL)
    return this.globals[index - this.imports.filter(({ kind }) => kind === GLOBAL).length]
  }

  /** Written again: `live` functions, but whoever calls one that is `stopped` is stopped; exports that `isWanted`. What is
   * imported for nobody is called `unused`, as one thing. */
  written(live, stopped, isWanted) {
    const rest = this.types.findIndex((_, at) => !live.has(this.first + at))
    const isLive = (at) => live.has(this.first + at)
    const globals = new Set([...live].flatMap((index) => [...this.said(index).globals]))
    const isAsked = ({ kind, index }) => (kind === GLOBAL ? globals : live).has(index)
    const pieces = this.#pieces()
    const made = {
      [IMPORTS]: this.imports.map((one) => this.#anImport(one, isAsked(one) ? one.name : 'unused')),
      [FUNCTIONS]: this.types.map((type, at) => unsigned(isLive(at) ? type : this.types[rest])),
      [EXPORTS]: this.exports
        .filter(isWanted)
        .map(({ name, kind, index }) => [...text(name), kind, ...unsigned(index)]),
      [ELEMENTS]: [this.#elements((index) => (live.has(index) ? index : this.first + rest))],
      [CODE]: this.bodies.map((body, at) =>
        isLive(at) && !stopped.includes(this.first + at) ? this.#sized(body) : UNREACHABLE,
      ),
      [DATA]: pieces.map(([at, end]) => this.#piece(at, end)),
    }
    const parts = this.sections.flatMap(({ id, at, end }) => {
      const [known, whole] = [made[id] && vector(made[id]), this.wasm.subarray(at, end)]
      const content = id === DATA_COUNT ? Buffer.from(unsigned(pieces.length)) : (known ?? whole)
      return [Buffer.from([id, ...unsigned(content.length)]), content]
    })
    return Buffer.concat([this.wasm.subarray(0, 8), ...parts])
  }

  #anImport({ from, kind, at, end }, name) {
    return [...text(from), ...text(name), kind, ...this.wasm.subarray(at, end)]
  }

  #elements(instead) {
    return [
      0,
      I32_CONST,
      ...signed(this.tableBegins),
      END,
      ...vector(this.table.map((index) => unsigned(instead(index)))),
    ]
  }

  #sized({ at, end }) {
    return Buffer.concat([Buffer.from(unsigned(end - at)), this.wasm.subarray(at, end)])
  }

  #piece(at, end) {
    return Buffer.concat([
      Buffer.from([0, I32_CONST, ...signed(at), END, ...unsigned(end - at)]),
      this.memory.subarray(at, end),
    ])
  }

  /** Data without long rows of zeros, which memory has by itself. */
  #pieces() {
    const found = []
    for (let at = this.begins; at < this.memory.length; at++) {
      if (!this.memory[at]) continue
      const last = found.at(-1)
      if (last && at - last[1] < GAP) last[1] = at + 1
      else found.push([at, at + 1])
    }
    return found
  }
}

function sectionsOf(wasm) {
  const found = []
  const reader = new Reader(wasm, 8)
  while (reader.at < wasm.length) {
    const id = reader.byte()
    const { at, end } = apart(reader)
    found.push({ id, at, end })
  }
  return found
}

function each(wasm, sections, wanted, read) {
  const reader = new Reader(wasm, sections.find(({ id }) => id === wanted).at)
  return Array.from({ length: reader.unsigned() }, () => read(reader))
}

function anImport(reader) {
  const [from, name, kind, at] = [reader.text(), reader.text(), reader.byte(), reader.at]
  if (kind === FUNCTION) reader.skip()
  else if (kind === GLOBAL) reader.at += 2
  else if (kind === TABLE) limits(reader.at++ && reader)
  else if (kind === MEMORY) limits(reader)
  else throw new Error(`an import of another kind: ${from} ${name}`)
  return { from, name, kind, at, end: reader.at }
}

function limits(reader) {
  const flags = reader.byte()
  reader.skip()
  if (flags & 1) reader.skip()
}

/** The number that it begins with, where that is a whole one. */
function aGlobal(reader) {
  reader.at += 2
  const code = reader.byte()
  const value = code === I32_CONST ? reader.signed() : undefined
  if (SIZES[code]) reader.at += SIZES[code]
  else if (code !== I32_CONST) reader.skip()
  if (reader.byte() !== END) throw new Error('a global that is worked out')
  return value
}

/** Something that begins with its length: where it lies. */
function apart(reader) {
  const size = reader.unsigned()
  reader.at += size
  return { at: reader.at - size, end: reader.at }
}

const text = (name) => [...unsigned(Buffer.byteLength(name)), ...Buffer.from(name)]
const vector = (parts) =>
  Buffer.concat([Buffer.from(unsigned(parts.length)), ...parts.map((part) => Buffer.from(part))])
