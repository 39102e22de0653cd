// Luck is drawn again as the server draws it (luck.json is written by the server's own code), and no lie about it passes.
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { source } from './sources.mjs'

const { commitments, draws, match } = JSON.parse(readFileSync(new URL('luck.json', import.meta.url), 'utf8'))
const SRC = new URL('../../src/', import.meta.url)
const PROMISED = { commitment: match.luck.commitment, number: "ana's" }

const { below, check, fingerprint } = await source('lib/luck.ts')
const { randomText } = await source('lib/chance.ts')

/** What is found when the server tells this. */
function found(told = {}, promised = PROMISED, mine = [0], table = 'm1') {
  const { luck, log, draws } = { ...match, ...told }
  return check(table, luck, promised ?? undefined, mine, log, () => Promise.resolve(draws))
}

test('commitments are those of the server', async () => {
  for (const { table, secret, commitment } of commitments) assert.equal(await fingerprint(table, secret), commitment)
})

test('draws are those of the server', async () => {
  assert.ok(draws.length > 50)
  for (const told of draws) assert.equal(await below(told, told.place, BigInt(told.below)), BigInt(told.drawn))
})

test('an honest match passes, for who plays and for who watches', async () => {
  const kept = { is: 'kept', draws: match.draws.length }
  assert.deepEqual(await found(), kept)
  assert.deepEqual(await found({}, null, []), kept)
})

test('while it goes on it says how far the promise was kept', async () => {
  const secret = ''
  assert.deepEqual(await found({ luck: { ...match.luck, secret } }), { is: 'counted' })
  assert.deepEqual(await found({ luck: { ...match.luck, secret, numbers: [] } }), { is: 'promised' })
  assert.deepEqual(await found({ luck: { ...match.luck, secret } }, null, []), { is: 'unseen' })
})

test('what was hidden from me is not held against the server', async () => {
  for (const text of ['shell:?', 'shell'])
    assert.equal((await found({ log: match.log.map((line) => (line.seat < 0 ? { ...line, text } : line)) })).is, 'kept')
})

test('a match drawn in the old way is not judged', async () => {
  assert.deepEqual(await found({ luck: { ...match.luck, scheme: 1 } }), { is: 'unknown' })
})

const drawn = match.draws[0]
const others = (text) => drawn.outcomes.map(([other]) => other).find((other) => other !== text)
const LIES = {
  'another commitment': [{ luck: { ...match.luck, commitment: '00' } }, 'commitment'],
  'my number left out': [{ luck: { ...match.luck, numbers: ['', "théo's"] } }, 'number'],
  'my number at another seat': [{ luck: { ...match.luck, numbers: ["théo's", "ana's"] } }, 'number'],
  'another secret': [{ luck: { ...match.luck, secret: 't' } }, 'secret'],
  "another's number": [{ luck: { ...match.luck, numbers: ["ana's", 'x'] } }, 'draw'],
  'numbers regrouped': [{ luck: { ...match.luck, numbers: ["ana's", "théo's", ''] } }, 'draw'],
  'another outcome told now': [
    { draws: match.draws.map((draw, n) => (n ? draw : { ...draw, text: others(draw.text) })) },
    'draw',
  ],
  'another outcome shown then': [
    { log: match.log.map((line, n) => (n === drawn.index ? { ...line, text: others(line.text) } : line)) },
    'draw',
  ],
  'a draw kept back': [{ draws: match.draws.slice(1) }, 'draw'],
}
for (const [name, [lie, what]] of Object.entries(LIES)) {
  test(`a lie is noticed: ${name}`, async () => {
    const { is, what: wrong } = await found(lie)
    assert.deepEqual([is, wrong], ['broken', what])
  })
}

test('a table by another name than was promised is noticed', async () => {
  assert.deepEqual(await found({}, PROMISED, [0], 'm2'), { is: 'broken', what: 'secret' })
})

test('numbers and ids need no https', (context) => {
  context.mock.method(crypto, 'randomUUID', () => assert.fail('pages without https have no randomUUID'))
  assert.match(randomText(), /^[0-9a-f]{32}$/)
  const sources = readdirSync(SRC, { recursive: true }).filter((file) => /\.(svelte|ts)$/.test(file))
  const using = sources.filter((file) => /\.randomUUID\(/.test(readFileSync(new URL(file, SRC), 'utf8')))
  assert.deepEqual(using, [])
})
