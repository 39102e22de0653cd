/** The server in a worker of this page (web/page/worker.mjs): nothing leaves the device. */

import type { Answered, Line, Stage, Transport } from './kinds'

type FromWorker =
  | { say: string }
  | { hung: true }
  | { stage: Stage }
  | { id: number; status: number; text: string; kind: string; name: string }

declare global {
  var recifBase: string | undefined // set by the head of the page
  var recifWritten: string[] | undefined // questions whose answers were written out when the page was built
}

interface Asking {
  settle: (answer: Answered) => void
  save?: boolean
}

const base = globalThis.recifBase ?? ''
const written = new Map((globalThis.recifWritten ?? []).map((path, at) => [path, `${base}/written/${at}.json`]))
const asking = new Map<number, Asking>()
const watchers = new Set<(stage: Stage) => void>()
let stage: Stage = { share: 0 }
let count = 0
let line: { hear: (text: string) => void; lost: () => void } | undefined
let made: Worker | undefined

function reach(next: Stage): void {
  stage = next
  for (const tell of watchers) tell(stage)
}

/** The worker, started when it is first needed; none where the browser has none: then nothing is ever answered. */
function worker(): Worker | undefined {
  if (made) return made
  if (!('Worker' in globalThis)) {
    reach({ share: 0, trouble: TOO_OLD })
    return undefined
  }
  made = new Worker(`${base}/python/worker.mjs`, { type: 'module' })
  made.onmessage = ({ data }: MessageEvent<FromWorker>) => heard(data)
  made.onerror = (event) => {
    event.preventDefault()
    reach({ share: 0, trouble: TOO_OLD })
  }
  void navigator.storage?.persist?.().catch(() => {}) // it was a wish
  return made
}

const TOO_OLD = {
  fr: 'Ce navigateur est trop ancien pour jouer sans serveur. Mettez-le à jour, ou prenez-en un autre. Les règles et les leçons se lisent tout de même.',
  en: 'This browser is too old to play without a server. Update it, or use another one. You can still read rules and lessons.',
}

function heard(message: FromWorker): void {
  if ('say' in message) line?.hear(message.say)
  else if ('hung' in message) line?.lost()
  else if ('stage' in message) reach(message.stage)
  else {
    const asked = asking.get(message.id)
    asking.delete(message.id)
    if (asked?.save && message.status === 200) save(message.text, message.kind, message.name)
    asked?.settle({ status: message.status, text: message.text })
  }
}

function save(content: BlobPart, kind: string, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([content], { type: kind }))
  link.download = name || 'recif.txt'
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}

function ask(message: object, isSaved = false): Promise<Answered> {
  const id = ++count
  return new Promise((settle) => {
    asking.set(id, { settle, save: isSaved })
    worker()?.postMessage({ ...message, id })
  })
}

export const transport: Transport = {
  base,
  isKnown: () => true,
  noteKnown: () => {},

  open(hear, lost): Line {
    line = { hear, lost }
    worker()?.postMessage({ open: true })
    return { send: (text) => worker()?.postMessage({ text }), close: () => lost() }
  },

  async ask(path, method, body) {
    const file = method === 'GET' ? written.get(path) : undefined
    if (!file) return ask({ path, method, body })
    const answer = await fetch(file)
    return { status: answer.status, text: await answer.text() }
  },

  download(path) {
    void ask({ path, method: 'GET', body: null }, true)
    return true
  },

  keep: () => {},

  /** Once everything runs, or never will: what is played with comes first over a slow line. */
  install() {
    if (!('serviceWorker' in navigator)) return
    const wait = ({ share, trouble }: Stage) => {
      if (share < 1 && !trouble) return
      watchers.delete(wait)
      void navigator.serviceWorker.register(`${base}/sw.js`).catch(() => {})
    }
    watchers.add(wait)
    wait(stage)
  },

  watch(tell) {
    watchers.add(tell)
    tell(stage)
  },

  save: (beside) => void ask({ save: beside }, true),
  restore: (file) => ask({ restore: file }),
}
