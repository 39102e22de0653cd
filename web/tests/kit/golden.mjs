/** Matches that the tests of the rules know by heart, as records. */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './server.mjs'

const RULES = { xok: 2, crabs: 2 } // the version that the golden matches were played by, if not the first

export function golden(game) {
  const [head, ...lines] = readFileSync(join(ROOT, `tests/games/golden/${game}-2-default.txt`), 'utf8').split('\n')
  const events = lines.filter((line) => /^(luck|\d)/.test(line)).map((line) => line.split(' | ')[0].split(' '))
  const { options } = JSON.parse(head)
  const numbered = events.map(([who, text]) => [who === 'luck' ? -1 : Number(who), text])
  return JSON.stringify({ game, seats: 2, options, rules: RULES[game], events: numbered })
}
