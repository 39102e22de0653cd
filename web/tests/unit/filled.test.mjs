/** Texts with real values: names that begin with a vowel, and a form for one thing and another for many. */

import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { source } from './sources.mjs'

const { filled } = await source('lib/filled.ts')
const SRC = new URL('../../src/', import.meta.url)
const tables = (language) =>
  readdirSync(SRC, { recursive: true })
    .filter((file) => new RegExp(`(^|[/.])${language}\\.json$`).test(file))
    .map((file) => [file, JSON.parse(readFileSync(new URL(file, SRC), 'utf8'))])
const holes = (text) => [...text.matchAll(/\{(\w+)\}/g)].map((found) => found[1])
const all = (text, value) => Object.fromEntries(holes(text).map((name) => [name, value]))

test('French drops a vowel before a name that begins with one', () => {
  const of = (who) => filled('Plus de nouvelles de {who}.', { who }, 'fr')
  assert.equal(of('Ana'), 'Plus de nouvelles d’Ana.')
  assert.equal(of('Élise'), 'Plus de nouvelles d’Élise.')
  assert.equal(of('Yves'), 'Plus de nouvelles d’Yves.')
  assert.equal(of('Yann'), 'Plus de nouvelles de Yann.')
  assert.equal(of('Zoé'), 'Plus de nouvelles de Zoé.')
  assert.equal(filled('De {who}', { who: 'Ana' }, 'fr'), 'D’Ana')
  assert.equal(filled('plus bas que {n}', { n: 8 }, 'fr'), 'plus bas que 8')
  assert.equal(filled('tide {who}', { who: 'Ana' }, 'fr'), 'tide Ana')
})

test('English and what has no value stay as they are', () => {
  assert.equal(filled('de {who}', { who: 'Ana' }, 'en'), 'de Ana')
  assert.equal(filled('{who}’s hand', {}, 'en'), '’s hand')
})

test('no French text says de, que or the like in full before Ana', () => {
  const read = tables('fr').flatMap(([file, texts]) =>
    Object.entries(texts).map(([key, text]) => [file, key, filled(text, all(text, 'Ana'), 'fr')]),
  )
  assert.ok(read.length > 1400)
  assert.deepEqual(
    read.filter(([, , text]) => /\b(de|que|jusque|lorsque|puisque|quelque|presque|ne|se|je) Ana\b/i.test(text)),
    [],
  )
})

/** Where there are always several: how many answers are kept at most, days to choose from, tournaments to choose from. */
const SEVERAL = ['plan.full', 'save.days', 'make.season.best']

test('a number before what is counted has two texts: for one, and for many', () => {
  for (const language of ['fr', 'en'])
    assert.deepEqual(
      tables(language)
        .flatMap(([, texts]) => Object.entries(texts))
        .filter(([key]) => !/\.(one|many|zero)$/.test(key) && !SEVERAL.includes(key))
        .filter(([, text]) => /\{(n|done|count)\} \p{L}{3,}[sx]\b/u.test(text)),
      [],
      language,
    )
})

test('no text leaves it to the reader whether there are several', () => {
  for (const language of ['fr', 'en'])
    assert.deepEqual(
      tables(language).flatMap(([file, texts]) =>
        Object.entries(texts)
          .filter(([, text]) => /\p{L}\((s|x|e|es)\)/u.test(text))
          .map(([key]) => [file, key]),
      ),
      [],
    )
})
