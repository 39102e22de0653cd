/** A worker of a page that a server serves: what is asked for whoever is in front of it, their own device thinks about here. */

import { start } from './python.mjs'

const ready = start().then((python) => {
  const thinker = python.pyimport('recif.page.thinker')
  const answer = thinker.lend_mind('/games')
  const began = performance.now()
  thinker.trial()
  postMessage({ took: performance.now() - began })
  return answer
})
ready.catch((error) => {
  console.info('this device cannot think', error)
  postMessage({})
})

onmessage = async ({ data: { number, what, given } }) => {
  try {
    postMessage({ number, answer: (await ready)(what, given) })
  } catch (error) {
    console.info('a thought failed', error)
    postMessage({ number })
  }
}
