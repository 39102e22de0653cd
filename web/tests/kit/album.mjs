/** What there is to see: each chapter brings its visitor to one sight after the other, and yields the name of each. A
 * game's own sights are told by its folder, or else found by playing; what is around a board is shown with XOK. */

import { match } from '../../src/boards/xok/tests.mjs'
import { mouse, play } from './hands.mjs'
import { MACHINE, ME, OPEN } from './seats.mjs'
import { bring, lit, on, press, replay, visit } from './sights.mjs'

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
  await press(visitor, '.actions button:text-matches("Cancel the match|Arrêter la partie")')
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
    .waitFor()
    .catch(() => {})
  yield 'around-lost'
}

async function* review(visitor) {
  const table = await visitor.open({ game: 'xok', seats: [ME, ME], shared: true })
  await lit(visitor)
  await replay(visitor, table, match, 99)
  await visitor.go(`/review/${table}`)
  await visitor.page.locator('.stage [data-spot]').first().waitFor()
  yield 'review-asked'
  await bring(visitor, 'aside .button.main', 'aside h2')
  await press(visitor, '.moves li:nth-child(16) button')
  yield 'review-judged'
  await bring(visitor, '.moves li:has(.mark) button', '.verdict.marked')
  yield 'review-marked'
  await bring(visitor, '.verdict button', '.verdict [aria-pressed=true]')
  yield 'review-instead'
}

/** A match studied: a branch tried, a note, what the machine thinks of it, what was played before. */
async function* study(visitor) {
  const table = await visitor.open({ game: 'xok', seats: [ME, ME], shared: true })
  await lit(visitor)
  await replay(visitor, table, match, 99)
  await visitor.go(`/study/${table}?at=12`)
  await lit(visitor)
  yield 'study-match'
  await play(visitor.page, mouse, () => visitor.page.locator('.moves [data-move]').nth(match.length).count())
  await visitor.page.locator('#study-panel textarea').fill('Et si… ? · What if …?')
  yield 'study-branch'
  await press(visitor, '#study-machine')
  yield 'study-machine'
  await press(visitor, '#study-explorer')
  yield 'study-explorer'
  await press(visitor, '#study-share')
  yield 'study-share'
}

async function* pages(visitor, games) {
  const { daily } = await (await fetch(`${visitor.url}/api/puzzles`)).json()
  const paths = {
    school: '/school',
    puzzles: '/puzzles',
    puzzle: `/puzzle/${daily}`,
    leaders: '/leaders/xok',
    door: '/study',
    events: '/events?new',
  }
  Object.assign(paths, { watch: '/watch/xok', account: '/me', lost: '/nowhere', gone: '/t/nothing-here' })
  for (const game of games.keys())
    Object.assign(paths, {
      [`learn-${game}`]: `/learn/${game}`,
      [`new-${game}`]: `/new/${game}?with=friends`,
      [`lesson-${game}`]: `/lesson/${game}`,
    })
  for (const [name, path] of Object.entries(paths)) {
    if (name === 'gone') {
      await visitor.go(path)
      await visitor.page.locator('.lost').waitFor()
    } else await visit(visitor, path)
    yield `pages-${name}`
  }
}

async function* home(visitor, games) {
  await visit(visitor, '/')
  await visitor.page.locator('[data-game]').first().waitFor()
  yield 'home-first'
  for (const [game, { fewest }] of games)
    await visitor.make({ game, seats: [ME, ...Array(fewest - 1).fill(OPEN)], public: true })
  await visitor.make({ game: 'xok', seats: [ME, MACHINE], public: true })
  await visit(visitor, '/')
  await visitor.page.locator('.rows').first().waitFor()
  yield 'home-busy'
  await visit(visitor, '/watch/')
  yield 'home-watch'
}

/** Of a game whose folder tells no sights. */
async function* played(visitor, game, { short }) {
  const table = await visitor.open(short)
  await on(visitor, table, 0)
  yield `${game}-early`
  await on(visitor, table, 12)
  yield `${game}-middle`
  await play(visitor.page, mouse)
  yield `${game}-over`
}

/** All chapters, by name. */
export function chapters(games) {
  const boards = [...games].map(([game, told]) => [game, told.sights ?? ((visitor) => played(visitor, game, told))])
  return { home, ...Object.fromEntries(boards), around, review, study, pages }
}
