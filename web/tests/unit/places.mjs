/** Where each text of the pages is seen: `npm run texts` lists them all, with the pages that can show them.
 *
 * A text is said in files; a file is part of every page that imports it, however far away. What App.svelte itself imports
 * is around every page; boards come with the pages that load them.
 */

import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'

const SRC = fileURLToPath(new URL('../../src/', import.meta.url))
export const EVERY_PAGE = 'every page'

const read = (file) => readFileSync(join(SRC, file), 'utf8')
const files = readdirSync(SRC, { recursive: true }).map((file) => file.replaceAll('\\', '/'))
const sources = new Map(files.filter((file) => /\.(svelte|ts)$/.test(file)).map((file) => [file, read(file)]))

/** The file that an import means. */
function resolved(from, to) {
  const path = normalize(join(dirname(from), to))
  return [path, `${path}.ts`, `${path}.svelte.ts`, `${path}/index.ts`].find((file) => sources.has(file))
}

/** What a file imports at once, and what it loads later. */
function imports(file) {
  const source = sources.get(file)
  const named = [...source.matchAll(/(?:from|import)\s+'(\.[^']+)'|import\('(\.[^']+)'\)/g)].map(
    (one) => one[1] ?? one[2],
  )
  const loaded = [...source.matchAll(/import\.meta\.glob(?:<[^(]*>)?\(\s*'(\.[^']+)'/g)].flatMap(([, glob]) =>
    globbed(file, glob),
  )
  return [...named.map((to) => resolved(file, to)).filter(Boolean), ...loaded]
}

function globbed(file, glob) {
  const path = normalize(join(dirname(file), glob))
    .replaceAll('.', '\\.')
    .replaceAll('*', '[^/]+')
  return [...sources.keys()].filter((one) => new RegExp(`^${path}$`).test(one))
}

function reached(from, except = new Set()) {
  const found = new Set()
  const next = [from]
  while (next.length) {
    const file = next.pop()
    if (found.has(file) || except.has(file)) continue
    found.add(file)
    next.push(...imports(file))
  }
  return found
}

const pages = files.filter((file) => /^pages\/\w+\.svelte$/.test(file))
const parts = new Map(pages.map((page) => [page, reached(page)]))
const around = reached('App.svelte', new Set(pages))

/** The pages that a file is part of. */
function pagesOf(file) {
  if (around.has(file)) return [EVERY_PAGE]
  return pages.filter((page) => parts.get(page).has(file)).map((page) => page.slice('pages/'.length, -'.svelte'.length))
}

/** How a file asks for texts: by whole names, and by how names begin that it puts together. */
function asked(source) {
  const whole = new Set([...source.matchAll(/['"]([\w?][\w.?-]*)['"]/g)].map(([, key]) => key))
  const counted = [...source.matchAll(/\bcount\('([^']+)'/g)].flatMap(([, key]) => [`${key}.one`, `${key}.many`])
  const begun = [...source.matchAll(/`([a-z][\w.?-]*\.)\$\{/g)].map(([, key]) => key)
  return { whole: new Set([...whole, ...counted]), begun }
}

const asks = new Map([...sources].map(([file, source]) => [file, asked(source)]))

/** The tables of texts: the one of the pages, those of rooms and boards, those of one part. */
export function tables() {
  return files.filter((file) => /(^|[./])en\.json$/.test(file)).sort()
}

function sayers(table) {
  if (table.startsWith('texts/')) return [...sources.keys()]
  const folder = dirname(table)
  const isOwn = (file) => file.startsWith(`${folder}/`)
  return [...sources.keys()].filter((file) => isOwn(file) || imports(file).includes(`${folder}/say.ts`))
}

/** Every text with where it is seen: its table, its key, the files that say it and the pages that show those. */
export function places() {
  return tables().flatMap((table) => {
    const among = sayers(table)
    return Object.entries(JSON.parse(read(table))).map(([key, says]) => {
      const said = among.filter((file) => {
        const { whole, begun } = asks.get(file)
        return whole.has(key) || begun.some((stem) => key.startsWith(stem))
      })
      return { table, key, says, files: said, pages: [...new Set(said.flatMap(pagesOf))] }
    })
  })
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  for (const { table, key, says, pages } of places()) console.log(`${pages.join(', ')}\t${table}\t${key}\t${says}`)
