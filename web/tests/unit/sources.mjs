/** The pages' own modules, as vite reads them. */

import { after } from 'node:test'
import { createServer } from 'vite'

const vite = await createServer({
  configFile: false,
  root: new URL('../../', import.meta.url).pathname,
  logLevel: 'error',
  server: { middlewareMode: true, ws: false },
})
after(() => vite.close())

/** What a file under `src/` exports. */
export const source = (path) => vite.ssrLoadModule(`/src/${path}`)
