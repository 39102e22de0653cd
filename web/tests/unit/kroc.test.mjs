// The timetable of a reveal: every pile that was bitten has its time, hidden cards show their faces, a fight has time to be read.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { source } from './sources.mjs'

const { acts, faces, gains, HOLD } = await source('boards/kroc/acts.ts')

const pile = (number, jaws, taker = null, cards = []) => ({ pile: number, cards, jaws, taker })
const scene = (phase, piles, at = null) => ({ phase, piles, pile: at })
const piles = [
  pile(1, [1, 1, 0, 0, 0]),
  pile(2, [0, 0, 2, 0, 1], 2),
  pile(3, [0, 0, 0, 0, 0]),
  pile(4, [0, 0, 0, 1, 0], 3),
]
const before = scene('choosing', [
  pile(1, [], null, ['bone']),
  pile(2, [], null, ['salad', null, 'treasure', null]),
  pile(3, [], null, [null]),
  pile(4, [], null, [null]),
])
const luck = (kind, number, card) => ({ seat: -1, text: card, fr: '', en: '', parts: { kind, pile: number, card } })
const lines = [
  { seat: 0, text: '1', fr: '', en: '' },
  luck('turn', 2, 'blue'),
  luck('draw', 2, 'platter'),
  luck('turn', 2, 'trident'),
  luck('turn', 4, 'bottle'),
  { seat: -1, text: 'salad', fr: '', en: '' },
]

test('the jaws come first, then each pile that was bitten, from left to right', () => {
  const told = acts(scene('choosing', piles), before, lines)
  assert.deepEqual(
    told.map((act) => act.word ?? `${act.pile} ${act.beat ?? 'nobody'}`),
    ['cric', 'crac', 'kroc', '1 nobody', '2 turn', '2 fly', '2 count', '4 turn', '4 fly', '4 count'],
  )
  assert.deepEqual(
    told.slice(3).map((act) => act.taker),
    [null, 2, 2, 2, 3, 3, 3],
  )
})

test('a hidden card has the face that was turned up, and a treasure what it gave', () => {
  assert.deepEqual(faces(before, 2, lines), ['salad', 'blue', 'treasure', 'trident', 'platter'])
  assert.deepEqual(faces(before, 4, lines), ['bottle'])
})

test('faces are held, and a pile that several bite in vain is shown for 1.2 seconds or more', () => {
  for (const act of acts(scene('choosing', piles), before, lines)) {
    if (act.beat === 'turn') assert.ok(act.lasts > HOLD && HOLD >= 600, `${act.lasts} ms`)
    if (act.taker === null) assert.ok(act.lasts >= 1200, `${act.lasts} ms`)
  }
})

test('a fight that stops for a theft is told as far as it went', () => {
  const told = acts(scene('stealing', piles, 2), before, lines)
  assert.deepEqual([...new Set(told.slice(3).map((act) => act.pile))], [1, 2])
})

test('what brings points is told by its card', () => {
  const was = { worth: { salad: 2, bone: 5 } }
  assert.deepEqual(gains(was, { worth: { salad: 4, blue: 3 } }), [
    { card: 'salad', points: 2 },
    { card: 'bone', points: -5 },
    { card: 'blue', points: 3 },
  ])
})
