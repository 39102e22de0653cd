/** `make lighthouse`: what Lighthouse says of five pages on its phone, as a table; below it, what costs points.
 *
 * Not part of the tests: times are those of the machine, and Lighthouse is heavy. `package.json` has its version, the last that runs
 * on Node.js 20; the make target brings it into dist/lighthouse.
 */

import { createServer } from 'node:net'
import { openBrowser } from './kit/chromium.mjs'
import { MACHINE, ME } from './kit/seats.mjs'
import { Server } from './kit/server.mjs'
import { settled } from './kit/settled.mjs'
import { Visitor } from './kit/visitor.mjs'

const { default: lighthouse } = await import('../../dist/lighthouse/node_modules/lighthouse/core/index.js')
const KINDS = ['performance', 'accessibility', 'best-practices', 'seo']
const LEAST = { performance: 95 } // the others: all of it
const TIMES = ['first-contentful-paint', 'largest-contentful-paint', 'total-blocking-time', 'cumulative-layout-shift']

const freePort = () =>
  new Promise((found) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address()
      probe.close(() => found(port))
    })
  })

/** The pages; the table is one that somebody else plays at. Somebody has seen them all: no server's first visitor is measured. */
async function pages(browser, url) {
  const host = await Visitor.arrive(browser, url)
  const table = await host.open({ game: 'kroc', seats: [ME, MACHINE] })
  await host.page.locator('.stage [data-lit]').first().waitFor()
  const { daily } = await (await fetch(`${url}/api/puzzles`)).json()
  const found = {
    home: '/',
    table: `/t/${table}`,
    lesson: '/lesson/kroc',
    puzzle: `/puzzle/${daily}`,
    puzzles: '/puzzles',
    rules: '/learn/kroc',
  }
  for (const path of Object.values(found)) {
    await host.go(path)
    await settled(host.page)
  }
  await host.leave()
  return found
}

function lost(report) {
  return KINDS.flatMap((kind) =>
    report.categories[kind].auditRefs
      .filter(({ id, weight }) => weight && (report.audits[id].score ?? 1) < (kind === 'performance' ? 0.9 : 1))
      .map(({ id }) => `${id} ${report.audits[id].displayValue ?? ''}`),
  )
}

/** Lighthouse now and then misses the beginning of a page, says so, and asks to be run again. */
async function report(url) {
  for (;;) {
    const { lhr } = await lighthouse(url, { port, logLevel: 'error', onlyCategories: KINDS })
    if (lhr.runtimeError?.code !== 'NO_NAVSTART') return lhr
  }
}

const port = await freePort()
const server = await new Server().start()
const browser = await openBrowser({ whole: true, flags: [`--remote-debugging-port=${port}`] })
const row = (cells) => process.stdout.write(`${cells.map((cell, i) => String(cell).padEnd(i ? 9 : 10)).join('')}\n`)
row(['page', 'perf', 'access', 'best', 'seo', 'FCP', 'LCP', 'TBT', 'CLS', 'kB'])
const costly = []
for (const [name, path] of Object.entries(await pages(browser, server.url))) {
  const lhr = await report(server.url + path)
  const scores = KINDS.map((kind) => Math.round(100 * lhr.categories[kind].score))
  const bytes = lhr.audits['total-byte-weight']?.numericValue ?? 0
  row([name, ...scores, ...TIMES.map((id) => lhr.audits[id].displayValue), Math.round(bytes / 1024)])
  if (KINDS.some((kind, i) => scores[i] < (LEAST[kind] ?? 100))) costly.push(`${name}: ${lost(lhr).join('; ')}`)
}
for (const one of costly) process.stdout.write(`${one}\n`)
await browser.close()
await server.stop()
