// What happens is shown one thing after the other: nothing is lost, nothing overtakes, nothing waits without need.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { source } from './sources.mjs'

const { Paced } = await source('lib/paced.ts')

/** Things are [name, how long what came before must have been seen]. */
function begin(t) {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const seen = []
  const show = { seen, busy: false, now: 0 }
  show.pass = (milliseconds) => {
    show.now += milliseconds
    t.mock.timers.tick(milliseconds)
  }
  show.line = new Paced(
    ([name]) => seen.push(name) > 0,
    ([, needs]) => needs,
    () => show.busy,
    () => show.now,
  )
  return show
}

test('a machine’s step waits until the one before was seen', (t) => {
  const { line, seen, pass } = begin(t)
  line.take(['mine', 0])
  line.take(['theirs', 900])
  assert.deepEqual(seen, ['mine'])
  pass(899)
  assert.deepEqual(seen, ['mine'])
  pass(1)
  assert.deepEqual(seen, ['mine', 'theirs'])
})

test('nothing waits after a long thought, nor overtakes what waits', (t) => {
  const { line, seen, pass } = begin(t)
  line.take(['mine', 0])
  pass(5000)
  line.take(['one', 900])
  line.take(['two', 900])
  line.take(['told', 0])
  assert.deepEqual(seen, ['mine', 'one'])
  pass(900)
  assert.deepEqual(seen, ['mine', 'one', 'two', 'told'])
})

test('while the board shows something, the next step waits', (t) => {
  const show = begin(t)
  show.line.take(['bite', 0])
  show.busy = true
  show.line.take(['next', 900])
  show.pass(5000)
  assert.deepEqual(show.seen, ['bite'])
  show.busy = false
  show.pass(60)
  assert.deepEqual(show.seen, ['bite', 'next'])
})

test('what waits is dropped when the whole table comes', (t) => {
  const { line, seen, pass } = begin(t)
  line.take(['mine', 0])
  line.take(['old', 900])
  line.drop()
  line.take(['new', 0])
  pass(5000)
  assert.deepEqual(seen, ['mine', 'new'])
})
