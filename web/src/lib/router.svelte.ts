/** A page is a path. Links are plain links; a click on one inside the house does not reload the page. */

import { transport } from '#transport'

export interface Place {
  page: string
  id: string
  part: string // of what the id names: another look at it
  query: URLSearchParams
}

/** A part of a path as it reads; as it is written where that makes no sense. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/** A path of the site, wherever it stands. */
function inside(path: string): string {
  return path.startsWith(`${transport.base}/`) ? path.slice(transport.base.length) : path
}

function read(): Place {
  const [page = '', id = '', part = ''] = inside(location.pathname).split('/').filter(Boolean).map(decoded)
  return { page, id, part, query: new URLSearchParams(location.search) }
}

let place: Place = $state.raw(read())

export function here(): Place {
  return place
}

export function go(path: string, replace = false): void {
  history[replace ? 'replaceState' : 'pushState'](null, '', transport.base + path)
  place = read()
  scrollTo(0, 0)
  document.getElementById('main')?.focus({ preventScroll: true })
}

function isOurs(link: HTMLAnchorElement, event: MouseEvent): boolean {
  const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
  return plain && link.origin === location.origin && !link.target && !link.hash
}

export function keepPlace(): void {
  addEventListener('popstate', () => (place = read()))
  addEventListener('click', (event) => {
    const link = (event.target as Element).closest?.('a')
    if (!link || event.defaultPrevented || !isOurs(link, event)) return
    const path = inside(link.pathname) + link.search
    if (path.startsWith('/api/')) {
      if (transport.download(path)) event.preventDefault()
    } else if (!link.download) {
      event.preventDefault()
      go(path)
    }
  })
}
