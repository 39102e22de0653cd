/** The worker that thinks, as the server's Python sees it: `think(bytes)` gives bytes, or nothing where nobody can think apart. */

let worker
let waiting // for the thought under way
let isLost = false // this browser has no workers of workers, or no memory for a second Python

function made() {
  worker = new Worker(new URL('thinker.mjs', import.meta.url), { type: 'module' })
  worker.onmessage = ({ data }) => (data.lost ? lose() : settle(data.answer))
  worker.onerror = (event) => {
    event.preventDefault?.()
    lose()
  }
  return worker
}

function settle(answer) {
  const tell = waiting
  waiting = undefined
  tell?.(answer)
}

function lose() {
  isLost = true
  worker?.terminate()
  worker = undefined
  settle(undefined)
}

export function think(pickled) {
  const question = pickled.toJs()
  if (isLost) return Promise.resolve(undefined)
  return new Promise((tell) => {
    waiting = tell
    try {
      ;(worker ?? made()).postMessage({ question })
    } catch {
      lose()
    }
  })
}

/** Nobody waits for the thought under way: it ends with its worker, and the next one begins with another. */
export function forsake() {
  if (!waiting) return
  worker?.terminate()
  worker = undefined
  settle(undefined)
}
