/** A server: one socket, and REST pages. */

import type { Line, Transport } from './kinds'

const KNOWN = 'recif_known=1' // the session's cookie cannot be seen from here: one of our own tells whether to ask for it
const open = new Set<() => void>() // what to do with each line that is open when the network goes

export const transport: Transport = {
  base: '',
  isKnown: () => document.cookie.includes(KNOWN),
  noteKnown: () => void (document.cookie = `${KNOWN}; path=/; max-age=34000000; samesite=lax`),

  open(hear, lost): Line {
    const socket = new WebSocket(`${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/ws`)
    const cut = () => (socket.close(), lost())
    open.add(cut)
    socket.onmessage = (event) => hear(event.data as string)
    socket.onclose = () => {
      open.delete(cut)
      lost()
    }
    return { send: (text) => socket.send(text), close: (code) => socket.close(code) }
  },

  async ask(path, method, body) {
    const headers: Record<string, string> = body === null ? {} : { 'content-type': 'application/json' }
    const answer = await fetch(path, { method, headers, body })
    return { status: answer.status, text: await answer.text() }
  },

  download: () => false,

  keep(back) {
    addEventListener('online', back)
    addEventListener('offline', () => open.forEach((cut) => cut()))
  },

  install() {
    if (import.meta.env.PROD && 'serviceWorker' in navigator)
      addEventListener('load', () => void navigator.serviceWorker.register('/sw.js').catch(() => {}))
  },

  watch: (tell) => tell({ share: 1 }),
  save: () => {},
  restore: () => Promise.reject(new Error('a server keeps everything itself')),
}
