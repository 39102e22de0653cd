/** `node scripts/page.mjs <site>`: the head that finds out where the page stands, 404.html for hosts that know no other way,
 * and a service worker that keeps all of it for flights. Run last: it names every file. */

import { createHash } from 'node:crypto'
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const site = resolve(process.argv[2])
const web = fileURLToPath(new URL('..', import.meta.url))
const read = (name) => readFileSync(join(site, name), 'utf8')
const app = readFileSync(join(web, 'src/App.svelte'), 'utf8')
const places = [...app.matchAll(/^ {4}(\w+): \(\) => import/gm)].map(([, name]) => name)

const hashOf = (content) => createHash('sha256').update(content).digest('hex').slice(0, 16)

/** What stands before the first part of the path that is a page of ours; where no part is, it is tried out. */
function head(tags) {
  const known = `/\\/(?:(?:${places.join('|')})(?:\\/.*)?|index\\.html|404\\.html)?$/`
  const script = `
const known = ${known}
globalThis.recifWritten = ${read('written/index.json')}
const tags = ${JSON.stringify(tags).replaceAll('</', '<\\/')}
const from = (base) => ((globalThis.recifBase = base), tags.replaceAll(/="\\.?\\//g, '="' + base + '/'))
if (known.test(location.pathname)) document.write(from(location.pathname.replace(known, '')))
else void find(location.pathname)

async function find(base) {
  const answer = base && (await fetch(base + '/written/index.json').catch(() => undefined))
  if (base && !answer?.ok) return find(base.slice(0, base.lastIndexOf('/')))
  document.head.append(document.createRange().createContextualFragment(from(base)))
}`
  return `<script>{${script}\n}</script>`
}

cpSync(join(web, '../src/recif/server/static/icons'), join(site, 'icons'), { recursive: true }) // drawn with the server's pages
const index = read('index.html')
const tags = [...index.matchAll(/^ *<(?:link|script)\b[^>]*"\.?\/[^>]*>(?:<\/script>)?\n/gm)].map(([tag]) => tag)
let page = index
for (const tag of tags) page = page.replace(tag, '')
page = page.replace('<title>', () => `${head(tags.map((tag) => tag.trim()).join(''))}\n    <title>`)
writeFileSync(join(site, 'index.html'), page)
writeFileSync(join(site, '404.html'), page)
writeFileSync(join(site, '.nojekyll'), '') // some hosts leave out what begins with an underscore
const manifest = JSON.parse(read('recif.webmanifest').replaceAll('"/', '"./'))
writeFileSync(join(site, 'recif.webmanifest'), JSON.stringify(manifest))

rmSync(join(site, 'sw.js'), { force: true })
const files = readdirSync(site, { recursive: true, withFileTypes: true })
  .filter((file) => file.isFile() && !/(\.map|\.br|\.gz|404\.html|\.nojekyll)$/.test(file.name))
  .map((file) => relative(site, join(file.parentPath, file.name)))
  .sort()
const hashes = Object.fromEntries(files.map((file) => [file, hashOf(readFileSync(join(site, file)))]))
const worker = readFileSync(join(web, 'page/sw.js'), 'utf8')
writeFileSync(
  join(site, 'sw.js'),
  worker.replace('__VERSION__', hashOf(JSON.stringify(hashes))).replace("{ __FILES__: '' }", JSON.stringify(hashes)),
)
