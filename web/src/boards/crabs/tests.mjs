/** For the browser tests and the album: see web/README.md. */

import { mouse, play } from '../../../tests/kit/hands.mjs'
import { ME } from '../../../tests/kit/seats.mjs'
import { on } from '../../../tests/kit/sights.mjs'

/** A table that is soon over. */
export const short = { seats: [ME, ME], shared: true }

/** What there is to see of this board. */
export async function* sights(visitor) {
  const table = await visitor.open({ game: 'crabs', seats: [ME, ME], shared: true })
  await visitor.page.locator('.curtain').waitFor()
  yield 'crabs-curtain'
  await on(visitor, table, 0)
  yield 'crabs-lead'
  const phases = new Set(['turn', 'answer', 'give', 'drop', 'mix', 'pinch', 'again'])
  for (let n = 3; phases.size && visitor.seen(table).info.status !== 'over'; n++) {
    await on(visitor, table, n, (scene) => phases.has(scene.phase))
    const { phase } = visitor.seen(table).now.scene
    if (phases.delete(phase)) yield `crabs-${phase}`
  }
  await play(visitor.page, mouse)
  yield 'crabs-over'
}

/** By which spots a move is touched together. */
export const clicks = (parts) => [parts.card ?? parts.kind]
