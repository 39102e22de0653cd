/** For the browser tests and the album: see web/README.md. */

import { ME } from '../../../tests/kit/seats.mjs'
import { lit, press, replay } from '../../../tests/kit/sights.mjs'

/** A good match, to be played again move by move: what a board looks like when people know what they do. */
const match = // three seats
  '+ye5 >e5 +rd1 >d1 +rb6 >b6 +yc6 >c6 e5-d5 +re3 >d5 d1-c1 +re2 >e2 - +ra5 >c1 - +rb4 >a5 b6-b5 +rf3 >b5 c6-d6 +rf2 >e3 - +ra4 >b4 d5-e5 +ya4 >d6 e5-d5 d5-e5 >e5 c1-b1 b5-c5 >c5 b1-c1 a4-a3 >a3 c1-d1 +ye4 >e4 d6-d5 +yd4 >d4 d1-e1 +yb6 >b6 e1-e2 +yc2 >c2 c5-d5 +ye3 >e2 e3-f3 +yd4 >d4 e4-e5 +re4 >e4 - +yc6 >b6 c2-d2 +rb2 >b2 e2-e1 d4-c4 >c6 c4-b4 +yd3 >f3 b4-b5 +yd6 >d3 d6-e6 +ye2 >e1 e2-f2 +yc5 >b6 f3-e3 +re5 >f2 d3-d4 +yc1 >b2 a3-a2 +rd4 >e1 d4-d3 +rd2 >d2 e5-e4 +rf2 >e3 c1-b1 +ra1 >b2 f2-e2 +rd1 >e2 f2-f3 +rd5 >d5 f3-f4 +re4 >f4 e6-e5 +yd4 >e5 +ye2 >e2 d5-e5 +rd2 >e5'.split(
    ' ',
  )

/** A table that is soon over. */
export const short = { seats: [ME, ME], options: { size: 5, quiet: 1 }, shared: true }

/** What there is to see of this board. */
export async function* sights(visitor) {
  const table = await visitor.open({ game: 'urchins', seats: [ME, ME, ME], shared: true })
  await lit(visitor)
  yield 'urchins-empty'
  await replay(visitor, table, match, 7)
  yield 'urchins-early'
  for (const [n, name] of [
    [59, 'move'],
    [60, 'act'],
    [61, 'place'],
  ]) {
    await replay(visitor, table, match, n)
    yield `urchins-${name}`
  }
  await replay(visitor, table, match, 110)
  await press(visitor, '.cell[data-lit]')
  yield 'urchins-late'
  await replay(visitor, table, match, 999)
  yield 'urchins-over'
}

/** By which spots a move is touched together. */
export function clicks({ kind, from, to, piece }) {
  return { decline: ['decline'], add: [`+${piece}`, to], move: [from, to], pawn: [to] }[kind]
}
