/** Récif's server in a worker: Python, the games as libraries in its memory, and one file that outlives the page.
 * Text in is what a browser would send over the socket, text out what it would hear. */

import { forsake, think } from './apart.mjs'
import { files, mount } from './opfs.mjs'
import { start } from './python.mjs'
import { DAMAGED, ELSEWHERE, NEWER, NO_PYTHON, NOT_KEPT, NOTHING_KEPT } from './says.mjs'

const FOLDER = '/kept'
const DATABASE = `${FOLDER}/recif.db`
const TROUBLES = { damaged: DAMAGED, newer: NEWER, full: NOT_KEPT }
const COPY = '/copy.db' // beside the kept file, in this worker's memory alone

const stage = (share, trouble) => postMessage({ stage: { share, trouble } })

let python
let server
let handles
const waiting = [] // what came while Python started
onmessage = ({ data }) => void (server ? take(data) : waiting.push(data))

async function serve() {
  stage(0.05)
  let isMine = false
  const opening = files('recif').finally(() => (isMine = true))
  opening.catch(() => {}) // said below, where it is waited for
  python = await start(stage)
  if (!isMine) stage(0, ELSEWHERE)
  handles = await opening
  if (handles) mount(python.FS, FOLDER, handles)
  else python.FS.mkdirTree(FOLDER)
  const worker = python.pyimport('recif.page.worker')
  const say = (text) => postMessage({ say: text })
  const hangUp = () => {
    postMessage({ hung: true })
    if (server?.is_full) stage(1, NOT_KEPT)
  }
  server = await worker.open(DATABASE, '/games', say, hangUp, flush, think, forsake)
  stage(1, TROUBLES[server.trouble] ?? (handles ? undefined : NOTHING_KEPT))
  for (const data of waiting.splice(0)) await take(data)
}

function flush() {
  handles?.forEach((file) => file.flush())
}

async function take(data) {
  if (data.text !== undefined) server.on_message(data.text)
  else if (data.open) await server.connect()
  else if (data.restore) await restore(data)
  else if (data.save) postMessage({ id: data.id, ...(await copy(data.save)) })
  else postMessage({ id: data.id, ...answered(await server.fetch(data.method, data.path, data.body)) })
}

function answered(proxy) {
  const [status, text, kind, name] = proxy.toJs()
  proxy.destroy()
  return { status, text, kind, name }
}

/** Everything as one file, with what the page keeps beside it. */
async function copy(beside) {
  const text = await server.save(COPY, beside)
  const day = new Date().toISOString().slice(0, 10)
  return { status: 200, text, kind: 'application/json', name: `recif-${day}.json` }
}

/** Such a file takes the place of what is kept; the page begins anew after it. */
async function restore({ id, restore: file }) {
  const answer = answered(server.restore(await file.text(), COPY))
  flush()
  postMessage({ id, ...answer })
}

serve().catch((error) => {
  stage(0, NO_PYTHON)
  throw error
})
