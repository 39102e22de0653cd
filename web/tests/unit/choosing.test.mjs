/** Which game is proposed to whom, and which ideas have a stamp. */

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { source } from './sources.mjs'

const { proposals } = await source('evening/choosing.ts')
const { stampsOf } = await source('evening/stamps.ts')

const game = (id, lengths, age) => ({ id, seats: Object.keys(lengths).map(Number), lengths, age, minutes: 99 })
const GAMES = [
  game('short', { 2: 5, 3: 5 }, 7),
  game('middling', { 2: 15, 3: 15 }, 8),
  game('long', { 2: 30 }, 8),
  game('grown-up', { 2: 15, 3: 15, 4: 15 }, 12),
]
const ids = (people, minutes, youngest) => proposals(GAMES, { people, minutes, youngest }).map((one) => one.game.id)

test('only games with a seat for everybody are proposed', () => {
  assert.deepEqual(ids(4, 15, 12), ['grown-up'])
  assert.deepEqual(ids(6, 15, 12), [])
})

test('who has more time gets the longer game, and nobody one that is too long while another fits', () => {
  assert.equal(ids(2, 15, 8)[0], 'middling')
  assert.equal(ids(2, 30, 8)[0], 'long')
  assert.equal(ids(2, 10, 8)[0], 'short')
})

test('the youngest comes before the time that is left over', () => {
  assert.equal(ids(3, 15, 7)[0], 'short')
  assert.equal(proposals(GAMES, { people: 4, minutes: 15, youngest: 8 })[0].isOlder, true)
})

test('one person alone sits with as few machines as can be', () => {
  assert.equal(proposals(GAMES, { people: 1, minutes: 15, youngest: 8 })[0].seats, 2)
})

test('an idea has a stamp once one of its puzzles was solved at the first try, or a step of the lesson was done', () => {
  const shelf = {
    daily: '',
    games: [{ game: 'xok', themes: [{ id: 'cut' }, { id: 'bait' }] }],
    puzzles: [
      { puzzle: 'a', game: 'xok', themes: ['cut'] },
      { puzzle: 'b', game: 'xok', themes: ['cut', 'bait'] },
    ],
  }
  const lessons = [{ game: 'xok', steps: 3, ideas: [{ id: 'bait', steps: [2, 3] }] }]
  const times = (tries, steps = []) =>
    stampsOf(shelf, lessons, { tries, done: (game, step) => game === 'xok' && steps.includes(step) }).xok.map(
      (stamp) => stamp.times,
    )
  assert.deepEqual(times({}), [0, 0])
  assert.deepEqual(times({ a: [true, 1], b: [false, 2] }), [1, 0])
  assert.deepEqual(times({}, [1, 2]), [0, 1], 'a step of the lesson that teaches it counts too')
})
