/** The school: every lesson from its first step to a first match with the coach; wrong tries, keyboard, a phone. */

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, test } from 'node:test'
import { openBrowser } from './kit/chromium.mjs'
import { keys } from './kit/hands.mjs'
import { IS_PAGE } from './kit/place.mjs'
import { Server } from './kit/server.mjs'
import { faults } from './kit/settled.mjs'
import { gamesOf } from './kit/tables.mjs'
import { PHONE, Visitor } from './kit/visitor.mjs'
import { overlaid } from './kit/written.mjs'

const server = await new Server().start()
const games = await gamesOf(server.api)
const taught = (await (await fetch(`${server.api}/api/lessons`)).json()).map(({ game }) => game)
let browser
before(async () => (browser = await openBrowser()))
after(() => Promise.all([browser.close(), server.stop()]))

/** A text in both languages. */
function said(stem, key) {
  const read = (language) => readFileSync(new URL(`../src/${stem}${language}.json`, import.meta.url), 'utf8')
  return Object.fromEntries(['fr', 'en'].map((language) => [language, JSON.parse(read(language))[key]]))
}
const NUDGE = said('texts/', 'hint.nudge')
const OFF = said('school/texts.', 'coach.off')
const MOST = 60 // moves of a step that a machine answers
const spot = (page, name) => page.locator(`.lesson .stage [data-spot="${name}"]`).first()
const click = { name: 'by clicks', take: (page, name) => spot(page, name).click() }
const tap = { name: 'by touch', take: (page, name) => spot(page, name).tap() }
const key = { name: 'by keyboard', take: (page, name) => keys.take(page, { spot: name }) }

async function lessonOf(game, language = 'en') {
  return (await fetch(`${server.api}/api/lessons/${game}?language=${language}`)).json()
}

async function attempt(game, step, body) {
  const answer = await fetch(`${server.api}/api/lessons/${game}/${step}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return answer.json()
}

/** The board asks for something: at least one thing is lit. */
const isAsked = (page) => page.locator('.lesson .stage [data-spot][data-lit]').first().waitFor()

async function touch(page, game, parts, hand) {
  for (const name of games.get(game).clicks(parts)) {
    await page.locator(`.lesson .stage [data-spot="${name}"][data-lit]`).first().waitFor()
    await hand.take(page, name)
  }
}

/** Do what a step asks, with the moves that the server would show. */
async function solve(page, game, number, { frames, seat }, hand) {
  const tried = []
  for (let offers = frames.at(-1).moves[seat]; ;) {
    const answer = await attempt(game, number, { moves: tried, show: true })
    await isAsked(page)
    await touch(page, game, offers.find(({ text }) => text === answer.tried).parts, hand)
    if (answer.verdict === 'done') return page.locator('.lesson .praise').waitFor()
    assert.equal(answer.verdict, 'on', `${game} ${number}: ${tried}`)
    tried.push(answer.tried)
    offers = answer.frames.at(-1).moves[seat]
    assert.ok(tried.length < MOST)
  }
}

/** In the page: shapes of a drawing that a style from outside the board makes smaller or larger. */
function bent() {
  return [...document.querySelectorAll('.stage rect[width]')]
    .filter((shape) => parseFloat(getComputedStyle(shape).width) !== shape.width.baseVal.value)
    .map((shape) => shape.outerHTML)
}

/** In the page: what two buttons say at once; one of them would skip a step, and the other one pass in the game. */
function twice() {
  const said = [...document.querySelectorAll('.lesson :is(button, [data-spot=pass])')]
    .filter((one) => one.checkVisibility())
    .map((one) => (one.ariaLabel ?? one.textContent).trim())
  return said.filter((words, i) => words && /^(Pass|Skip|Sauter)/.test(words) && said.indexOf(words) < i)
}

/** All steps of a lesson; each is praised, and kept. */
async function take(visitor, game, language, hand, goOn) {
  const { page } = visitor
  const { steps } = await lessonOf(game, language)
  assert.ok(steps.length >= 6 && steps.length <= 10, game)
  await page.goto(`${server.url}/lesson/${game}`)
  let thin = 0
  for (const [i, step] of steps.entries()) {
    await page.getByText(step.says[language], { exact: true }).waitFor()
    assert.deepEqual(await page.evaluate(bent), [])
    assert.deepEqual(await page.evaluate(twice), [])
    await isAsked(page)
    thin += await page.locator('.bond.thin').count()
    await solve(page, game, i + 1, step, hand)
    assert.ok((await page.locator('.lesson .praise').innerText()).trim())
    await goOn(page)
  }
  await page.locator('.ending h1').waitFor()
  assert.equal(thin > 0, game === 'xok', 'four pieces here and four there are joined, not only the longest chain')
  const kept = await page.evaluate(() => JSON.parse(localStorage.getItem('recif.school')).done)
  assert.deepEqual(
    kept[game],
    steps.map((_, i) => i + 1),
  )
}

const next = (page) => page.locator('.lesson .next').click()

test('what a lesson looks like on a phone does not reach into the board', async () => {
  const visitor = await Visitor.arrive(browser, server.url, {}, PHONE)
  for (const game of ['kroc', 'crabs']) {
    await visitor.page.goto(`${server.url}/lesson/${game}`)
    await isAsked(visitor.page)
    const faces = await visitor.page
      .locator('.lesson .stage rect.face')
      .evaluateAll((all) => all.map((one) => [getComputedStyle(one).width, `${one.getAttribute('width')}px`]))
    assert.ok(faces.length, game)
    for (const [drawn, meant] of faces) assert.equal(drawn, meant, game)
  }
  await visitor.leave()
})

for (const [at, game] of taught.entries())
  for (const [language, device, hand] of [['fr', PHONE, tap], ...(at ? [] : [['en', undefined, click]])])
    test(`the lesson of ${game} is taken from start to end, ${language}, ${hand.name}, to a first match with the coach`, async () => {
      const visitor = await Visitor.arrive(browser, server.url, { language }, device)
      const { page } = visitor
      await take(visitor, game, language, hand, hand === tap ? (at) => at.locator('.lesson .next').tap() : next)
      if (device) assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 360)
      await page.locator('.ending .main').click()
      await page.locator('.desk.table .coach').waitFor({ state: device ? 'attached' : 'visible' }) // no room on a phone
      await page.locator('.status .words').getByText(NUDGE[language]).waitFor()
      const { info } = visitor.seen(page.url().split('/').at(-1))
      const rivals = info.seats.slice(1).map(({ kind, level }) => `${kind} ${level}`)
      assert.deepEqual(rivals, Array(games.get(game).fewest - 1).fill('machine 1'))
      if (device) await page.getByRole('button', { name: 'Menu' }).click()
      await page.getByRole('button', { name: OFF[language] }).click()
      await page.locator('.coach').waitFor({ state: 'detached' })
      await visitor.leave()
    })

test('on a phone on its side nothing that a lesson says lies over anything else', async () => {
  const visitor = await Visitor.arrive(browser, server.url, { language: 'fr' }, PHONE)
  await visitor.page.setViewportSize({ width: 740, height: 360 })
  for (const game of taught) {
    await visitor.page.goto(`${server.url}/lesson/${game}`)
    await isAsked(visitor.page)
    assert.deepEqual(await faults(visitor.page, overlaid, '.lesson'), [], game)
  }
  await visitor.leave()
})

test('a lesson is taken by keyboard alone', async () => {
  const visitor = await Visitor.arrive(browser, server.url)
  const enter = async (page) => {
    await page.waitForFunction(() => document.activeElement?.matches('.lesson .next'))
    await page.keyboard.press('Enter')
    await page.waitForFunction(() => document.activeElement?.matches('.lesson .stage [data-lit], .ending .main'))
  }
  await take(visitor, taught.includes('urchins') ? 'urchins' : taught[0], 'en', key, enter)
  await visitor.page.waitForFunction(() => document.activeElement?.matches('.ending .main'))
  await visitor.leave()
})

/** The first step that has a legal move which does not do, and that move. */
async function wrongTry(game) {
  const { steps } = await lessonOf(game)
  for (const [i, { frames, seat }] of steps.entries())
    for (const move of frames.at(-1).moves[seat].slice(0, 8)) {
      const answer = await attempt(game, i + 1, { moves: [move.text] })
      if (answer.verdict === 'wrong') return { number: i + 1, move, says: answer.says }
    }
}

for (const game of taught)
  test(`a wrong try in ${game} is answered with why, nothing happens, and the move can be shown`, async () => {
    const visitor = await Visitor.arrive(browser, server.url)
    const { page } = visitor
    const { number, move, says } = await wrongTry(game)
    await page.goto(`${server.url}/lesson/${game}`)
    await page
      .locator('.lesson ol button')
      .nth(number - 1)
      .click()
    await isAsked(page)
    assert.equal(await page.locator('.lesson .show').count(), 0)
    await touch(page, game, move.parts, click)
    await page.locator('.lesson .said.wrong').getByText(says.en, { exact: true }).waitFor()
    assert.equal(await page.locator('.lesson .praise').count(), 0)
    await page.locator('.lesson .show').click()
    await page.locator('.lesson .praise').waitFor()
    await visitor.leave()
  })

test('the home page offers the lessons to a newcomer, once; the school tells how far one has come', async () => {
  const visitor = await Visitor.arrive(browser, server.url)
  const { page } = visitor
  const offer = page.locator('.hero a[href="/school"]')
  await offer.click()
  await page.locator('[data-lesson]').first().waitFor()
  assert.equal(await page.locator('[data-lesson]').count(), games.size)
  const offered = { '/puzzles': 1, '/study': 1, '/leaders': IS_PAGE ? 0 : 1 } // nobody leads where one is alone
  for (const [path, many] of Object.entries(offered))
    assert.equal(await page.locator(`a[href="${path}"]`).count(), many, path)
  const [game] = taught
  await page.locator(`[data-lesson="${game}"] a`).click()
  await solve(page, game, 1, (await lessonOf(game)).steps[0], click)
  await page.goto(`${server.url}/school`)
  assert.equal(await page.locator(`[data-lesson="${game}"] progress`).getAttribute('value'), '1')
  await page.goto(server.url)
  await page.locator(`[data-game="${game}"] a[href="/lesson/${game}"]`).waitFor()
  assert.equal(await offer.count(), 0)
  await visitor.leave()
})

test('a lesson can be taken on the plain board, from its list of moves', async () => {
  const visitor = await Visitor.arrive(browser, server.url, { board: 'plain' })
  const { page } = visitor
  const [game] = taught
  await page.goto(`${server.url}/lesson/${game}`)
  const { tried } = await attempt(game, 1, { moves: [], show: true })
  await spot(page, tried).click()
  await page.locator('.lesson .praise').waitFor()
  await page.locator('.lesson .stage pre').waitFor()
  await visitor.leave()
})

test('the language can be changed in the middle of a lesson, which goes on where it was', async () => {
  const visitor = await Visitor.arrive(browser, server.url)
  const { page } = visitor
  const [game] = taught
  const { steps } = await lessonOf(game)
  await page.goto(`${server.url}/lesson/${game}`)
  await page.locator('.lesson ol button').nth(3).click()
  await page.getByText(steps[3].says.en, { exact: true }).waitFor()
  await page.locator('header .lang').click()
  await page.getByText(steps[3].says.fr, { exact: true }).waitFor()
  await visitor.leave()
})

test('a lesson that is not there is a page that is not', async () => {
  const visitor = await Visitor.arrive(browser, server.url)
  await visitor.page.goto(`${server.url}/lesson/nothing`)
  await visitor.page.locator('.lost h1').waitFor()
  assert.equal((await attempt(taught[0], 99, { moves: ['x'] })).code, 'no-such-lesson')
  await visitor.leave(/404/)
})
