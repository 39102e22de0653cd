// Writes routes.json: the files that each page, and each board, needs besides those that index.html names. The server names them in
// the page that is asked for, so that the browser fetches them at once and not one after the other.
import { readFileSync, rmSync, writeFileSync } from 'node:fs'

const out = new URL('../../src/recif/server/static/', import.meta.url)
const manifest = JSON.parse(readFileSync(new URL('.vite/manifest.json', out), 'utf8'))
const app = readFileSync(new URL('../src/App.svelte', import.meta.url), 'utf8')

/** A chunk and all that it imports at once. */
function whole(name, seen = new Set()) {
  if (seen.has(name)) return seen
  seen.add(name)
  for (const other of manifest[name].imports ?? []) whole(other, seen)
  return seen
}

const index = readFileSync(new URL('index.html', out), 'utf8')
const first = new Set(Object.keys(manifest).filter((name) => index.includes(`"/${manifest[name].file}"`)))
function needed(name) {
  const chunks = [...whole(name)].filter((one) => !first.has(one)).map((one) => manifest[one])
  return [...chunks.flatMap(({ css = [] }) => css), ...chunks.map(({ file }) => file)]
}

const pages = [...app.matchAll(/^ {4}(\w+): \(\) => import\('\.\/(.+)'\)/gm)].map(([, page, file]) => [
  page,
  `src/${file}`,
])
const boards = Object.keys(manifest).flatMap((name) => {
  const game = /^src\/boards\/(\w+)\/Board\.svelte$/.exec(name)?.[1]
  return game ? [[game, name]] : []
})
const named = (list) => Object.fromEntries(list.map(([name, file]) => [name, needed(file)]))
if (!pages.length || !boards.length) throw new Error('no pages or boards found: has App.svelte changed?')
writeFileSync(new URL('routes.json', out), JSON.stringify({ pages: named(pages), boards: named(boards) }))
rmSync(new URL('.vite', out), { recursive: true })
