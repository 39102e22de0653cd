/** Luck drawn again in this browser: what the server promised before it knew my number, against what it did.
 *
 * The same as src/recif/match/provable.py (scheme 2); tests/unit/luck.json has examples made by that.
 */

import type { PossibleDraw, Line, Luck } from '../wire'

/** What this browser saw and added itself. */
export interface Promised {
  commitment: string
  number: string
}

/** What was found: nothing to complain of yet, or what is wrong. */
export type Finding =
  | { is: 'unseen' } // no promise was made to this browser: somebody else's table, or another device
  | { is: 'promised' } // the match has not begun, or goes on, and all is as promised so far
  | { is: 'counted' } // it goes on, with my number
  | { is: 'kept'; draws: number } // it is over, and every draw was done again
  | { is: 'broken'; what: 'commitment' | 'number' | 'secret' | 'draw'; event?: number }
  | { is: 'unknown' } // a match brought from elsewhere, drawn in another way
  | { is: 'unable' } // without https a browser has no cryptography

export const SCHEME = 2
const DIGEST = 1n << 256n
const utf8 = new TextEncoder()

/** Each field with its length before it, so that no two lists of fields make the same bytes. */
export function packed(fields: string[]): Uint8Array<ArrayBuffer> {
  const parts = fields.map((field) => utf8.encode(field))
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + 4 + part.length, 0))
  let at = 0
  for (const part of parts) {
    new DataView(bytes.buffer).setUint32(at, part.length)
    bytes.set(part, at + 4)
    at += 4 + part.length
  }
  return bytes
}

/** What the commitment to this table and secret must be. */
export async function fingerprint(table: string, secret: string): Promise<string> {
  return hex(await crypto.subtle.digest('SHA-256', packed(['recif-commitment', table, secret])))
}

/** A uniform whole number below n, drawn again in the uneven rest of the range. */
export async function below(
  { table, numbers, secret }: { table: string; numbers: string[]; secret: string },
  place: string,
  n: bigint,
): Promise<bigint> {
  const key = await crypto.subtle.importKey('raw', utf8.encode(secret), { name: 'HMAC', hash: 'SHA-256' }, false, [
    'sign',
  ])
  for (let attempt = 0; ; attempt++) {
    const told = packed(['recif-draw', table, ...numbers, place, String(attempt)])
    const value = BigInt(`0x${hex(await crypto.subtle.sign('HMAC', key, told))}`)
    if (value < DIGEST - (DIGEST % n)) return value % n
  }
}

/** The outcome that a number counts off. */
export function outcome(outcomes: [string, number][], drawn: bigint): string | undefined {
  let left = drawn
  for (const [text, weight] of outcomes) {
    left -= BigInt(weight)
    if (left < 0n) return text
  }
  return undefined
}

/** The table as far as it has come, against what this browser was promised. */
export async function check(
  table: string,
  luck: Luck,
  promised: Promised | undefined,
  mine: number[],
  log: Line[],
  draws: () => Promise<PossibleDraw[]>,
): Promise<Finding> {
  const known = promised ?? { commitment: luck.commitment, number: '' }
  if (luck.commitment !== known.commitment) return { is: 'broken', what: 'commitment' }
  const hasBegun = luck.numbers.length > 0
  if (promised && hasBegun && !counts(luck.numbers, promised.number, mine)) return { is: 'broken', what: 'number' }
  if (!luck.secret) return !promised ? { is: 'unseen' } : { is: hasBegun ? 'counted' : 'promised' }
  if (luck.scheme !== SCHEME) return { is: 'unknown' }
  if (!globalThis.crypto?.subtle) return { is: 'unable' }
  if ((await fingerprint(table, luck.secret)) !== luck.commitment) return { is: 'broken', what: 'secret' }
  return again(table, luck, log, hasBegun ? await draws() : [])
}

/** My number is at my seats; who gave up the seat has none left, but their number still counts. */
function counts(numbers: string[], number: string, mine: number[]): boolean {
  return mine.length ? mine.every((seat) => numbers[seat] === number) : numbers.includes(number)
}

async function again(table: string, luck: Luck, log: Line[], draws: PossibleDraw[]): Promise<Finding> {
  const places = new Set(draws.map((draw) => draw.index))
  const missing = log.findIndex((line, index) => line.seat < 0 && !places.has(index))
  if (missing >= 0) return { is: 'broken', what: 'draw', event: missing + 1 }
  for (const { index, place, text, outcomes } of draws) {
    const total = outcomes.reduce((sum, [, weight]) => sum + BigInt(weight), 0n)
    const drawn = await below({ table, numbers: luck.numbers, secret: luck.secret }, place, total)
    if (outcome(outcomes, drawn) !== text || !agrees(log[index], text, outcomes))
      return { is: 'broken', what: 'draw', event: index + 1 }
  }
  return { is: 'kept', draws: draws.length }
}

/** What I saw then is what is told now, or was hidden from me: it read like none of what could come. */
function agrees(line: Line | undefined, text: string, outcomes: [string, number][]): boolean {
  if (line === undefined || line.seat >= 0) return false
  return line.text === text || outcomes.every(([could]) => could !== line.text)
}

const hex = (bytes: ArrayBuffer): string =>
  [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
