/** Every text exists in both languages, with the same values to fill in, and is seen on some page; every text asked for by name
 * exists; those of the pages, and those that each board brings along. */

import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { EVERY_PAGE, places } from './places.mjs'

const SRC = new URL('../../src/', import.meta.url)
const read = (path) => readFileSync(new URL(path, SRC), 'utf8')
const sources = readdirSync(SRC, { recursive: true })
  .filter((file) => /\.(svelte|ts)$/.test(file))
  .map((file) => [file, read(file)])

function texts(name, stem, isOurs) {
  const [fr, en] = ['fr', 'en'].map((language) => JSON.parse(read(`${stem}${language}.json`)))
  return { name, fr, en, sources: sources.filter(([file]) => isOurs(file)) }
}
const says = (file, folder) => read(file).includes(`/${folder}/say'`)
const PAGES = texts('the pages', 'texts/', () => true)
const BOARDS = readdirSync(new URL('boards/', SRC))
  .filter((folder) => existsSync(new URL(`boards/${folder}/texts.fr.json`, SRC)))
  .map((folder) => texts(folder, `boards/${folder}/texts.`, (file) => file.startsWith(`boards/${folder}/`)))
/** Folders of pages with texts of their own: whoever imports their `say` says them. */
const ROOMS = readdirSync(SRC)
  .filter((folder) => existsSync(new URL(`${folder}/texts.fr.json`, SRC)))
  .map((folder) => texts(folder, `${folder}/texts.`, (file) => file.startsWith(`${folder}/`) || says(file, folder)))
const holes = (text) => [...text.matchAll(/\{(\w+)\}/g)].map((found) => found[1]).sort()

test('there are boards with texts of their own', () => {
  assert.ok(BOARDS.length)
})

for (const { name, fr, en } of [PAGES, ...BOARDS, ...ROOMS]) {
  test(`${name}: both languages have the same texts`, () => {
    assert.deepEqual(Object.keys(fr).sort(), Object.keys(en).sort())
  })

  test(`${name}: no text is empty`, () => {
    assert.deepEqual(
      Object.entries({ ...fr, ...en }).filter(([, text]) => !text.trim()),
      [],
    )
  })

  test(`${name}: both languages fill in the same values`, () => {
    for (const key of Object.keys(en)) assert.deepEqual(holes(fr[key]), holes(en[key]), key)
  })

  test(`${name}: French has its own typography, a space that never breaks before : ; ! ? » and after «`, () => {
    const wrong = /[^\u202f;!?][;!?](\s|$)|[^\u00a0]:(\s|$)|[^\u00a0]»|«[^\u00a0]/
    const bare = Object.entries(fr).filter(([key, text]) => !key.startsWith('key.') && wrong.test(text))
    assert.deepEqual(bare, [])
  })
}

test('steps and effects stand side by side on a board: all begin with a capital, or none does', () => {
  for (const { name, fr, en } of BOARDS)
    for (const texts of [fr, en]) {
      const done = Object.keys(texts).filter((key) => /^(step|effect)\./.test(key))
      const capitals = done.filter((key) => /^\p{Lu}/u.test(texts[key]))
      assert.ok([0, done.length].includes(capitals.length), `${name}: ${capitals}`)
    }
})

test('every text is seen on some page: none is left over', () => {
  const all = places()
  assert.equal(
    new Set(all.map(({ table }) => table)).size,
    1 + BOARDS.length + ROOMS.length + 1,
    'the password form has its own',
  )
  assert.deepEqual(
    all.filter(({ pages }) => !pages.length).map(({ table, key }) => `${table} ${key}`),
    [],
  )
})

test('where a text is seen is known by what pages import', () => {
  const of = (table, key) => places().find((one) => one.table === table && one.key === key).pages
  assert.deepEqual(of('puzzles/texts.en.json', 'puzzle.themes'), ['Puzzle'])
  assert.ok(of('boards/kroc/texts.en.json', 'bit').includes('Table'))
  assert.ok(!of('boards/kroc/texts.en.json', 'bit').includes('Leaders'))
  assert.deepEqual(of('notices/texts.en.json', 'bell.new.one'), [EVERY_PAGE])
})

test('every text that is asked for by its whole name exists, in both its forms where it is counted', () => {
  for (const [file, source] of sources) {
    const own = BOARDS.find(({ name }) => file.startsWith(`boards/${name}/`))
    const rooms = ROOMS.filter(({ sources }) => sources.some(([one]) => one === file)).map(({ en }) => en)
    const beside = [...source.matchAll(/from '\.(\/[\w-]+\.en\.json)'/g)].map(([, name]) =>
      JSON.parse(read(file.replace(/\/[^/]+$/, name))),
    )
    const known = Object.assign({}, PAGES.en, own?.en, ...rooms, ...beside)
    for (const [, key] of source.matchAll(/\bsay(?:OfSchool|Rating)?\('([^']+)'/g))
      assert.ok(key in known, `${file}: ${key}`)
    for (const [, key] of source.matchAll(/\bcount\('([^']+)'/g))
      assert.ok(`${key}.one` in known && `${key}.many` in known, `${file}: ${key}`)
  }
})

test('no text of a board hides one of the pages', () => {
  for (const { name, en } of BOARDS)
    assert.deepEqual(
      Object.keys(en).filter((key) => key in PAGES.en),
      [],
      name,
    )
})

test('the pages name no game', () => {
  const games = readdirSync(new URL('boards/', SRC)).filter((one) => existsSync(new URL(`boards/${one}/index.ts`, SRC)))
  assert.ok(games.length)
  const named = new RegExp(`\\b(${games.join('|')})\\b`, 'i')
  const others = sources.filter(([file]) => !games.some((game) => file.startsWith(`boards/${game}/`)))
  const words = ['fr', 'en'].map((language) => [`texts/${language}.json`, read(`texts/${language}.json`)])
  assert.deepEqual(
    [...others, ...words].filter(([, source]) => named.test(source)).map(([file]) => file),
    [],
  )
})
