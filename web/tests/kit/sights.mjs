/** Ways to a sight of a board: what the chapters of the album have in common. */

import { mouse, play } from './hands.mjs'
import { until as holds } from './settled.mjs'

export const LIT = '.stage [data-spot][data-lit]'

const decisions = (visitor, table) => visitor.seen(table).log.filter((line) => line.seat >= 0).length
export const lit = (visitor) => visitor.page.locator(`${LIT}, .outcome`).first().waitFor()
/** Pressed even where something lies over it. */
export const press = (visitor, selector) =>
  visitor.page
    .locator(selector)
    .first()
    .evaluate((one) => one.dispatchEvent(new MouseEvent('click', { bubbles: true })))

/** Press something, and wait for what it brings. */
export async function bring(visitor, selector, brought, patience = {}) {
  await press(visitor, selector)
  await visitor.page.locator(brought).first().waitFor(patience)
}

export async function visit(visitor, path) {
  await visitor.go(path)
  await visitor.page.locator('main h1').first().waitFor({ state: 'attached' })
  await visitor.page.waitForFunction(() => !document.querySelector('main [role=status]')?.textContent.endsWith('…'))
}

/** Moves of a known match, as far as that many. */
export async function replay(visitor, table, moves, until) {
  for (let n = decisions(visitor, table); n < Math.min(until, moves.length); n++) {
    const seat = visitor.seen(table).now.waiting[0]
    const said = await visitor.page.evaluate(
      async ([table, body]) => {
        const answer = await fetch(`/api/tables/${table}/moves`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body,
        })
        const said = await answer.text() // read whole: a page with an answer that is not read never settles
        return answer.ok ? '' : said
      },
      [table, JSON.stringify({ seat, move: moves[n], id: `${table} ${n}` })],
    )
    if (said) throw new Error(`${moves[n]}: ${said}`)
    await holds(() => decisions(visitor, table) > n)
  }
  await lit(visitor)
}

/** On, by taking what is lit, to so many decisions, or to a sight that `suits`. */
export async function on(visitor, table, until, suits = () => true) {
  await play(
    visitor.page,
    mouse,
    async () =>
      decisions(visitor, table) >= until &&
      (await visitor.page.locator(LIT).count()) > 0 &&
      suits(visitor.seen(table).now.scene),
  )
}
