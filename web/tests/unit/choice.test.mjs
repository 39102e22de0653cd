// Choosing by clicks: the kit narrows legal moves without knowing a rule.
import assert from 'node:assert/strict'
import { before, beforeEach, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { svelte } from '@sveltejs/vite-plugin-svelte'
import { build } from 'vite'

let Choice, choice, chosen, refused
before(async () => {
  const entry = fileURLToPath(new URL('../../src/boards/kit/choice.svelte.ts', import.meta.url))
  const [{ output }] = await build({
    configFile: false,
    logLevel: 'error',
    plugins: [svelte()],
    build: { write: false, minify: false, lib: { entry, formats: ['es'] } },
  })
  ;({ Choice } = await import(`data:text/javascript;base64,${Buffer.from(output[0].code).toString('base64')}`))
})

const move = (text, ...paths) => ({ text, parts: { paths }, say: '' })
const MOVES = [
  move('a-b', ['a', 'b']),
  move('a-c', ['a', 'c']),
  move('pair', ['d', 'e'], ['e', 'd']),
  move('flip', ['a', 'a']),
]

beforeEach(() => {
  choice = new Choice()
  choice.reads(
    (parts) => parts.paths,
    (picks, spot) => [...picks, spot].join(''),
  )
  choice.onchosen = (offer) => (chosen = offer.text)
  choice.onrefused = (text) => (refused = text)
  chosen = refused = undefined
  choice.offer(MOVES, true)
})

test('what is lit is what can come next', () => {
  assert.deepEqual([...choice.next].sort(), ['a', 'd', 'e'])
  choice.pick('a')
  assert.deepEqual([...choice.next].sort(), ['a', 'b', 'c'])
})

test('a whole path is a move', () => {
  choice.pick('a')
  assert.equal(choice.pick('c'), 'done')
  assert.equal(chosen, 'a-c')
})

test('a move may be clicked together in several orders', () => {
  choice.pick('e')
  choice.pick('d')
  assert.equal(chosen, 'pair')
})

test('the same spot twice can be a move of its own', () => {
  choice.pick('a')
  choice.pick('a')
  assert.equal(chosen, 'flip')
})

test('a click on another beginning begins again', () => {
  choice.pick('a')
  assert.equal(choice.pick('e'), 'more')
  assert.deepEqual(choice.picks, ['e'])
})

test('a click on what was picked takes it back', () => {
  choice.pick('d')
  choice.pick('d')
  assert.deepEqual(choice.picks, [])
})

test('a click that leads nowhere is refused, in notation', () => {
  choice.pick('d')
  assert.equal(choice.pick('z'), 'refused')
  assert.equal(refused, 'dz')
  assert.deepEqual(choice.picks, ['d'])
})

test('the same moves told again leave the picks alone; other moves clear them', () => {
  choice.pick('a')
  choice.offer([...MOVES], false)
  assert.deepEqual(choice.picks, ['a'])
  choice.offer(MOVES.slice(1), true)
  assert.deepEqual(choice.picks, [])
})

test('while a whole move waits, another last pick takes its place', () => {
  choice.pick('a')
  choice.pick('c')
  assert.equal(choice.pick('b'), 'done')
  assert.equal(chosen, 'a-b')
  assert.deepEqual(choice.picks, ['a', 'b'])
})
