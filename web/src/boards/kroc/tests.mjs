/** For the browser tests and the album: see web/README.md. */

import { mouse, play } from '../../../tests/kit/hands.mjs'
import { MACHINE, ME } from '../../../tests/kit/seats.mjs'
import { lit, on, press, LIT } from '../../../tests/kit/sights.mjs'

/** A table that is soon over. */
export const short = { seats: [ME, MACHINE] }

/** With time standing still between the three beats. */
async function* reveal(visitor) {
  const table = await visitor.open({ game: 'kroc', seats: [ME, MACHINE, MACHINE, MACHINE] })
  await on(visitor, table, 4, (scene) => scene.phase === 'choosing' && scene.round < 6)
  await visitor.page.evaluate(() =>
    localStorage.setItem(
      'recif.settings',
      JSON.stringify({ ...JSON.parse(localStorage.getItem('recif.settings')), motion: 'full', pace: 'normal' }),
    ),
  )
  await visitor.page.clock.install()
  await visitor.go(`/t/${table}`)
  await visitor.page.clock.resume()
  await lit(visitor)
  await visitor.page.clock.pauseAt(Date.now() + 100)
  const before = visitor.sent.length
  while (!visitor.sent.slice(before).some((message) => message.type === 'play')) {
    await press(visitor, LIT)
    await new Promise((go) => setTimeout(go, 200))
  }
  for (const [beat, lasts] of Object.entries({ cric: 420, crac: 420, kroc: 900 })) {
    await visitor.page.locator('.word', { hasText: new RegExp(beat, 'i') }).waitFor()
    yield `reveal-${beat}`
    await visitor.page.clock.runFor(lasts)
  }
  await visitor.page.locator('.cloth.now').waitFor()
  yield 'reveal-pile'
}

/** What there is to see of this board. */
export async function* sights(visitor) {
  const table = await visitor.open({ game: 'kroc', seats: [ME, MACHINE, MACHINE] })
  await lit(visitor)
  yield 'kroc-early'
  await on(visitor, table, 6, (scene) => scene.seats[0].hungry && scene.phase === 'choosing')
  if (visitor.seen(table).info.status !== 'over') await press(visitor, LIT)
  yield 'kroc-hungry'
  await on(visitor, table, 21)
  yield 'kroc-late'
  await play(visitor.page, mouse)
  yield 'kroc-over'
  const five = await visitor.open({ game: 'kroc', seats: [ME, ...Array(4).fill(MACHINE)] })
  await on(visitor, five, 20)
  yield 'kroc-five'
  yield* reveal(visitor)
}

/** By which spots a move is touched together. */
export const clicks = ({ piles }) => piles.map((pile) => `pile:${pile}`)
