/** The games of a server, and tables of each that are soon over: small boards, and the long games on one screen, where nobody
 * waits for a machine. A game's folder of the pages may have a `tests.mjs` with such a table (`short`), its `sights`, and
 * by which spots a move is touched together (`clicks`). */

import { existsSync } from 'node:fs'
import { ME, OPEN } from './seats.mjs'

export * from './seats.mjs'

async function told(game, [fewest, most]) {
  const file = new URL(`../../src/boards/${game}/tests.mjs`, import.meta.url)
  const { short, sights, clicks } = existsSync(file) ? await import(file) : {}
  return {
    fewest,
    most,
    sights,
    clicks,
    short: { game, ...(short ?? { seats: Array(fewest).fill(ME), shared: true }) },
  }
}

/** What is told of each game that a server has, by its name. */
export async function gamesOf(url) {
  const list = await (await fetch(`${url}/api/games`)).json()
  return new Map(await Promise.all(list.map(async ({ id, seats }) => [id, await told(id, [seats[0], seats.at(-1)])])))
}

/** A short table of each game, by its name. */
export async function shortTables(url) {
  return Object.fromEntries([...(await gamesOf(url))].map(([game, { short }]) => [game, short]))
}

/** The same, for people with a browser each. */
export function between(people, wish) {
  return { ...wish, seats: [ME, ...Array(people - 1).fill(OPEN)], shared: false }
}
