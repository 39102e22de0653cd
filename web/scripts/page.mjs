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

/** What stands before the first part of the path that is a page of ours. */
function head(tags) {
  const known = `/\\/(?:(?:${places.join('|')})(?:\\/.*)?|index\\.html|404\\.html)?$/`
  const script = [
    `globalThis.recifBase = location.pathname.replace(${known}, '')`,
    `globalThis.recifWritten = ${read('written/index.json')}`,
    `document.write(${JSON.stringify(tags).replaceAll('</', '<\\/')}.replaceAll(/="\\.?\\//g, '="' + recifBase + '/'))`,
  ]
  return `<script>\n${script.join('\n')}\n</script>`
}

cpSync(join(web, '../src/recif/server/static/icons'), join(site, 'icons'), { recursive: true }) // drawn with the server's pages
const index = read('index.html')
const tags = [...index.matchAll(/^ *<(?:link|script)\b[^>]*"\.?\/[^>]*>(?:<\/script>)?\n/gm)].map(([tag]) => tag)
let page = index
for (const tag of tags) page = page.replace(tag, '')
page = page.replace('<title>', `${head(tags.map((tag) => tag.trim()).join(''))}\n    <title>`)
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
const hash = createHash('sha256')
for (const file of files) hash.update(file).update(readFileSync(join(site, file)))
const worker = readFileSync(join(web, 'page/sw.js'), 'utf8')
writeFileSync(
  join(site, 'sw.js'),
  worker.replace('__VERSION__', hash.digest('hex').slice(0, 12)).replace("['__FILES__']", JSON.stringify(files)),
)
