/** For the browser tests and the album: see web/README.md. */

import { mouse, play } from '../../../tests/kit/hands.mjs'
import { ME } from '../../../tests/kit/seats.mjs'
import { on, press } from '../../../tests/kit/sights.mjs'

/** A table that is soon over. */
export const short = { seats: [ME, ME], options: { setup: 'first' }, shared: true }

/** What there is to see of this board. */
export async function* sights(visitor) {
  const placing = await visitor.open({ game: 'crocodiles', seats: [ME, ME], shared: true })
  await on(visitor, placing, 3)
  yield 'crocodiles-placing'
  const table = await visitor.open({ game: 'crocodiles', seats: [ME, ME], options: { setup: 'first' }, shared: true })
  await on(visitor, table, 1)
  yield 'crocodiles-early'
  await on(visitor, table, 30, (scene) => scene.step === 'turn')
  yield 'crocodiles-middle'
  await press(visitor, `.cell[data-lit]`)
  yield 'crocodiles-picked'
  await on(visitor, table, 31, (scene) => scene.step === 'charge')
  yield 'crocodiles-charge'
  await on(visitor, table, 90)
  yield 'crocodiles-late'
  await play(visitor.page, mouse)
  yield 'crocodiles-over'
}

/** By which spots a move is touched together. */
export function clicks({ kind, from, to, tile }) {
  return kind === 'flip' ? [from, 'flip'] : [from, to === 'bar' ? `bar:${tile.seat}` : to]
}
