// What is read off the judgements of a match: chances, accuracy, turning points.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createServer } from 'vite'

let vite, accuracyOf, chancesAt, turningPoints
before(async () => {
  vite = await createServer({
    configFile: false,
    root: new URL('../../', import.meta.url).pathname,
    logLevel: 'error',
    server: { middlewareMode: true, ws: false },
  })
  ;({ accuracyOf, chancesAt, turningPoints } = await vite.ssrLoadModule('/src/lib/judged.ts'))
})
after(() => vite.close())

const judged = (index, seat, told = {}) => ({
  index,
  seat,
  text: 'a',
  best: 'a',
  loss: 0,
  worth: [0.5, 0.5],
  after: [0.6, 0.4],
  mark: '',
  accuracy: 100,
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

test('accuracy is the mean of decisions with a choice, and unknown without any', () => {
  const match = [judged(0, 0, { accuracy: 80 }), judged(1, 1, { accuracy: 0 }), judged(2, 0, { accuracy: 40 })]
  assert.equal(accuracyOf(match, 0), 60)
  assert.equal(accuracyOf(match, 1), undefined)
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
