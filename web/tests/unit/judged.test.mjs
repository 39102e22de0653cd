// What is read off the judgements of a match: chances, and the decisions of some events.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { source } from './sources.mjs'

const { accuracy, at, chancesAt } = await source('lib/judged.ts')

const judged = (index, seat, told = {}) => ({
  index,
  seat,
  text: 'a',
  best: 'a',
  loss: 0,
  worth: [0.5, 0.5],
  after: [0.6, 0.4],
  mark: '',
  forced: false,
  stake: 0.1,
  luck: [],
  ...told,
})

test('before the first decision the chances are those before it, then those after the last one', () => {
  const match = [judged(1, 0, { worth: [0.52, 0.48] }), judged(3, 1, { after: [0.2, 0.8] })]
  assert.deepEqual(
    [0, 1, 2, 3, 4, 9].map((events) => chancesAt(match, events)[0]),
    [0.52, 0.52, 0.6, 0.6, 0.2, 0.2],
  )
  assert.deepEqual(chancesAt([], 3), [])
})

test('the decisions of some events come in the order of play', () => {
  const match = [judged(1, 0), judged(3, 1), judged(4, 0)]
  assert.deepEqual(
    at(match, [4, 1, 9]).map((one) => one.index),
    [1, 4],
  )
})

test('nobody is told that 0 % was right, nor how accurate they were where nothing was at stake', () => {
  const percent = (part) => `${Math.round(100 * part)}%`
  assert.deepEqual(
    [0, 0.004, 0.0999, 0.1, 0.62, 1, null, undefined].map((share) => accuracy(share, percent)),
    ['< 10%', '< 10%', '< 10%', '10%', '62%', '100%', '—', '—'],
  )
})
