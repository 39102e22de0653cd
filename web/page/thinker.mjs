/** Where machines think: Python once more, in a worker of the worker, so that pages are answered meanwhile. Bytes in, bytes out. */

import { start } from './python.mjs'

const ready = start().then((python) =>
  python.runPython('from recif.page.thinker import open_mind; open_mind("/games")'),
)
ready.catch(() => postMessage({ lost: true }))

onmessage = async ({ data }) => {
  const proxy = (await ready)(data.question)
  const answer = proxy.toJs()
  proxy.destroy()
  postMessage({ answer })
}
