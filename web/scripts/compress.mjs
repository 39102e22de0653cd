// Every file that shrinks once more as brotli and gzip, so that the server sends them small and never has to compress.
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

const out = new URL('../../src/recif/server/static/', import.meta.url)
const TEXT = /\.(js|css|html|svg|json|webmanifest|mjs|wasm|zip|so)$/
const LEAST = 512 // bytes: below that a header costs more than it saves
const files = readdirSync(out, { recursive: true }).map(String)
for (const file of files.filter((name) => /\.(br|gz)$/.test(name))) rmSync(new URL(file, out))
for (const file of files.filter((name) => TEXT.test(name))) {
  const whole = readFileSync(new URL(file, out))
  if (whole.length < LEAST) continue
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: whole.length }
  for (const [ending, small] of [
    ['br', brotliCompressSync(whole, { params })],
    ['gz', gzipSync(whole, { level: 9 })],
  ])
    if (small.length < whole.length) writeFileSync(new URL(`${file}.${ending}`, out), small)
}
