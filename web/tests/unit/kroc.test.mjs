// The timetable of a reveal: every pile that was bitten has its time, and a fight has time to be read.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { source } from './sources.mjs'

const { acts } = await source('boards/kroc/acts.ts')

const pile = (number, jaws, taker = null) => ({ pile: number, cards: [], jaws, taker })
const scene = (phase, piles, at = null) => ({ phase, piles, pile: at })
const piles = [
  pile(1, [1, 1, 0, 0, 0]),
  pile(2, [0, 0, 2, 0, 1], 2),
  pile(3, [0, 0, 0, 0, 0]),
  pile(4, [0, 0, 0, 1, 0], 3),
]

test('the jaws come first, then each pile that was bitten, from left to right', () => {
  const told = acts(scene('choosing', piles))
  assert.deepEqual(
    told.map((act) => act.word ?? act.pile),
    ['cric', 'crac', 'kroc', 1, 2, 4],
  )
  assert.deepEqual(
    told.slice(3).map((act) => act.taker),
    [null, 2, 3],
  )
})

test('a pile that several bite is shown for 1.2 seconds or more', () => {
  const fights = acts(scene('choosing', piles)).filter((act) => act.biters?.length > 1)
  assert.equal(fights.length, 2)
  for (const act of fights) assert.ok(act.lasts >= 1200, `${act.lasts} ms`)
})

test('a fight that stops for a theft is told as far as it went', () => {
  const told = acts(scene('stealing', piles, 2))
  assert.deepEqual(
    told.slice(3).map((act) => act.pile),
    [1, 2],
  )
})
