/** Tables in Python's memory that nobody can ask for any more: emptied, since zeros need not be sent. */

import { FUNCTION } from './program.mjs'

const LEAST = 4 // rows of a table
const LEADS = 256 // first bytes of a character: an entry each
const ENTRY = 8 // where its row begins, and the second bytes between which it goes
const NAME = 'KATHAKA INDEPENDENT SVARITA' // somewhere in the packed names of all characters
const FIRST = 0x2100 // the character whose name is the first
const MOST = 0x110000 // characters
const SIGNED = ')\n--\n\n' // how Python ends the line that says how a function is called
const NAMES = 30_000 // at least

/** The tables of character sets of the Far East, found by their shape: rows that follow each other without a gap.
 * `mentioned` are the places that functions of theirs mention. */
export function emptyCharacterSets(program, mentioned) {
  for (const at of mentioned) if (program.isPlace(at) && at % 4 === 0) emptyCharacterSet(program, at)
}

function emptyCharacterSet(program, at) {
  const rows = []
  for (let one = at; one < at + LEADS * ENTRY; one += ENTRY) {
    const begins = program.word(one)
    const [bottom, top, ...rest] = program.memory.subarray(one + 4, one + ENTRY)
    if (!begins && (bottom || top)) return
    if (rest.some(Boolean) || top < bottom || (begins && !program.isPlace(begins))) return
    if (begins) rows.push([begins, begins + 2 * (top - bottom + 1)])
  }
  const isWhole = rows.every(([begins], i) => !i || begins === rows[i - 1][1])
  if (rows.length < LEAST || !isWhole) return
  program.memory.fill(0, rows[0][0], rows.at(-1)[1])
  program.memory.fill(0, at, at + LEADS * ENTRY)
}

/** The names of all characters: who asks for one is stopped. The answer is the functions that would look. */
export function emptyNames(program) {
  const methods = ['name', 'lookup'].map((name) => method(program, name))
  const exported = new Set(program.exports.map(({ kind, index }) => (kind === FUNCTION ? index : -1)))
  const helpers = methods.flatMap((index) => [...program.said(index).calls]).filter((index) => !exported.has(index))
  const places = [...methods, ...helpers]
    .flatMap((index) => [...program.said(index).numbers])
    .filter((one) => one % 4 === 0)
  const text = Buffer.from(program.memory.buffer).indexOf(NAME)
  const packed = [Math.max(...places.filter((one) => one < text)), Math.min(...places.filter((one) => one > text))]
  const order = places.find((one) => program.word(one) === FIRST && rowOf(program, one) > NAMES)
  if (text < 0 || !order || helpers.length !== 2)
    throw new Error('the names of characters lie elsewhere in this Python')
  program.memory.fill(0, ...packed)
  program.memory.fill(0, order, order + 4 * NAMES)
  return helpers
}

/** What Python's own functions say of themselves, after how they are called. Ends of texts that serve others too stay. */
export function emptyDocuments(program) {
  const { memory } = program
  const mentioned = new Uint8Array(memory.length)
  const note = (place) => program.isPlace(place) && (mentioned[place] = 1)
  for (let index = program.first; index < program.first + program.bodies.length; index++) {
    const { numbers, places } = program.said(index)
    numbers.forEach(note)
    places.forEach(note)
  }
  program.words.forEach(note)
  const whole = Buffer.from(memory.buffer)
  for (let at = whole.indexOf(SIGNED); at >= 0; at = whole.indexOf(SIGNED, at + 1)) {
    const begins = at + SIGNED.length
    let end = begins
    while (memory[end] && !mentioned[end]) end++
    memory.fill(0, begins, end)
  }
}

/** How many characters are listed from there on. */
function rowOf(program, at) {
  let count = 0
  while (program.word(at + 4 * count) < MOST) count++
  return count
}

/** The function of unicodedata that Python calls by a name: beside it stands `bidirectional` in a list of methods. */
function method(program, wanted) {
  const names = (at) => program.text(program.word(at))
  const begins = program.words.findIndex(
    (value, i) => value && names(4 * i) === 'bidirectional' && names(4 * i + 16) === 'combining',
  )
  for (let at = 4 * begins; names(at); at += 16) if (names(at) === wanted) return program.called(program.word(at + 4))
  throw new Error(`unicodedata has no ${wanted}`)
}
