/** Keeps the whole page on the device: from the second visit on it needs no network. Games are kept elsewhere (OPFS).
 * A new version is loaded whole before anything of it is used, and used from the next visit on. */

const KEPT = 'recif-page-__VERSION__'
const FILES = ['__FILES__']
const root = new URL('./', self.location.href)
const names = new Map(FILES.map((file) => [new URL(file, root).pathname, file]))

self.addEventListener('install', (event) => event.waitUntil(load()))

/** What the version before had already, and has not changed, is loaded again by the browser's own cache. */
async function load() {
  const cache = await caches.open(KEPT)
  await cache.addAll(FILES.map((file) => new URL(file, root).href))
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
