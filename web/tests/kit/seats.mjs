/** Who sits at a table. */

export const ME = { kind: 'me' }
export const OPEN = { kind: 'open' }
export const MACHINE = { kind: 'machine', level: 5 } // lower levels take their time, as people do
