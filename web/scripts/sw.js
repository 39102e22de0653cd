/** Keeps the pages on the device. What the server says about games and their rules is kept too; tables never are. */

const KEPT = 'recif-__VERSION__'
const FILES = ['__FILES__']

self.addEventListener('install', (event) => {
  event.waitUntil(caches.open(KEPT).then((cache) => cache.addAll(FILES)))
  self.skipWaiting()
})

self.addEventListener('activate', (event) => {
  const clear = async () => {
    for (const name of await caches.keys()) if (name !== KEPT) await caches.delete(name)
    await self.clients.claim()
  }
  event.waitUntil(clear())
})

/** From the network, and kept; what was kept if there is none. */
async function fresh(request, name) {
  try {
    const answer = await fetch(request)
    if (answer.ok) await (await caches.open(KEPT)).put(name, answer.clone())
    return answer
  } catch {
    return (await caches.match(name, { cacheName: KEPT })) ?? Response.error()
  }
}

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname, search } = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.location.origin) return
  if (request.mode === 'navigate' && !pathname.startsWith('/api/')) event.respondWith(page(request))
  else if (/^\/api\/games(\/\w+\/rules)?$/.test(pathname)) event.respondWith(fresh(request, pathname + search))
  else if (FILES.includes(pathname))
    event.respondWith(caches.match(pathname, { cacheName: KEPT }).then((kept) => kept ?? fetch(request)))
})

/** Every page is the same shell: the one that came with this worker, if the server does not answer. */
async function page(request) {
  try {
    return await fetch(request)
  } catch {
    return (await caches.match('/', { cacheName: KEPT })) ?? Response.error()
  }
}
