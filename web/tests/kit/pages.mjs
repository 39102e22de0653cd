/** Every page of the site, each with a way to get there; the answer of `open` is its path. */

import { MACHINE, ME, OPEN } from './seats.mjs'

/** A table a little way into the match, with something lit. */
async function begun(visitor, wish, play, mouse) {
  const table = await visitor.open(wish)
  await play(visitor.page, mouse, () => (visitor.seen(table).log ?? []).filter((line) => line.seat >= 0).length >= 4)
  await play(visitor.page, mouse, () => visitor.page.locator('.stage [data-lit]').count()) // the curtain, if there is one
  return `/t/${table}`
}

async function finished(visitor, play, mouse) {
  const table = await visitor.open({ game: 'xok', seats: [ME, ME], options: { side: 4 }, shared: true })
  await play(visitor.page, mouse, () => visitor.seen(table).log.length >= 4)
  await visitor.page.getByRole('button', { name: /Resign|Abandonner/ }).click()
  await visitor.page.getByRole('button', { name: /^(Yes|Oui)$/ }).click()
  await visitor.page.locator('.outcome').waitFor()
  return table
}

const plain = (path) => async (visitor) => (
  await visitor.go(path),
  await visitor.page.locator('main h1').waitFor({ state: 'attached' }),
  path
)

/** A review is whole: it says how accurate somebody was. */
export function isJudged(page) {
  return page.locator('aside tbody td:nth-child(3)').filter({ hasText: /\d/ }).first().waitFor()
}

export function everyPage(short, play, mouse) {
  const games = Object.keys(short)
  return [
    { name: 'home', open: plain('/') },
    ...games.map((game) => ({ name: `the rules of ${game}`, open: plain(`/learn/${game}`) })),
    { name: 'the reef', open: plain('/reef') },
    { name: 'the school', open: plain('/school') },
    ...games.map((game) => ({ name: `the lesson of ${game}`, open: plain(`/lesson/${game}`) })),
    ...games.map((game) => ({ name: `a new table of ${game}`, open: plain(`/new/${game}?with=friends`) })),
    ...games.map((game) => ({
      name: `a table of ${game}`,
      open: (visitor) => begun(visitor, short[game], play, mouse),
    })),
    {
      name: 'a table that waits',
      open: async (visitor) => `/t/${await visitor.open({ game: 'kroc', seats: [ME, OPEN, MACHINE] })}`,
    },
    { name: 'a finished match', open: async (visitor) => `/t/${await finished(visitor, play, mouse)}` },
    {
      name: 'a review',
      open: async (visitor) => {
        const path = `/review/${await finished(visitor, play, mouse)}`
        await visitor.go(path)
        await visitor.page.locator('.stage [data-spot]').first().waitFor()
        await visitor.page.getByRole('button', { name: /^(Analyse the match|Analyser la partie)$/ }).click()
        await isJudged(visitor.page)
        return path
      },
    },
    { name: 'the way to a study', open: plain('/study') },
    {
      name: 'a study',
      open: async (visitor) => {
        const path = `/study/${await finished(visitor, play, mouse)}`
        await visitor.go(path)
        await visitor.page.locator('.stage [data-lit]').first().waitFor()
        return path
      },
    },
    { name: 'tables to watch', open: plain('/watch/xok') },
    { name: 'leaders', open: plain('/leaders/xok') },
    { name: 'clubs', open: plain('/clubs') },
    { name: 'events', open: plain('/events?new') },
    { name: 'me and my settings', open: plain('/me') },
    { name: 'a page that is not', open: plain('/nowhere') },
    { name: 'a table that is not', open: plain('/t/nothing-here') },
  ]
}
