// What is read off the judgements of a match: chances, accuracy, turning points.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { source } from './sources.mjs'

const { accuracyOf, chancesAt, luckOf, turningPoints } = await source('lib/judged.ts')

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

test('accuracy is what was kept of all that was at stake, and unknown where nothing was', () => {
  const match = [
    judged(0, 0, { stake: 0.6, loss: 0.1 }),
    judged(1, 1, { stake: 0, forced: true }),
    judged(2, 0, { stake: 0.2, loss: 0.1 }),
  ]
  assert.ok(Math.abs(accuracyOf(match, 0) - 0.75) < 1e-9)
  assert.equal(accuracyOf(match, 1), undefined)
  assert.equal(accuracyOf([judged(0, 0, { stake: 0.2, loss: 0.5 })], 0), 0)
})

test('luck is the sum of what draws changed, and unknown in a match without any', () => {
  const match = [judged(0, 0), judged(2, 1, { luck: [0.2, -0.2] }), judged(4, 0, { luck: [-0.05, 0.05] })]
  assert.ok(Math.abs(luckOf(match, 0) - 0.15) < 1e-9)
  assert.equal(luckOf([judged(0, 0)], 0), undefined)
})

test('turning points are the five costliest, in the order of play', () => {
  const marks = ['??', '?', '', '?', '?!', '?', '?', '??']
  const match = marks.map((mark, index) =>
    judged(index, 0, { mark, loss: mark === '?' ? 0.16 + index / 100 : mark === '??' ? 0.4 : 0.01 }),
  )
  assert.deepEqual(
    turningPoints(match).map((one) => one.index),
    [0, 3, 5, 6, 7],
  )
})
