import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig, type Plugin } from 'vite'
import en from './src/texts/en.json'
import fr from './src/texts/fr.json'

const server = 'http://127.0.0.1:8080' // `recif serve` while developing

/** Links of the site begin with `/`; a page without a server may stand anywhere, and finds out where when it is opened. */
const anywhere: Plugin = {
  name: 'links-from-anywhere',
  enforce: 'pre',
  transform(code, id) {
    if (!id.endsWith('.svelte')) return null
    return code.replaceAll('href="/', 'href="{__BASE__}/').replaceAll('href={`/', 'href={`${__BASE__}/')
  },
}

/** The first words of the home page are in index.html, so that they are read before any script has come. */
const firstWords: Plugin = {
  name: 'first-words',
  transformIndexHtml: (html) =>
    html
      .replace(/\{fr\.([\w.]+)\}/g, (_, key: keyof typeof fr) => fr[key])
      .replace(/\{en\.([\w.]+)\}/g, (_, key: keyof typeof en) => en[key]),
}

/** Few files, for networks where each costs a journey: what every page needs, and what several of them share. Events have
 * their own: a table needs a little of it at its end, and other pages nothing. */
const EVENTS = '/src/events/'
const CHUNKS = [
  { name: 'first', tags: ['$initial' as const], priority: 2 },
  { name: 'shared', test: (id: string) => !id.includes(EVENTS), minShareCount: 2, priority: 1 },
  { name: 'events', test: (id: string) => id.includes(EVENTS), priority: 0 },
]
/** Not by all that share it: such names are longer than what is in them. */
const short = (name = '') => `assets/${name.split(/[~.]/)[0]}-[hash]`
const NAMES = {
  chunkFileNames: ({ name }: { name: string }) => `${short(name)}.js`,
  assetFileNames: ({ names }: { names: string[] }) => `${short(names[0])}[extname]`,
}

/** `vite build --mode page`: the pages without a server, which a worker answers. */
export default defineConfig(({ mode }) => {
  const isPage = mode === 'page'
  const transport = `./src/lib/transport/${isPage ? 'worker' : 'network'}.ts`
  return {
    base: isPage ? './' : '/',
    plugins: [...(isPage ? [anywhere] : []), firstWords, svelte()],
    resolve: { alias: { '#transport': new URL(transport, import.meta.url).pathname } },
    define: { __BASE__: 'globalThis.recifBase' },
    build: {
      outDir: isPage ? '../dist/page' : '../src/recif/server/static',
      emptyOutDir: true,
      target: 'es2022',
      assetsInlineLimit: 0, // the server's content policy allows no data: addresses
      modulePreload: { polyfill: false },
      manifest: !isPage, // for scripts/routes.mjs
      rolldownOptions: { output: { codeSplitting: { groups: CHUNKS }, ...NAMES } },
    },
    server: {
      proxy: { '/api': server, '/ws': { target: server.replace('http', 'ws'), ws: true } },
    },
  }
})
