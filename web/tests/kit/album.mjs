/** What there is to see: each chapter brings its visitor to one sight after the other, and yields the name of each, with its page if it is another visitor’s. A
 * game's own sights are told by its folder, or else found by playing; what is around a board is shown with XOK. */

import { match } from '../../src/boards/xok/tests.mjs'
import { decide, players, post } from './evening.mjs'
import { golden } from './golden.mjs'
import { mouse, play } from './hands.mjs'
import { MACHINE, ME, OPEN } from './seats.mjs'
import { bring, lit, on, press, replay, visit } from './sights.mjs'
import { DESK, Visitor } from './visitor.mjs'

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

/** A match of each game that is looked back upon, at the first move that mattered; of one match all else there is to see. */
async function* review(visitor, games) {
  for (const game of games.keys()) {
    const { match } = await visitor.ask('POST', '/api/records', golden(game), 'text/plain')
    await visitor.go(`/review/${match}`)
    await visitor.page.locator('.stage [data-spot], .stage svg').first().waitFor()
    await bring(visitor, 'aside .button.main', '.moments [aria-current=true]')
    yield `review-${game}`
  }
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

/** One of each game: asked, missed, given up. */
async function* puzzles(visitor, games) {
  const shelf = await visitor.ask('GET', '/api/puzzles')
  for (const game of games.keys()) {
    const { puzzle } = shelf.puzzles.find((one) => one.game === game)
    await visitor.go(`/puzzle/${puzzle}`)
    await lit(visitor)
    yield `puzzles-${game}`
    await play(visitor.page, mouse, () => visitor.page.locator('.wrong, .status.good').count())
    await visitor.page.locator('.wrong li, .status.good').first().waitFor()
    yield `puzzles-${game}-tried`
    await visitor.go(`/puzzle/${puzzle}`)
    await lit(visitor)
    await bring(visitor, 'aside button:text-matches("Show the solution|Voir la solution")', '.status .why')
    yield `puzzles-${game}-shown`
  }
}

/** A club with its ladder, and an event of eight from its beginning to its end: for who plays, who runs it, and the wall. */
async function* gatherings(visitor) {
  const name = 'Crabes & Cie'
  const club = `/clubs/${encodeURIComponent(name)}`
  await post(visitor.page, '/api/account', { name: 'Ana', password: 'a sentence that is long enough' })
  await visit(visitor, '/clubs')
  yield 'gatherings-clubs'
  await post(visitor.page, '/api/clubs', { name, about_fr: 'Chaque mardi.', about_en: 'Every Tuesday.' })
  await visit(visitor, club)
  yield 'gatherings-club'
  const games = [{ game: 'xok', options: { side: 4 } }]
  const { event } = await post(visitor.page, '/api/events', {
    name: 'Friday',
    form: 'swiss',
    games,
    rounds: 2,
    pause: -1,
  })
  await visit(visitor, `/events/${event}`)
  yield 'gatherings-event'
  const all = await players(visitor.context.browser(), visitor.url, event, 8)
  await post(visitor.page, `/api/events/${event}/acts`, { act: 'pairround' })
  await visit(visitor, `/events/${event}/direct`)
  yield 'gatherings-direct'
  await decide(event, all)
  await visit(visitor, `/events/${event}`)
  yield 'gatherings-standings'
  await visit(visitor, `/events/${event}/screen`)
  yield 'gatherings-wall'
  for (const one of all) await one.leave()
}

/** What a device shows that has no network: what it has kept, and what it lacks. */
async function* offline({ context, url }) {
  const device = { ...DESK, serviceWorkers: 'allow' }
  const visitor = await Visitor.arrive(context.browser(), url, { theme: 'auto' }, device)
  const { page } = visitor
  await page.evaluate(() => navigator.serviceWorker.ready)
  const table = await visitor.make({ game: 'kroc', seats: [ME, MACHINE] })
  for (const path of ['/learn/xok', '/']) await visit(visitor, path) // by way of the worker
  await visitor.context.setOffline(true)
  await page.reload()
  await page.locator('.banner.shown').waitFor()
  yield ['offline-home', page]
  for (const [name, path] of Object.entries({ lesson: '/lesson/kroc', table: `/t/${table}`, school: '/school' })) {
    await page.goto(url + path)
    await page.locator('.lost').waitFor()
    yield [`offline-${name}`, page]
  }
  await visitor.context.close()
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
  Object.assign(paths, {
    watch: '/watch/xok',
    account: '/me',
    notices: '/notices',
    reef: '/reef',
    tv: '/tv',
    hand: '/hand',
  })
  Object.assign(paths, { lost: '/nowhere', gone: '/t/nothing-here' })
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
  return { home, ...Object.fromEntries(boards), around, review, study, puzzles, pages, gatherings, offline }
}
