/** How well somebody solves, and which puzzle comes next. */

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { source } from './sources.mjs'

const { ANYTHING, asQuery, fitting, fromQuery, next, storm } = await source('puzzles/choosing.ts')
const { daysInRow, levelsOf, streakOf } = await source('puzzles/history.ts')
const { after, NEWCOMER, rated, ratingOf } = await source('puzzles/level.ts')

const puzzle = (name, game, grade, themes = [], decisions = 1) => ({ puzzle: name, game, grade, themes, decisions })
const SHELF = [
  puzzle('a-1', 'a', 1, ['cut']),
  puzzle('a-2', 'a', 2),
  puzzle('a-3', 'a', 8, ['cut']),
  puzzle('b-1', 'b', 1, [], 2),
  puzzle('b-2', 'b', 3),
]

test("Glicko's published example comes out", () => {
  const results = [
    { rating: 1400, spread: 30, won: 1 },
    { rating: 1550, spread: 100, won: 0 },
    { rating: 1700, spread: 300, won: 0 },
  ]
  const level = rated({ rating: 1500, spread: 200, tries: 0 }, results)
  assert.equal(Math.round(level.rating), 1464)
  assert.equal(level.spread.toFixed(1), '151.4')
  assert.equal(level.tries, 3)
})

test('a level rises with what is solved, more with what is hard, and falls with what is not', () => {
  const [easy, hard] = [puzzle('e', 'a', 1), puzzle('h', 'a', 8)]
  const risen = after(NEWCOMER, easy, true)
  assert.ok(risen.rating > NEWCOMER.rating)
  assert.ok(after(NEWCOMER, hard, true).rating > risen.rating)
  assert.ok(after(NEWCOMER, easy, false).rating < NEWCOMER.rating)
  assert.ok(risen.spread < NEWCOMER.spread)
  for (const puzzle of [easy, hard])
    assert.ok(after(NEWCOMER, puzzle, false).rating >= NEWCOMER.rating - 40, 'a first miss is not the end of the world')
})

test('a level never stands still, however many puzzles there were', () => {
  let level = NEWCOMER
  for (let i = 0; i < 500; i++) level = after(level, puzzle('e', 'a', 3), i % 2 === 0)
  assert.ok(Math.abs(after(level, puzzle('e', 'a', 3), true).rating - level.rating) >= 1)
})

test('several decisions make a puzzle harder', () => {
  assert.ok(ratingOf(puzzle('x', 'a', 2, [], 3)) > ratingOf(puzzle('x', 'a', 2)))
})

test('a wish is for a game, a theme and a level', () => {
  const names = (wish) => fitting(SHELF, { ...ANYTHING, ...wish }).map((one) => one.puzzle)
  assert.deepEqual(names({}), ['a-1', 'a-2', 'a-3', 'b-1', 'b-2'])
  assert.deepEqual(names({ game: 'b' }), ['b-1', 'b-2'])
  assert.deepEqual(names({ theme: 'cut' }), ['a-1', 'a-3'])
  assert.deepEqual(names({ game: 'a', grade: 2 }), ['a-2'])
})

test('the next one is new and suits the solver; when all are seen they come again', () => {
  const seen = new Set(['a-1'])
  const pick = (rating) =>
    next(
      SHELF,
      { ...ANYTHING, game: 'a' },
      (name) => seen.has(name),
      () => rating,
      0,
    )?.puzzle
  assert.equal(pick(700), 'a-2')
  assert.equal(pick(2100), 'a-3')
  for (const one of SHELF) seen.add(one.puzzle)
  assert.equal(pick(700), 'a-1')
  assert.equal(
    next(
      SHELF,
      { ...ANYTHING, game: 'c' },
      () => false,
      () => 1000,
      0,
    ),
    undefined,
  )
})

test('a storm has short puzzles, the easy ones first', () => {
  assert.deepEqual(
    storm(SHELF, '', () => 0.5).map((one) => one.puzzle),
    ['a-1', 'a-2', 'b-2', 'a-3'],
  )
  assert.deepEqual(
    storm(SHELF, 'b', () => 0.5).map((one) => one.puzzle),
    ['b-2'],
  )
})

test('a wish goes with the address and comes back from it', () => {
  const wish = { game: 'a', theme: 'cut', grade: 3 }
  assert.deepEqual(fromQuery(new URLSearchParams(asQuery(wish))), wish)
  assert.equal(asQuery(ANYTHING), '')
  assert.deepEqual(fromQuery(new URLSearchParams('grade=x')), ANYTHING)
})

test('tries in the order of time give a level in each game, and how many were solved in a row', () => {
  const tried = (game, solved) => ({ game, grade: 3, decisions: 1, solved })
  const tries = [tried('a', true), tried('b', true), tried('a', true), tried('a', false), tried('b', true)]
  const levels = levelsOf(tries)
  assert.deepEqual(Object.keys(levels), ['a', 'b'])
  assert.equal(levels.a.tries, 3)
  const [once, twice] = [after(NEWCOMER, tries[0], true), after(after(NEWCOMER, tries[0], true), tries[2], true)]
  assert.deepEqual(levels.a, after(twice, tries[3], false))
  assert.deepEqual(levels.b, after(once, tries[4], true))
  assert.deepEqual(streakOf(tries), { streak: 1, longest: 3 })
  assert.deepEqual(streakOf([]), { streak: 0, longest: 0 })
})

test('days in a row end today or yesterday', () => {
  assert.equal(daysInRow([3, 7, 8, 9], 9), 3)
  assert.equal(daysInRow([3, 7, 8, 9], 10), 3)
  assert.equal(daysInRow([3, 7, 8, 9], 11), 0)
  assert.equal(daysInRow([], 9), 0)
})
