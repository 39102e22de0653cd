// Writes sw.js beside the pages: it names every file that they need, and is new whenever one of them is.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'

const out = new URL('../../src/recif/server/static/', import.meta.url)
const assets = readdirSync(new URL('assets/', out))
  .filter((file) => !file.endsWith('.map'))
  .map((file) => `/assets/${file}`)
const files = ['/', '/recif.svg', '/recif.webmanifest', '/icons/192.png', ...assets.sort()]
const shell = readFileSync(new URL('sw.js', import.meta.url), 'utf8')
const index = readFileSync(new URL('index.html', out))
const version = createHash('sha256').update(shell).update(index).update(files.join()).digest('hex').slice(0, 12)
writeFileSync(
  new URL('sw.js', out),
  shell.replace('__VERSION__', version).replace("['__FILES__']", JSON.stringify(files, null, 2)),
)
