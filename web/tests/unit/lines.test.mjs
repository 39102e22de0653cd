// Lines of "if they do this, I do that".
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { source } from './sources.mjs'

const { answered, rows, without } = await source('days/lines.ts')
const line = (text) => [...text]
const lines = (...texts) => texts.map(line)
const isMine = (path) => path.at(-1) === path.at(-1).toUpperCase() // theirs are small letters, mine are capitals

test('a longer line takes the place of its beginning, and another answer that of the one before', () => {
  assert.deepEqual(answered(lines('aA'), line('aAbB')), lines('aAbB'))
  assert.deepEqual(answered(lines('aAbB', 'cC'), line('aX')), lines('cC', 'aX'))
  assert.deepEqual(answered(lines('aAbB'), line('aA')), lines('aAbB'))
})

test('what is removed goes with all that follows; what comes before it stays up to my last move', () => {
  assert.deepEqual(without(lines('aAbB', 'aAcC', 'dD'), line('aAb'), isMine), lines('aAcC', 'dD'))
  assert.deepEqual(without(lines('aAbB'), line('aAbB'), isMine), lines('aA'))
  assert.deepEqual(without(lines('aAbB'), line('a'), isMine), [])
})

test('a tree from top to bottom, set in where it forks', () => {
  const told = rows(lines('aAbB', 'aAcC')).map(({ path, depth }) => `${depth}${path.join('')}`)
  assert.deepEqual(told, ['0a', '0aA', '1aAb', '1aAbB', '1aAc', '1aAcC'])
})
