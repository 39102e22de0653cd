/** Keeps the whole page on the device: from the second visit on it needs no network. Games are kept elsewhere (OPFS).
 * A new version is loaded whole, each file checked by its hash, before anything of it is used; it is used from the next
 * visit on. A host that has half of it yet, or a network that goes, leaves the version in use as it is. */

const KEPT = 'recif-page-__VERSION__'
const FILES = { __FILES__: '' } // by name: the beginning of its SHA-256
const root = new URL('./', self.location.href)
const names = new Map(Object.keys(FILES).map((file) => [new URL(file, root).pathname, file]))

self.addEventListener('install', (event) => event.waitUntil(load()))

async function load() {
  const caches = await older()
  for (const [file, hash] of Object.entries(FILES)) await bring(new URL(file, root).href, hash, caches)
}

/** What a version before had, or this one when it was broken off. */
async function older() {
  const all = (await caches.keys()).filter((name) => name.startsWith('recif-page-'))
  return Promise.all(all.map((name) => caches.open(name)))
}

/** What has not changed is taken from what is kept. */
async function bring(url, hash, kept) {
  for (const cache of kept) {
    const found = await cache.match(url)
    if (found && (await isWhole(found, hash))) return put(url, found)
  }
  for (const cache of ['default', 'reload']) {
    const answer = await fetch(new Request(url, { cache })) // the page has loaded most of it just now
    if (answer.ok && (await isWhole(answer, hash))) return put(url, answer)
  }
  throw new Error(`${url} is not of this version`)
}

async function put(url, answer) {
  await (await caches.open(KEPT)).put(url, answer)
}

async function isWhole(answer, hash) {
  const sum = new Uint8Array(await crypto.subtle.digest('SHA-256', await answer.clone().arrayBuffer()))
  return [...sum]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
    .startsWith(hash)
}

self.addEventListener('activate', (event) => event.waitUntil(clear()))

async function clear() {
  for (const name of await caches.keys()) if (name.startsWith('recif-page-') && name !== KEPT) await caches.delete(name)
  await self.clients.claim()
}

self.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.origin !== root.origin || !url.pathname.startsWith(root.pathname)) return
  const isPage = request.mode === 'navigate'
  if (isPage || names.has(url.pathname))
    event.respondWith(kept(request, isPage ? 'index.html' : names.get(url.pathname)))
})

/** Every page is the same shell. */
async function kept(request, file) {
  const found = await caches.match(new URL(file, root).href, { cacheName: KEPT })
  return found ?? fetch(request)
}
