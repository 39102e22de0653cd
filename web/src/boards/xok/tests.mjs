/** For the browser tests and the album: see web/README.md. */

import { MACHINE, ME } from '../../../tests/kit/seats.mjs'
import { lit, on, press, replay } from '../../../tests/kit/sights.mjs'

/** A good match, to be played again move by move: what a board looks like when people know what they do. */
export const match =
  'h7i7 i8*sw+w h5h6 h5*e f8f9 f9*w b1b2 b2*w a4b5 b5*e+sw c1c2 g8h9 g8*ne h6h7 i7*se+sw b1*se+nw g3h4 b3b4 b4*ne a3a4 a3*nw a5b6 c3c4 c7d7 b6*ne+sw e1e2 e7f8 d5d6 c5c6 e5f6 d2d3'.split(
    ' ',
  )

/** A table that is soon over. */
export const short = { seats: [ME, MACHINE], options: { side: 4 } }

/** What there is to see of this board. */
export async function* sights(visitor) {
  const table = await visitor.open({ game: 'xok', seats: [ME, ME], shared: true })
  await lit(visitor)
  yield 'xok-empty'
  await replay(visitor, table, match, 3)
  yield 'xok-early'
  await replay(visitor, table, match, 14)
  yield 'xok-middle'
  await press(visitor, '[data-spot^="shark:"][data-lit]')
  yield 'xok-shark'
  await press(visitor, '.cell[data-lit]')
  yield 'xok-turning'
  await press(visitor, '.cell:not([data-lit])')
  await replay(visitor, table, match, 29)
  yield 'xok-late'
  await replay(visitor, table, match, 99)
  yield 'xok-over'
  const pie = await visitor.open({ game: 'xok', seats: [ME, ME], shared: true, options: { pie: 'yes' } })
  await lit(visitor)
  await replay(visitor, pie, match, 1)
  yield 'xok-pie'
  const small = await visitor.open({ game: 'xok', seats: [ME, MACHINE], options: { side: 4 } })
  await on(visitor, small, 4)
  yield 'xok-machine'
}

/** By which spots a move is touched together; a shark bites where it eats most, if it is not turned. */
export function clicks({ kind, cells, shark }) {
  if (kind === 'swap') return ['swap']
  return kind === 'fish' ? cells : [`shark:${shark}`, cells[0], cells[0]]
}
