/** What is asked of me, from my side of the table: what the other is about to do to me is never quoted as an order. */

import { say, type Key } from './say'
import { sign, type DuelScene } from './scene'

const PLAIN = new Set(['lead', 'again', 'give', 'drop', 'mix', 'pinch'])

/** `spots` are those of my moves: cards as in move texts, and words such as `pass`. */
export function prompt(scene: DuelScene, other: string, spots: string[]): string {
  const n = scene.number ?? 0
  if (PLAIN.has(scene.phase)) return say(`prompt.${scene.phase}` as Key, { n })
  const hasOne = spots.some((spot) => /^1[cp]/.test(spot))
  if (scene.phase === 'answer') return `${threat(scene, other)} ${say(hasOne ? 'one.have' : 'one.none')}`
  if (scene.phase !== 'turn') return ''
  if (!scene.cancelled.length) return ask(scene, spots)
  const card = scene.cause ? sign(scene.cause) : ''
  if (hasOne && !scene.inverted) return say('prompt.restore', { card, n })
  return `${say('prompt.cancelled', { who: other, card })} ${ask(scene, spots)}`
}

function threat({ steps, number }: DuelScene, who: string): string {
  const what = steps.map((step) => say(`will.${step}` as Key, { n: number ?? 0 })).join(say('then'))
  return say('prompt.answer', { who, what })
}

function ask({ number, inverted }: DuelScene, spots: string[]): string {
  if (spots.every((spot) => spot === 'pass')) return say('prompt.pass')
  if (!number) return say('prompt.any')
  return say(inverted ? 'prompt.below' : 'prompt.above', { n: number })
}
