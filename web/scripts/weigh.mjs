// What the first page costs: script and style that load before anything is clicked, gzipped. Fails above the limit.
import { readdirSync, readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'

const out = new URL('../../src/recif/server/static/', import.meta.url)
const LIMIT = 150 * 1024
const page = readFileSync(new URL('index.html', out), 'utf8')
const first = [...page.matchAll(/(?:src|href)="\/(assets\/[^"]+\.(?:js|css))"/g)].map((found) => found[1])
const weigh = (file) => gzipSync(readFileSync(new URL(file, out)), { level: 9 }).length
const total = first.reduce((sum, file) => sum + weigh(file), 0)
for (const file of readdirSync(new URL('assets/', out)))
  console.log(
    `${(weigh(`assets/${file}`) / 1024).toFixed(1).padStart(7)} KB  ${file}${first.includes(`assets/${file}`) ? '  (first load)' : ''}`,
  )
console.log(`first load: ${(total / 1024).toFixed(1)} KB gzip of at most ${LIMIT / 1024}`)
if (total > LIMIT) process.exit(1)
