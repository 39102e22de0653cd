/** What there is to see: each chapter brings its visitor to one sight after the other, and yields the name of each. */

import { mouse, play } from './hands.mjs'
import { URCHINS, XOK } from './matches.mjs'
import { MACHINE, ME, OPEN } from './tables.mjs'

const GAMES = ['xok', 'urchins', 'crocodiles', 'kroc', 'crabs']
const LIT = '.stage [data-spot][data-lit]'

const decisions = (visitor, table) => visitor.seen(table).log.filter((line) => line.seat >= 0).length
const lit = (visitor) => visitor.page.locator(`${LIT}, .outcome`).first().waitFor()
/** Pressed even where something lies over it. */
const press = (visitor, selector) =>
  visitor.page
    .locator(selector)
    .first()
    .evaluate((one) => one.dispatchEvent(new MouseEvent('click', { bubbles: true })))

/** Press something, and wait for what it brings. */
async function bring(visitor, selector, brought, patience = {}) {
  await press(visitor, selector)
  await visitor.page.locator(brought).first().waitFor(patience)
}

async function visit(visitor, path) {
  await visitor.go(path)
  await visitor.page.locator('main h1').first().waitFor({ state: 'attached' })
  await visitor.page.waitForFunction(() => !document.querySelector('main [role=status]')?.textContent.endsWith('…'))
}

/** Moves of a known match, as far as that many. */
async function replay(visitor, table, moves, until) {
  for (let n = decisions(visitor, table); n < Math.min(until, moves.length); n++) {
    const seat = visitor.seen(table).now.waiting[0]
    const said = await visitor.page.evaluate(
      async ([table, body]) => {
        const answer = await fetch(`/api/tables/${table}/moves`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body,
        })
        return answer.ok ? '' : answer.text()
      },
      [table, JSON.stringify({ seat, move: moves[n], id: `${table} ${n}` })],
    )
    if (said) throw new Error(`${moves[n]}: ${said}`)
    while (decisions(visitor, table) <= n) await new Promise((go) => setTimeout(go, 5))
  }
  await lit(visitor)
}

/** On, by taking what is lit, to so many decisions, or to a sight that `suits`. */
async function on(visitor, table, until, suits = () => true) {
  await play(
    visitor.page,
    mouse,
    async () =>
      decisions(visitor, table) >= until &&
      (await visitor.page.locator(LIT).count()) > 0 &&
      suits(visitor.seen(table).now.scene),
  )
}

async function* xok(visitor) {
  const table = await visitor.open({ game: 'xok', seats: [ME, ME], shared: true })
  await lit(visitor)
  yield 'xok-empty'
  await replay(visitor, table, XOK, 3)
  yield 'xok-early'
  await replay(visitor, table, XOK, 14)
  yield 'xok-middle'
  await press(visitor, '[data-spot^="shark:"][data-lit]')
  yield 'xok-shark'
  await press(visitor, '.cell[data-lit]')
  yield 'xok-turning'
  await press(visitor, '.cell:not([data-lit])')
  await replay(visitor, table, XOK, 29)
  yield 'xok-late'
  await replay(visitor, table, XOK, 99)
  yield 'xok-over'
  const small = await visitor.open({ game: 'xok', seats: [ME, MACHINE], options: { side: 4 } })
  await on(visitor, small, 4)
  yield 'xok-machine'
}

async function* urchins(visitor) {
  const table = await visitor.open({ game: 'urchins', seats: [ME, ME, ME], shared: true })
  await lit(visitor)
  yield 'urchins-empty'
  await replay(visitor, table, URCHINS, 7)
  yield 'urchins-early'
  for (const [n, name] of [
    [59, 'move'],
    [60, 'act'],
    [61, 'place'],
  ]) {
    await replay(visitor, table, URCHINS, n)
    yield `urchins-${name}`
  }
  await replay(visitor, table, URCHINS, 110)
  await press(visitor, '.cell[data-lit]')
  yield 'urchins-late'
  await replay(visitor, table, URCHINS, 999)
  yield 'urchins-over'
}

async function* crocodiles(visitor) {
  const placing = await visitor.open({ game: 'crocodiles', seats: [ME, ME], shared: true })
  await on(visitor, placing, 3)
  yield 'crocodiles-placing'
  const table = await visitor.open({ game: 'crocodiles', seats: [ME, ME], options: { setup: 'first' }, shared: true })
  await on(visitor, table, 1)
  yield 'crocodiles-early'
  await on(visitor, table, 30, (scene) => scene.step === 'turn')
  yield 'crocodiles-middle'
  await press(visitor, `.cell[data-lit]`)
  yield 'crocodiles-picked'
  await on(visitor, table, 31, (scene) => scene.step === 'charge')
  yield 'crocodiles-charge'
  await on(visitor, table, 90)
  yield 'crocodiles-late'
  await play(visitor.page, mouse)
  yield 'crocodiles-over'
}

async function* kroc(visitor) {
  const table = await visitor.open({ game: 'kroc', seats: [ME, MACHINE, MACHINE] })
  await lit(visitor)
  yield 'kroc-early'
  await on(visitor, table, 6, (scene) => scene.seats[0].hungry && scene.phase === 'choosing')
  if (visitor.seen(table).info.status !== 'over') await press(visitor, LIT)
  yield 'kroc-hungry'
  await on(visitor, table, 21)
  yield 'kroc-late'
  await play(visitor.page, mouse)
  yield 'kroc-over'
  const five = await visitor.open({ game: 'kroc', seats: [ME, ...Array(4).fill(MACHINE)] })
  await on(visitor, five, 20)
  yield 'kroc-five'
}

/** With time standing still between the three beats. */
async function* reveal(visitor) {
  const table = await visitor.open({ game: 'kroc', seats: [ME, MACHINE, MACHINE, MACHINE] })
  await on(visitor, table, 4, (scene) => scene.phase === 'choosing' && scene.round < 6)
  await visitor.page.evaluate(() =>
    localStorage.setItem(
      'recif.settings',
      JSON.stringify({ ...JSON.parse(localStorage.getItem('recif.settings')), motion: 'full' }),
    ),
  )
  await visitor.page.clock.install()
  await visitor.go(`/t/${table}`)
  await visitor.page.clock.resume()
  await lit(visitor)
  await visitor.page.clock.pauseAt(Date.now() + 100)
  const before = visitor.sent.length
  while (!visitor.sent.slice(before).some((message) => message.type === 'play')) {
    await press(visitor, LIT)
    await new Promise((go) => setTimeout(go, 200))
  }
  for (const beat of ['cric', 'crac', 'kroc']) {
    await visitor.page.locator('.word', { hasText: new RegExp(beat, 'i') }).waitFor()
    yield `reveal-${beat}`
    await visitor.page.clock.runFor(520)
  }
}

async function* crabs(visitor) {
  const table = await visitor.open({ game: 'crabs', seats: [ME, ME], shared: true })
  await visitor.page.locator('.curtain').waitFor()
  yield 'crabs-curtain'
  await on(visitor, table, 0)
  yield 'crabs-lead'
  const phases = new Set(['turn', 'answer', 'give', 'drop', 'mix', 'pinch', 'again'])
  for (let n = 3; phases.size && visitor.seen(table).info.status !== 'over'; n++) {
    await on(visitor, table, n, (scene) => phases.has(scene.phase))
    const { phase } = visitor.seen(table).now.scene
    if (phases.delete(phase)) yield `crabs-${phase}`
  }
  await play(visitor.page, mouse)
  yield 'crabs-over'
}

/** What comes over or beside a board. */
async function* around(visitor) {
  await visitor.open({ game: 'xok', seats: [ME, MACHINE] })
  await lit(visitor)
  await press(visitor, '.actions .button:first-child')
  await visitor.page.waitForFunction(() => !document.querySelector('.actions .button')?.disabled)
  yield 'around-nudge'
  await press(visitor, '.status .button')
  yield 'around-hint'
  await bring(visitor, '[data-spot^="shark:"]:not([data-lit])', '.refused')
  yield 'around-refused'
  await press(visitor, '.actions button:has(+ button:last-child)')
  yield 'around-sure'
  await press(visitor, 'dialog header button')
  await bring(visitor, '.actions button:text-matches("Rules|Règles")', 'dialog .prose h2')
  yield 'around-rules'
  await press(visitor, 'dialog header button')
  await press(visitor, '#tab-chat')
  await visitor.page.locator('.chip').first().click()
  await visitor.page.locator('.chat li strong').waitFor()
  yield 'around-chat'
  await visitor.open({ game: 'xok', seats: [ME, OPEN], pace: { kind: 'increment', start: 300_000, bonus: 5_000 } })
  await visitor.page.locator('.invite').waitFor()
  yield 'around-invite'
  await visitor.open({ game: 'kroc', seats: [ME, MACHINE, MACHINE], pace: { kind: 'days', start: 86_400_000 } })
  await lit(visitor)
  yield 'around-clocks'
  await visitor.page.context().setOffline(true)
  await visitor.page.evaluate(() => dispatchEvent(new Event('offline')))
  await visitor.page
    .locator('.banner.shown')
    .waitFor({ timeout: 20_000 })
    .catch(() => {})
  yield 'around-lost'
}

async function* review(visitor) {
  const table = await visitor.open({ game: 'xok', seats: [ME, ME], shared: true })
  await lit(visitor)
  await replay(visitor, table, XOK, 99)
  await visitor.go(`/review/${table}`)
  await visitor.page.locator('.stage [data-spot]').first().waitFor()
  yield 'review-asked'
  await bring(visitor, 'aside .button.main', 'aside h2', { timeout: 300_000 })
  await press(visitor, '.moves li:nth-child(16) button')
  yield 'review-judged'
  await bring(visitor, '.moves li:has(.mark) button', '.verdict.marked')
  yield 'review-marked'
  await bring(visitor, '.verdict button', '.verdict [aria-pressed=true]')
  yield 'review-instead'
}

async function* pages(visitor) {
  const paths = { watch: '/watch/xok', account: '/me', lost: '/nowhere', gone: '/t/nothing-here' }
  for (const game of GAMES)
    Object.assign(paths, { [`learn-${game}`]: `/learn/${game}`, [`new-${game}`]: `/new/${game}?with=friends` })
  for (const [name, path] of Object.entries(paths)) {
    if (name === 'gone') {
      await visitor.go(path)
      await visitor.page.locator('.lost').waitFor()
    } else await visit(visitor, path)
    yield `pages-${name}`
  }
}

async function* home(visitor) {
  await visit(visitor, '/')
  await visitor.page.locator('[data-game]').first().waitFor()
  yield 'home-first'
  for (const game of GAMES) await visitor.make({ game, seats: [ME, OPEN], public: true })
  await visitor.make({ game: 'xok', seats: [ME, MACHINE], public: true })
  await visit(visitor, '/')
  await visitor.page.locator('.rows').first().waitFor()
  yield 'home-busy'
  await visit(visitor, '/watch/')
  yield 'home-watch'
}

export const CHAPTERS = { home, xok, urchins, crocodiles, kroc, reveal, crabs, around, review, pages }
