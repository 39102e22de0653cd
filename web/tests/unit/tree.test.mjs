// A study's moves as a tree, and pictures of a line put together as a GIF.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { source } from './sources.mjs'

const [tree, gifs] = await Promise.all(['tree', 'gif'].map((name) => source(`lib/${name}.ts`)))

const move = (parent, text) => ({ parent, seat: 0, text })
// a – b – c, with d instead of b, e after d, and f instead of a
const STUDY = {
  game: 'xok',
  moves: [move(0, 'a'), move(1, 'b'), move(2, 'c'), move(1, 'd'), move(4, 'e'), move(0, 'f')],
}
const texts = (numbers) => numbers.map((one) => STUDY.moves[one - 1].text).join('')

test('the first move that follows is the main line, and a line goes on from wherever one is', () => {
  assert.deepEqual(tree.after(STUDY, 1), [2, 4])
  assert.equal(texts(tree.lineThrough(STUDY, 0)), 'abc')
  assert.equal(texts(tree.lineThrough(STUDY, 4)), 'ade')
  assert.equal(texts(tree.wayTo(STUDY, 5)), 'ade')
  assert.deepEqual(tree.eventsTo(STUDY, 4), [
    [0, 'a'],
    [0, 'd'],
  ])
})

test('a line alone has no branches, and only the main line ends as the match did', () => {
  const ended = { ...STUDY, result: { winners: [0], scores: [0, 0], reason: 'resigned', seat: 1 } }
  const branch = tree.lineAlone(ended, tree.lineThrough(STUDY, 4))
  assert.deepEqual(branch.moves, [move(0, 'a'), move(1, 'd'), move(2, 'e')])
  assert.equal(branch.result, null)
  assert.equal(tree.lineAlone(ended, tree.lineThrough(STUDY, 0)).result, ended.result)
})

test('a branch that is removed takes what follows along, and the rest is numbered anew', () => {
  const { study, now } = tree.without(STUDY, 2)
  assert.deepEqual(study.moves, [move(0, 'a'), move(1, 'd'), move(2, 'e'), move(0, 'f')])
  assert.equal(now.get(4), 2)
})

test('a link names a move that is there, or none', () => {
  assert.deepEqual(
    [null, '0', '6', '7', '-1', 'x', ''].map((told) => tree.moveIn(STUDY, told)),
    [0, 0, 6, undefined, undefined, undefined, undefined],
  )
})

/** What a reader of GIFs makes of the compressed bytes. */
function unpacked(bytes) {
  const out = []
  let [at, bits, held, size] = [0, 0, 0, 9]
  let table, last
  for (;;) {
    for (; bits < size; bits += 8) held |= bytes[at++] << bits
    const code = held & ((1 << size) - 1)
    held >>>= size
    bits -= size
    if (code === 257) return out
    if (code === 256) {
      table = Array.from({ length: 258 }, (_, i) => [i])
      ;[size, last] = [9, undefined]
      continue
    }
    const entry = table[code] ?? [...last, last[0]]
    out.push(...entry)
    if (last && table.length < 4096) table.push([...last, entry[0]])
    if (table.length === 1 << size && size < 12) size++
    last = entry
  }
}

test('what is compressed is read back, whether it repeats itself or not', () => {
  let seed = 1
  const noise = Uint8Array.from({ length: 40_000 }, () => (seed = (seed * 48271) % 2147483647) & 255)
  const flat = new Uint8Array(40_000).fill(7)
  const stripes = Uint8Array.from({ length: 40_000 }, (_, i) => (i >> 3) % 5)
  for (const pixels of [noise, flat, stripes, Uint8Array.of(3)])
    assert.deepEqual(unpacked(gifs.lzw(pixels)), [...pixels])
})

test('a GIF names its size, its colours and a picture a frame', () => {
  const frame = (r, g, b) => Uint8ClampedArray.from({ length: 16 }, (_, i) => [r, g, b, 255][i % 4])
  const bytes = gifs.gif([frame(248, 0, 0), frame(0, 0, 248)], 2, 2, 500)
  assert.equal(String.fromCharCode(...bytes.slice(0, 6)), 'GIF89a')
  assert.deepEqual([...bytes.slice(6, 10)], [2, 0, 2, 0])
  assert.deepEqual([...bytes.slice(13, 19)], [255, 0, 0, 0, 0, 255])
  assert.equal([...bytes].filter((byte, i) => byte === 0x2c && bytes[i + 5] === 2 && bytes[i + 7] === 2).length, 2)
  assert.equal(bytes.at(-1), 0x3b)
})
