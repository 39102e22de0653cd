/** The script around Python that Emscripten wrote, without what nobody mentions: a statement that only gives something a
 * name counts once that name is mentioned, as a word of any kind, by one that counts. */

import { parseSync } from 'rolldown/utils'

const PLAIN = /^(?:(?:ArrowFunction|Function|Class|Object|Array)Expression|Literal|TemplateLiteral|Identifier)$/
const DIRECT = /(?:wasmExports(?:\.|\[")|main_alias=")([\w$]+)/g // what WebAssembly exports, by its own name
const HANDED_ON = ['assignWasmExports', 'applySignatureConversions'] // what WebAssembly exports
const UNUSED = 'var unused=()=>{throw new Error("this was left out")};unused.sig="v";'
const wordsOf = (text) => text.match(/[\w$]+/g) ?? []
const imported = (name) => `import ${name}` // no word of a script

export class Glue {
  #text
  #waiting = new Map() // by a name: pieces that count once it is mentioned
  #mentioned = new Set()
  #pieces = [] // what may be left out
  #direct

  /** `others` are all scripts that speak to this one. */
  constructor(text, others) {
    this.#text = text
    const { body } = parseSync('glue.mjs', text).program.body.find(({ type }) => type === 'FunctionDeclaration')
    for (const one of body.body) this.#sort(one)
    const asking = this.#without(this.#pieces.filter(({ isExport }) => isExport))
    this.#direct = new Set([...asking.matchAll(DIRECT)].map(([, name]) => name))
    for (const word of [this.#without(this.#pieces), ...others].flatMap(wordsOf)) this.mention(word)
  }

  /** Whether somebody here mentions what WebAssembly exports under a name. */
  asksFor(name) {
    return this.#direct.has(name) || this.#mentioned.has(`_${name}`)
  }

  /** WebAssembly, or a library, calls a function that is written here. */
  provide(name) {
    this.mention(imported(name))
  }

  mention(word) {
    if (this.#mentioned.has(word)) return
    this.#mentioned.add(word)
    for (const piece of this.#waiting.get(word) ?? []) {
      piece.counts = true
      for (const one of wordsOf(this.#text.slice(piece.at, piece.end))) this.mention(one)
    }
  }

  written() {
    return this.#without(this.#pieces.filter(({ counts }) => !counts))
  }

  #without(pieces) {
    let [text, at] = ['', 0]
    for (const piece of [...pieces].sort((a, b) => a.at - b.at)) {
      if (piece.at < at) continue // inside another
      text += this.#text.slice(at, piece.at)
      at = piece.end
    }
    return (text + this.#text.slice(at)).replace('var wasmImports={', () => `${UNUSED}var wasmImports={unused,`)
  }

  /** Where something in a list ends, with its comma. */
  #past(end) {
    return this.#text[end] === ',' ? end + 1 : end
  }

  #await(name, at, end, isExport = false) {
    const piece = { at, end, isExport, counts: false }
    this.#pieces.push(piece)
    this.#waiting.set(name, [...(this.#waiting.get(name) ?? []), piece])
  }

  #sort(one) {
    const { type, id, start, end } = one
    if (type === 'VariableDeclaration') this.#sortNames(one)
    else if (type === 'ExpressionStatement') this.#sortGift(one)
    else if (HANDED_ON.includes(id?.name)) for (const part of one.body.body) this.#sortExport(part)
    else if (type === 'FunctionDeclaration' || type === 'ClassDeclaration') this.#await(id.name, start, end)
  }

  /** A name that is given something plain; names that are given nothing yet; what WebAssembly may call. */
  #sortNames({ start, end, declarations }) {
    const [{ id, init }] = declarations
    if (id.name === 'wasmImports')
      for (const { key, ...at } of init.properties)
        this.#await(imported(key.name ?? key.value), at.start, this.#past(at.end))
    else if (declarations.length === 1 && id.name && init && PLAIN.test(init.type)) this.#await(id.name, start, end)
    else
      for (const [i, one] of declarations.slice(0, -1).entries())
        if (!one.init) this.#await(one.id.name, one.start, declarations[i + 1].start)
  }

  /** `_f = Module["_f"] = wasmExports["f"]`, or the same exchanged for another. */
  #sortExport({ type, start, end, expression }) {
    if (type !== 'ExpressionStatement' || expression.type !== 'AssignmentExpression') return
    const { left, right } = expression
    if (left.type === 'MemberExpression') this.#await(`_${left.property.value}`, start, end, true)
    else if (right.type === 'AssignmentExpression') this.#await(left.name, start, end, true)
  }

  /** Something that belongs to a name: `f.sig = …`, `Module["f"] = f`. */
  #sortGift({ start, end, expression: { type, left, right } }) {
    if (type !== 'AssignmentExpression' || left.type !== 'MemberExpression') return
    if (left.property.name === 'sig') this.#await(left.object.name, start, end)
    else if (left.object.name === 'Module' && left.computed && right.type === 'Identifier')
      this.#await(left.property.value, start, end)
  }
}
