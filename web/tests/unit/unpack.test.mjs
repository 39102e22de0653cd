// Packed moves: what the server sends once is looked up, and nothing else is known of it.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { source } from './sources.mjs'

const { unpack } = await source('lib/unpack.ts')

const packed = (told) => ({ table: '', numbers: [], texts: [], parts: {}, ...told })
const move = (text, parts) => ({ text, parts, say: '' })

test('a column has one value for all, one for each, or tells which', () => {
  const parts = {
    kind: [['swim']],
    to: [['a1', 'b1', 'c1']],
    eats: [
      [['x'], []],
      [0, 2, 1],
    ],
  }
  assert.deepEqual(unpack(packed({ texts: ['a', 'b', 'c'], parts })), [
    move('a', { kind: 'swim', to: 'a1' }),
    move('b', { kind: 'swim', to: 'b1', eats: [] }),
    move('c', { kind: 'swim', to: 'c1', eats: ['x'] }),
  ])
})

test('lists of names come as one text each', () => {
  const parts = { path: [['a1 b1', 'b1'], [1, 0, 2], [' ']], cells: [['a1', 'b1 c1', 'c1'], [], [' ']] }
  assert.deepEqual(unpack(packed({ texts: ['a', 'b', 'c'], parts })), [
    move('a', { path: ['a1', 'b1'], cells: ['a1'] }),
    move('b', { cells: ['b1', 'c1'] }),
    move('c', { path: ['b1'], cells: ['c1'] }),
  ])
})

test('numbers are steps in a table, which stays as it was', () => {
  const table = ['a', 'b', 'c', 'd'].map((text) => move(text, { kind: 'fish', eats: [] }))
  const told = packed({ table: 'name', numbers: [1, 2], parts: { eats: [[['x']], [0, 1]] } })
  assert.deepEqual(unpack(told, table), [
    move('b', { kind: 'fish', eats: [] }),
    move('d', { kind: 'fish', eats: ['x'] }),
  ])
  assert.deepEqual(table[3].parts.eats, [])
})

test('no moves are no moves', () => {
  assert.deepEqual(unpack(packed({})), [])
})
