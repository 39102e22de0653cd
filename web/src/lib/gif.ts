/** Moving pictures of flat drawings: a GIF written here, since browsers only read them. */

const MOST = 255 // colours besides the first
const CODES = 4096

type Pixels = Uint8ClampedArray

/** The commonest colours, five bits a channel: drawings have few. */
function paletteOf(frames: Pixels[]): number[] {
  const counts = new Map<number, number>()
  for (const pixels of frames)
    for (let i = 0; i < pixels.length; i += 4) {
      const colour = coarse(pixels, i)
      counts.set(colour, (counts.get(colour) ?? 0) + 1)
    }
  return [...counts]
    .sort((a, b) => b[1] - a[1])
    .slice(0, MOST + 1)
    .map(([colour]) => colour)
}

function coarse(pixels: Pixels, i: number): number {
  return ((pixels[i]! >> 3) << 10) | ((pixels[i + 1]! >> 3) << 5) | (pixels[i + 2]! >> 3)
}

const channels = (colour: number): number[] =>
  [(colour >> 10) & 31, (colour >> 5) & 31, colour & 31].map((part) => (part << 3) | (part >> 2))

function nearest(colour: number, palette: number[]): number {
  const [r, g, b] = channels(colour)
  let best = 0
  let least = Infinity
  palette.forEach((other, i) => {
    const [x, y, z] = channels(other)
    const far = (r! - x!) ** 2 + (g! - y!) ** 2 + (b! - z!) ** 2
    if (far < least) [best, least] = [i, far]
  })
  return best
}

function indexed(pixels: Pixels, palette: number[], known: Map<number, number>): Uint8Array {
  const out = new Uint8Array(pixels.length / 4)
  for (let i = 0; i < out.length; i++) {
    const colour = coarse(pixels, i * 4)
    let at = known.get(colour)
    if (at === undefined) known.set(colour, (at = nearest(colour, palette)))
    out[i] = at
  }
  return out
}

/** The compression that GIF asks for: codes grow from nine to twelve bits, then the table is begun anew. */
export function lzw(pixels: Uint8Array): Uint8Array {
  const [CLEAR, END, FIRST] = [256, 257, 258]
  const out: number[] = []
  let [held, bits, size, next] = [0, 0, 9, FIRST]
  let table = new Map<number, number>()
  const put = (code: number): void => {
    held |= code << bits
    for (bits += size; bits >= 8; bits -= 8, held >>>= 8) out.push(held & 255)
  }
  put(CLEAR)
  let prefix = pixels[0]!
  for (let i = 1; i < pixels.length; i++) {
    const key = (prefix << 8) | pixels[i]!
    const code = table.get(key)
    if (code !== undefined) {
      prefix = code
      continue
    }
    put(prefix)
    if (next < CODES) {
      table.set(key, next)
      if (next++ === 1 << size) size++
    } else {
      put(CLEAR)
      table = new Map()
      ;[size, next] = [9, FIRST]
    }
    prefix = pixels[i]!
  }
  put(prefix)
  put(END)
  if (bits) out.push(held & 255)
  return Uint8Array.from(out)
}

function blocks(data: Uint8Array): number[] {
  const out: number[] = []
  for (let at = 0; at < data.length; at += 255) {
    const part = data.subarray(at, at + 255)
    out.push(part.length, ...part)
  }
  return [...out, 0]
}

const short = (n: number): number[] => [n & 255, n >> 8]

/** Frames of one size, each shown for so many milliseconds; it begins again when it is over. */
export function gif(frames: Pixels[], width: number, height: number, milliseconds: number): Uint8Array<ArrayBuffer> {
  const palette = paletteOf(frames)
  const known = new Map(palette.map((colour, i) => [colour, i]))
  const colours = Array.from({ length: 256 }, (_, i) => channels(palette[i] ?? 0)).flat()
  const head = [...'GIF89a'].map((letter) => letter.charCodeAt(0))
  const parts: number[][] = [
    [...head, ...short(width), ...short(height), 0xf7, 0, 0, ...colours],
    [0x21, 0xff, 11, ...[...'NETSCAPE2.0'].map((letter) => letter.charCodeAt(0)), 3, 1, 0, 0, 0],
  ]
  for (const pixels of frames)
    parts.push(
      [0x21, 0xf9, 4, 4, ...short(Math.round(milliseconds / 10)), 0, 0],
      [0x2c, 0, 0, 0, 0, ...short(width), ...short(height), 0, 8],
      blocks(lzw(indexed(pixels, palette, known))),
    )
  parts.push([0x3b])
  return joined(parts)
}

function joined(parts: number[][]): Uint8Array<ArrayBuffer> {
  const out = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    out.set(part, at)
    at += part.length
  }
  return out
}
