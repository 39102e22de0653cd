// Our Markdown becomes a tree; whatever it says, no HTML comes out of it.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { source } from './sources.mjs'

const { markdown } = await source('lib/markdown.ts')

test('a numbered section can be jumped to', () => {
  assert.deepEqual(markdown('## 3. Sharks'), [
    { kind: 'heading', level: 2, id: 'rule-3', words: [{ kind: 'text', text: '3. Sharks' }] },
  ])
})

test('a list item goes on over indented lines', () => {
  const [list] = markdown('- one\n  and more\n- two')
  assert.deepEqual(
    list.items.map((words) => words.map((word) => word.text).join('')),
    ['one and more', 'two'],
  )
})

test('an indented picture stays as it is drawn', () => {
  const [code] = markdown('     3 · ·\n     2 · ○\n       a b')
  assert.deepEqual(code, { kind: 'code', text: ' 3 · ·\n 2 · ○\n   a b' })
})

test('a table has its head and its rows', () => {
  const [table] = markdown('| a | b |\n|---|---|\n| 1 | **2** |')
  assert.equal(table.head.length, 2)
  assert.deepEqual(table.rows[0][1], [{ kind: 'strong', text: '2' }])
})

test('HTML stays text, and a link goes nowhere strange', () => {
  const [para] = markdown('<script>alert(1)</script> [x](javascript:alert(1)) [y](/learn/xok)')
  assert.ok(para.words.every((word) => word.kind !== 'link' || word.href === '/learn/xok'))
  assert.equal(para.words[0].text.startsWith('<script>'), true)
})
