// Drawn once more, as PNG: the cover of each game for those who see a link before they open it, and the icons.
import { Resvg } from '@resvg/resvg-js'
import { svelte } from '@sveltejs/vite-plugin-svelte'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'vite'

const web = fileURLToPath(new URL('..', import.meta.url))
const out = new URL('../../src/recif/server/static/', import.meta.url)
const [WIDE, HIGH] = [1200, 630]

function draw(name, svg, width) {
  const made = new Resvg(svg, { fitTo: { mode: 'width', value: width }, font: { defaultFontFamily: 'DejaVu Sans' } })
  mkdirSync(new URL('.', new URL(name, out)), { recursive: true })
  writeFileSync(new URL(name, out), made.render().asPng())
}

/** A drawing of 320 × 200 fills the picture; what does not fit is cut above and below, as browsers do it. */
const framed = (art) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 320 200" width="${WIDE}" height="${HIGH}" preserveAspectRatio="xMidYMid slice">${art}</svg>`

/** Colours by name become those of the day: a picture has no page around it. */
const DAY = Object.fromEntries(
  [
    ...readFileSync(new URL('../src/app.css', import.meta.url), 'utf8')
      .split('}')[0]
      .matchAll(/(--[\w-]+):\s*([^;]+);/g),
  ].map(([, name, value]) => [name, value]),
)
const coloured = (art) =>
  art
    .replace(/:where\((\.svelte-\w+)\)/g, '$1') // resvg does not know :where
    .replace(/var\((--[\w-]+)\)/g, (_, name) => DAY[name] ?? 'currentColor')

const mark = readFileSync(new URL('recif.svg', out), 'utf8')
const inside = mark.replace(/^<svg[^>]*>|<\/svg>\s*$/g, '')
draw('icons/192.png', mark, 192)
draw('icons/512.png', mark, 512)
const full = (size, scale) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" width="${size}" height="${size}"><rect width="64" height="64" fill="#0f6b80"/><g transform="translate(32 32) scale(${scale}) translate(-32 -32)">${inside}</g></svg>`
draw('icons/apple.png', full(180, 1), 180)
draw('icons/maskable.png', full(512, 0.8), 512)
draw(
  'previews/recif.png',
  framed(`<rect width="320" height="200" fill="#0f6b80"/><g transform="translate(96 36) scale(2)">${inside}</g>`),
  WIDE,
)

const folder = mkdtempSync(join(tmpdir(), 'recif-covers-'))
try {
  await build({
    root: web,
    configFile: false,
    plugins: [svelte({ emitCss: false })], // each drawing brings its own style
    logLevel: 'error',
    ssr: { noExternal: true },
    build: { ssr: `${web}scripts/covers.js`, outDir: folder, emptyOutDir: true, copyPublicDir: false },
  })
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
  const { covers } = await import(pathToFileURL(join(folder, 'covers.js')))
  for (const [game, art] of Object.entries(covers)) draw(`previews/${game}.png`, framed(coloured(art)), WIDE)
} finally {
  rmSync(folder, { recursive: true })
}
