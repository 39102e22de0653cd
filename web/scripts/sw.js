/** Keeps the pages on the device. What the server says about games and their rules is kept too; tables never are. */

const KEPT = 'recif-__VERSION__'
const FILES = ['__FILES__']
const SENTENCES = '__SENTENCES__'

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

/** A notice that the server has sent while the pages were closed. It names a sentence; nothing hidden is ever in it. */
self.addEventListener('push', (event) => {
  const { says, table, title, key, language, who, hours, name = '', where = '' } = event.data.json()
  const texts = SENTENCES[language] ?? SENTENCES.en
  const left = texts[hours === 1 ? 'hours.one' : 'hours.many'].replace('{n}', Math.max(1, hours ?? 1))
  const values = { who: who || texts.somebody, left, name }
  const body = (texts[`said.${says}`] ?? '').replace(/\{(\w+)\}/g, (_, value) => values[value] ?? '')
  const shown = {
    body,
    tag: table || key,
    data: { table, where },
    icon: '/icons/192.png',
    badge: '/icons/192.png',
    lang: language,
  }
  event.waitUntil(Promise.all([self.registration.showNotification(title, shown), count()]))
})

/** On the app's icon: how many matches wait for me. */
async function count() {
  try {
    const { turns } = await (await fetch('/api/turns')).json()
    await (turns.length ? navigator.setAppBadge(turns.length) : navigator.clearAppBadge())
  } catch {
    // a browser that has no icon, or nobody answers: the page says it when it is opened
  }
}

/** To the table: in a page that is open, or in a new one. */
self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  const { table, where } = event.notification.data ?? {}
  const path = where || (table ? `/t/${table}` : '/notices')
  const open = async () => {
    const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
    const there = pages.find((page) => new URL(page.url).pathname === path) ?? pages[0]
    if (!there) return self.clients.openWindow(path)
    await there.focus()
    if (new URL(there.url).pathname !== path) await there.navigate(path)
  }
  event.waitUntil(open())
})
