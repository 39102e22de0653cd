/** WebAssembly's binary format, as far as is needed to see what a function mentions. Numbers are those of the format. */

export class Reader {
  constructor(data, at = 0) {
    Object.assign(this, { data, at })
  }
  byte() {
    return this.data[this.at++]
  }
  unsigned() {
    let value = 0
    for (let shift = 1; ; shift *= 128) {
      const byte = this.data[this.at++]
      value += (byte & 127) * shift
      if (byte < 128) return value
    }
  }
  signed() {
    let [value, shift] = [0, 0]
    for (;;) {
      const byte = this.data[this.at++]
      if (shift < 32) value |= (byte & 127) << shift
      shift += 7
      if (byte < 128) return shift < 32 && byte & 64 ? value | (-1 << shift) : value
    }
  }
  word() {
    this.at += 4
    return new DataView(this.data.buffer, this.data.byteOffset + this.at - 4, 4).getInt32(0, true)
  }
  /** Of a number that is twice as long: compilers write two numbers at once as one. */
  halves() {
    let [value, shift] = [0n, 0n]
    let byte
    do {
      byte = this.data[this.at++]
      value |= BigInt(byte & 127) << shift
      shift += 7n
    } while (byte > 127)
    if (byte & 64) value |= -1n << shift
    return [Number(BigInt.asIntN(32, value)), Number(BigInt.asIntN(32, value >> 32n))]
  }
  skip() {
    while (this.data[this.at++] > 127);
  }
  text() {
    const size = this.unsigned()
    this.at += size
    return Buffer.from(this.data.buffer, this.data.byteOffset + this.at - size, size).toString()
  }
}

const skip = (reader, times) => {
  while (times--) reader.skip()
}

/** What a function's body mentions: functions that it calls, globals, numbers, which may be places in the table or in memory, and
 * places from which it reads and writes. */
export function mentions(wasm, at, end) {
  const [calls, globals, numbers, places] = [new Set(), new Set(), new Set(), new Set()]
  const reader = new Reader(wasm, at)
  for (let groups = reader.unsigned(); groups; groups--) {
    reader.skip()
    type(reader)
  }
  while (reader.at < end) {
    const code = reader.byte()
    if (code === 0x41) numbers.add(reader.signed())
    else if (code === 0x42) for (const half of reader.halves()) numbers.add(half)
    else if (code === 0x10 || code === 0x12 || code === 0xd2) calls.add(reader.unsigned())
    else if (code === 0x23 || code === 0x24) globals.add(reader.unsigned())
    else if (code >= 0x28 && code <= 0x3e) places.add(memarg(reader))
    else if (code === 0x02 || code === 0x03 || code === 0x04 || code === 0x06) reader.skip()
    else if ([0x0c, 0x0d, 0x07, 0x08, 0x09, 0x18, 0x20, 0x21, 0x22, 0x25, 0x26, 0x3f, 0x40, 0xd0].includes(code))
      reader.skip()
    else if (code === 0x0e) skip(reader, reader.unsigned() + 1)
    else if (code === 0x11 || code === 0x13) skip(reader, 2)
    else if (code === 0x1c) skip(reader, reader.unsigned())
    else if (code === 0x1f) tryTable(reader)
    else if (code === 0x43) reader.at += 4
    else if (code === 0x44) reader.at += 8
    else if (code === 0xfc) bulk(reader)
    else if (code === 0xfd) vector(reader, numbers, places)
    else if (
      ![0x00, 0x01, 0x05, 0x0a, 0x0b, 0x0f, 0x19, 0x1a, 0x1b, 0xd1].includes(code) &&
      !(code >= 0x45 && code <= 0xc4)
    )
      throw new Error(`an instruction that is not known: ${code.toString(16)} at ${reader.at}`)
  }
  if (reader.at !== end) throw new Error(`a function is not understood, at ${at}`)
  return { calls, globals, numbers, places }
}

const type = (reader) => {
  const kind = reader.byte()
  if (kind === 0x63 || kind === 0x64) reader.skip()
}
const memarg = (reader) => {
  if (reader.unsigned() & 64) reader.skip()
  return reader.unsigned()
}
function tryTable(reader) {
  reader.skip()
  for (let count = reader.unsigned(); count; count--) skip(reader, reader.byte() < 2 ? 2 : 1)
}
function bulk(reader) {
  const code = reader.unsigned()
  if (code > 17) throw new Error(`an instruction that is not known: fc ${code}`)
  if (code >= 8) skip(reader, [2, 1, 2, 1, 2, 1, 2, 1, 1, 1][code - 8])
}
function vector(reader, numbers, places) {
  const code = reader.unsigned()
  if (code <= 11 || code === 92 || code === 93) places.add(memarg(reader))
  else if (code === 12) for (let i = 0; i < 4; i++) numbers.add(reader.word())
  else if (code === 13) reader.at += 16
  else if (code >= 21 && code <= 34) reader.at += 1
  else if (code >= 84 && code <= 91) {
    places.add(memarg(reader))
    reader.at += 1
  }
}

/** Numbers as they are written. */
export function unsigned(value) {
  const out = []
  for (; value > 127; value = Math.floor(value / 128)) out.push((value & 127) | 128)
  return [...out, value]
}

export function signed(value) {
  const out = []
  for (; value < -64 || value > 63; value >>= 7) out.push((value & 127) | 128)
  return [...out, value & 127]
}
