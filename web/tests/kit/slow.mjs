/** A slow device at the end of a slow line, on this machine: for figures, not for tests. */

import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { PYTHON } from './server.mjs'

const KINDS = { html: 'text/html', js: 'text/javascript', mjs: 'text/javascript', wasm: 'application/wasm' }
KINDS.json = 'application/json'
KINDS.css = 'text/css'
KINDS.svg = 'image/svg+xml'
const PIECE = 8 * 1024

/** All files of a folder as a good host sends them, by path; compressed once, into `kept`. */
export function compressed(folder, kept) {
  mkdirSync(kept, { recursive: true })
  const files = readdirSync(folder, { recursive: true }).filter((name) => statSync(join(folder, name)).isFile())
  return new Map(files.map((name) => [`/${name}`, squeezed(join(folder, name), join(kept, name.replaceAll('/', '~')))]))
}

function squeezed(file, kept) {
  if (!existsSync(kept) || statSync(kept).mtimeMs < statSync(file).mtimeMs)
    writeFileSync(kept, brotliCompressSync(readFileSync(file)))
  return readFileSync(kept)
}

/** A static host behind a line of so many bits a second; without any, as quick as it can. */
export function slowHost(files, bits = Infinity) {
  let free = 0 // when the line is free again
  const server = createServer(async (request, answer) => {
    const path = decodeURI(request.url.split('?')[0])
    const found = files.get(path === '/' ? '/index.html' : path) ?? files.get('/404.html')
    const kind = KINDS[path.split('.').at(-1)] ?? (path.includes('.') ? 'application/octet-stream' : KINDS.html)
    answer.writeHead(200, { 'content-type': kind, 'content-encoding': 'br', 'cache-control': 'max-age=600' })
    for (let at = 0; at < found.length; at += PIECE) {
      free = Math.max(free, performance.now()) + (PIECE * 8 * 1000) / bits
      const wait = free - performance.now()
      if (wait > 1) await new Promise((go) => setTimeout(go, wait))
      answer.write(found.subarray(at, at + PIECE))
    }
    answer.end()
  })
  return new Promise((ready) => server.listen(0, '127.0.0.1', () => ready(server)))
}

const STOPPING = `
import os, signal, sys, threading, time
pids, share = [int(one) for one in sys.argv[2:]], float(sys.argv[1])
threading.Thread(target=lambda: (sys.stdin.read(), ended.set()), daemon=True).start()
ended = threading.Event()
def tell(sign):
    for pid in pids:
        try: os.kill(pid, sign)
        except ProcessLookupError: pass
while not ended.is_set():
    tell(signal.SIGSTOP); time.sleep(0.016 * (1 - share))
    tell(signal.SIGCONT); time.sleep(0.016 * share)
tell(signal.SIGCONT)
`

/** What draws pages and runs workers, of a browser: its processes. */
export async function renderers(devtools) {
  const { processInfo } = await devtools.send('SystemInfo.getProcessInfo')
  return processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id)
}

/** Let these processes run only one part in so many of the time, workers too; the answer ends it. */
export function slowed(pids, times) {
  const child = spawn(PYTHON, ['-c', STOPPING, String(1 / times), ...pids.map(String)], {
    stdio: ['pipe', 'inherit', 'inherit'],
  })
  return () =>
    new Promise((done) => {
      child.once('exit', done)
      child.stdin.end()
    })
}

/** Bytes that processes have to themselves, and their share of what they have with others. */
export function memoryOf(pids) {
  const pss = (pid) => Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))[1])
  return pids.reduce((sum, pid) => sum + pss(pid) * 1024, 0)
}

/** Seconds that processes have worked. */
export function processorOf(pids) {
  const spent = (pid) => {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const [mine, system] = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .slice(11, 13)
    return (Number(mine) + Number(system)) / 100 // Linux counts hundredths
  }
  return pids.reduce((sum, pid) => sum + spent(pid), 0)
}
