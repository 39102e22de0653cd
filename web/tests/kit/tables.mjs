/** Tables that are soon over: small boards, and the long games on one screen, where nobody waits for a machine. */

export const ME = { kind: 'me' }
export const OPEN = { kind: 'open' }
export const MACHINE = { kind: 'machine', level: 5 } // lower levels take their time, as people do

export const SHORT = {
  xok: { game: 'xok', seats: [ME, MACHINE], options: { side: 4 } },
  urchins: { game: 'urchins', seats: [ME, ME], options: { size: 5, quiet: 1 }, shared: true },
  crocodiles: { game: 'crocodiles', seats: [ME, ME], options: { setup: 'first' }, shared: true },
  kroc: { game: 'kroc', seats: [ME, MACHINE] },
  crabs: { game: 'crabs', seats: [ME, ME], shared: true },
}

/** The same, for people with a browser each. */
export function between(people, wish) {
  return { ...wish, seats: [ME, ...Array(people - 1).fill(OPEN)], shared: false }
}
