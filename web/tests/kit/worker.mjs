/** What a page says to the worker that answers it, and hears from it: as `visitor.mjs` overhears a socket. */

/** In the page, before its own scripts: the worker is asked by tests too, and every word of it goes to `overheard`. */
function overhear() {
  const answers = new Map()
  let count = 0
  globalThis.unanswered = new Set()
  globalThis.Worker = class extends Worker {
    constructor(...to) {
      super(...to)
      globalThis.serving = this
      this.addEventListener('message', ({ data }) => {
        if (data.say !== undefined) {
          globalThis.overheard('heard', data.say)
          globalThis.welcomed = true
        }
        globalThis.unanswered.delete(data.id)
        answers.get(data.id)?.(data)
      })
    }

    postMessage(message, ...more) {
      if (message.text !== undefined) globalThis.overheard('sent', message.text)
      if (message.path) globalThis.overheard('asked', JSON.stringify({ method: message.method, path: message.path }))
      if (message.id !== undefined) globalThis.unanswered.add(message.id)
      super.postMessage(message, ...more)
    }
  }
  globalThis.askWorker = (message) =>
    new Promise((done) => {
      const id = `of a test ${++count}`
      answers.set(id, done)
      globalThis.serving.postMessage({ ...message, id })
    })
}

/** In the page: a message with an id, and the answer to it; a refusal's code, or nothing. */
export function tellWorker(asked) {
  return new Promise((done) => {
    globalThis.serving.addEventListener('message', ({ data }) => {
      const { id, code } = JSON.parse(data.say ?? '{}')
      if (id === asked.id) done(code ?? '')
    })
    globalThis.serving.postMessage({ text: JSON.stringify(asked) })
  })
}

/** In the page: a question like those to a server's REST pages. */
export async function askWorker([method, path, body]) {
  return JSON.parse((await globalThis.askWorker({ method, path, body })).text)
}

/** From now on a visitor hears what the worker of its pages says. */
export async function listenToWorker(visitor) {
  await visitor.context.exposeBinding('overheard', (_, kind, text) => void visitor[kind].push(JSON.parse(text)))
  await visitor.context.addInitScript(overhear)
}
