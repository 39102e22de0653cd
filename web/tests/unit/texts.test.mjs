/** Every text exists in both languages, with the same values to fill in, and every text asked for by name exists. */

import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'

const SRC = new URL('../../src/', import.meta.url)
const read = (path) => readFileSync(new URL(path, SRC), 'utf8')
const fr = JSON.parse(read('texts/fr.json'))
const en = JSON.parse(read('texts/en.json'))
const holes = (text) => [...text.matchAll(/\{(\w+)\}/g)].map((found) => found[1]).sort()
const sources = readdirSync(SRC, { recursive: true })
  .filter((file) => /\.(svelte|ts)$/.test(file))
  .map((file) => [file, read(file)])

test('both languages have the same texts', () => {
  assert.deepEqual(Object.keys(fr).sort(), Object.keys(en).sort())
})

test('no text is empty', () => {
  assert.deepEqual(
    Object.entries({ ...fr, ...en }).filter(([, text]) => !text.trim()),
    [],
  )
})

test('both languages fill in the same values', () => {
  for (const key of Object.keys(en)) assert.deepEqual(holes(fr[key]), holes(en[key]), key)
})

test('every text that is asked for by its whole name exists', () => {
  for (const [file, source] of sources)
    for (const [, key] of source.matchAll(/\bsay\('([^']+)'/g)) assert.ok(key in en, `${file}: ${key}`)
})

test('every counted text has both its forms', () => {
  for (const [file, source] of sources)
    for (const [, key] of source.matchAll(/\bcount\('([^']+)'/g))
      assert.ok(`${key}.one` in en && `${key}.many` in en, `${file}: ${key}`)
})

test('every text is said somewhere', () => {
  const all = sources.map(([, source]) => source).join('\n')
  const stems = [...all.matchAll(/[`']([a-z][\w.?-]*?)\.?\$\{/g)].map((found) => found[1])
  const counted = [...all.matchAll(/\bcount\('([^']+)'/g)].map((found) => found[1])
  const isSaid = (key) =>
    all.includes(`'${key}'`) ||
    stems.some((stem) => key.startsWith(stem)) ||
    counted.some((stem) => key === `${stem}.one` || key === `${stem}.many`)
  assert.deepEqual(
    Object.keys(en).filter((key) => !isSaid(key)),
    [],
  )
})

test('French has its own typography: a space before : ; ! ?', () => {
  const bare = Object.entries(fr).filter(
    ([key, text]) => !key.startsWith('key.') && /[^\s \u202f:;!?][;!?:](\s|$)/.test(text),
  )
  assert.deepEqual(bare, [])
})
