// Writes sw.js beside the pages: it names every file that they need, and is new whenever one of them is.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'

const out = new URL('../../src/recif/server/static/', import.meta.url)
const assets = readdirSync(new URL('assets/', out))
  .filter((file) => !file.endsWith('.map'))
  .map((file) => `/assets/${file}`)
const files = ['/', '/boot.js', '/recif.svg', '/recif.webmanifest', '/icons/192.png', ...assets.sort()]
const sentences = Object.fromEntries(
  ['fr', 'en'].map((language) => [language, spoken(new URL(`../src/notices/texts.${language}.json`, import.meta.url))]),
)
/** What the worker says by itself, of all the texts about notices. */
function spoken(file) {
  const texts = Object.entries(JSON.parse(readFileSync(file, 'utf8')))
  return Object.fromEntries(texts.filter(([key]) => /^(said\.|hours\.|somebody$)/.test(key)))
}
const shell = readFileSync(new URL('sw.js', import.meta.url), 'utf8').replace(
  "'__SENTENCES__'",
  JSON.stringify(sentences, null, 2),
)
const index = readFileSync(new URL('index.html', out))
const version = createHash('sha256').update(shell).update(index).update(files.join()).digest('hex').slice(0, 12)
writeFileSync(
  new URL('sw.js', out),
  shell.replace('__VERSION__', version).replace("['__FILES__']", JSON.stringify(files, null, 2)),
)
