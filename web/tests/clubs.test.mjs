/** A club from its founding to its ladder and its season: Ana at a desk, Théo and Zoé with phones. */

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { findings } from './kit/axe.mjs'
import { openBrowser } from './kit/chromium.mjs'
import { decide, post } from './kit/evening.mjs'
import { Server } from './kit/server.mjs'
import { settled } from './kit/settled.mjs'
import { keep } from './kit/sofa.mjs'
import { PHONE, Visitor } from './kit/visitor.mjs'

const WIDE = { viewport: { width: 1366, height: 768 } }
const DAY = 24 * 3_600_000
const NAME = 'Crabes & Cie'
const pathOf = (name) => `/clubs/${encodeURIComponent(name)}`
const PATH = pathOf(NAME)
const server = await new Server().start()
let browser
before(async () => (browser = await openBrowser()))
after(() => Promise.all([browser.close(), server.stop()]))

const ask = (visitor, path, body) =>
  visitor.page.evaluate(
    async ([path, body]) => {
      const headers = { 'content-type': 'application/json' }
      const answer = await fetch(path, { method: body ? 'POST' : 'GET', headers, body: body && JSON.stringify(body) })
      return answer.json()
    },
    [path, body],
  )

async function member(name, settings, device) {
  const visitor = await Visitor.arrive(browser, server.url, settings, device)
  await ask(visitor, '/api/account', { name, password: 'une phrase assez longue' })
  await visitor.go('/clubs')
  return Object.assign(visitor, { name })
}

const press = (visitor, name) => visitor.page.getByRole('button', { name, exact: true }).click()
const ladder = (visitor, names) =>
  visitor.page.waitForFunction((names) => {
    const rungs = [
      ...document.querySelectorAll('[aria-labelledby=ladder] li a[href^="/person/"] .words > :first-child'),
    ]
    return rungs.map((one) => one.textContent).join() === names
  }, names)
const fits = async (visitor) => {
  await settled(visitor.page)
  await keep(visitor.page, 'club')
  assert.ok(await visitor.page.evaluate(() => document.documentElement.scrollWidth <= screen.width), 'it sticks out')
  assert.deepEqual(await findings(visitor.page), [])
}

test('a club is founded, people come in by its code, and take each other’s places on its ladder', async () => {
  const [ana, theo, zoe] = await Promise.all([
    member('Ana'),
    member('Théo', { language: 'fr' }, PHONE),
    member('Zoé', { theme: 'dark' }, PHONE),
  ])

  await ana.page.getByText('Start a club').click()
  await ana.page.getByLabel('Name of the club').fill(NAME)
  await ana.page.getByLabel('About the club, in French').fill('Chaque mardi, <b>à la plage</b>.')
  await ana.page.getByLabel('How to join').selectOption('code')
  await press(ana, 'Start this club')
  await ana.page.getByRole('heading', { name: NAME }).waitFor()
  await ana.page.getByText('Club settings').click()
  await ana.page.getByRole('checkbox', { name: 'XOK' }).check()
  await press(ana, 'Save the ladders')
  await press(ana, 'Join the ladder')
  await ladder(ana, 'Ana')
  const code = await ana.page.locator('.code').textContent()

  await theo.go('/clubs')
  await theo.page.getByRole('link', { name: NAME }).click()
  await theo.page.getByText('Chaque mardi, <b>à la plage</b>.').waitFor()
  await theo.page.getByLabel('Code du club').fill('FAUX')
  await press(theo, 'Rejoindre')
  await theo.page.getByText('Ce n’est pas le code du club.').waitFor()
  await theo.page.getByLabel('Code du club').fill(code.toLowerCase())
  await press(theo, 'Rejoindre')
  await press(theo, 'Monter sur l’échelle')
  await ladder(theo, 'Ana,Théo')
  await fits(theo)

  await zoe.go(PATH)
  await zoe.page.getByLabel('Club code').fill(code)
  await press(zoe, 'Join')
  await press(zoe, 'Join the ladder')
  await ladder(zoe, 'Ana,Théo,Zoé')
  await press(zoe, 'Challenge Ana')
  await zoe.page.getByText(/^Challenged by Zoé: answer by/).waitFor()
  await fits(zoe)

  const { rungs } = await ask(zoe, `/api${PATH}/ladders/xok`)
  const { table } = rungs[0]
  await ana.tell({ type: 'sit', table, seat: 0 })
  await ana.tell({ type: 'play', table, seat: 0, move: 'e5e6' })
  await zoe.tell({ type: 'play', table, seat: 1, move: 'e7f7' })
  await ana.tell({ type: 'resign', table, seat: 0 })
  await Promise.all([ana, zoe].map((one) => one.go(PATH)))
  await Promise.all([ana, zoe].map((one) => ladder(one, 'Zoé,Ana,Théo')))

  await theo.go(PATH)
  await press(theo, 'Défier Ana')
  await theo.page.getByText(/^Défi de Théo/).waitFor()
  await server.letPass(8 * DAY) // nobody answers
  await ana.go('/notices')
  await ana.page.getByText('Théo has taken your place on the ladder.').waitFor()
  await ana.go(PATH)
  await ladder(ana, 'Zoé,Théo,Ana')
  await fits(ana)

  await ana.page.getByRole('link', { name: 'Plan an event' }).click()
  await ana.page.getByRole('button', { name: /^Swiss evening/ }).click()
  await ana.page.getByText('More settings').click()
  await ana.page.getByLabel('Rounds', { exact: true }).fill('1')
  await press(ana, 'Make it')
  await ana.page.waitForURL(/\/events\/\w/)
  const event = new URL(ana.page.url()).pathname.split('/')[2]
  const all = [ana, theo, zoe]
  for (const one of all) await post(one.page, `/api/events/${event}/acts`, { act: 'join' })
  await post(ana.page, `/api/events/${event}/acts`, { act: 'pairround' })
  await decide(event, all)
  await ana.page.getByRole('heading', { name: 'Final standings' }).waitFor()
  await ana.go(PATH)
  const season = ana.page.getByRole('table', { name: 'From 1 event' })
  await season.getByRole('row').nth(3).waitFor()
  assert.equal(await season.getByRole('rowheader').count(), 3)
  await fits(ana)
  await Promise.all([ana.leave(), theo.leave(/403/), zoe.leave()])
})

test('two clubs meet: offered, taken up, played board by board, and looked at while it goes on', async () => {
  const [home, away] = ['Bigorneaux', 'Les poulpes du port de Saint-Nazaire']
  const [ines, hugo, maya, odile] = await Promise.all([
    member('Inès', { language: 'fr' }, PHONE),
    member('Hugo', { theme: 'dark' }, WIDE),
    member('Maya-Apolline', {}, WIDE),
    member('Odile', { language: 'fr', theme: 'dark' }, PHONE),
  ])
  const everybody = [ines, hugo, maya, odile]
  for (const [name, founder, other] of [
    [home, ines, hugo],
    [away, maya, odile],
  ]) {
    await post(founder.page, '/api/clubs', { name })
    await post(other.page, `/api${pathOf(name)}/acts`, { act: 'joinclub' })
    for (const one of [founder, other]) one.club = pathOf(name)
  }
  const look = () => Promise.all(everybody.map((one) => one.go(one.club)))
  const seen = async (...words) => {
    await look()
    for (const one of everybody) {
      for (const said of words)
        await one.page.locator('[aria-labelledby=matches] article').getByText(said).first().waitFor()
      await one.page.locator('#matches').evaluate((title) => title.scrollIntoView())
      await fits(one)
    }
  }

  await ines.go(ines.club)
  await ines.page.getByText('Proposer une rencontre').click()
  await ines.page.getByLabel('Contre le club').fill(away)
  await ines.page.locator('[aria-labelledby=matches]').getByLabel('Jeu').selectOption('xok')
  await press(ines, 'Proposer')
  await ines.page.getByText('La rencontre est proposée').waitFor()
  await seen(/· (offered|proposée)$/)
  await press(maya, 'Accept')
  await seen(/· (sign-up is open|inscriptions ouvertes)$/)
  for (const one of everybody) {
    await one.page.getByRole('button', { name: /^(Play for my club|Jouer pour mon club)$/ }).click()
    await one.page.getByRole('button', { name: /^(Withdraw|Me retirer)$/ }).waitFor()
  }
  await seen(/^2 (people against 2 people|personnes contre 2 personnes)$/)
  await press(ines, 'Commencer')
  await ines.page
    .getByRole('table', { name: `${home} – ${away}` })
    .getByRole('row')
    .nth(2)
    .waitFor()

  const match = async () => (await ask(ines, `/api${ines.club}`)).matches[0]
  const whose = ({ name }) => everybody.find((one) => one.name === name)
  const lose = async ({ table, home, away }, isFirst, seat) => {
    const [first, second] = (isFirst ? [home, away] : [away, home]).map(whose)
    await first.tell({ type: 'play', table, seat: 0, move: 'e5e6' })
    await second.tell({ type: 'play', table, seat: 1, move: 'e7f7' })
    await [first, second][seat].tell({ type: 'resign', table, seat })
  }
  const [top, next] = (await match()).boards
  await lose(top, true, 1)
  await counted(1)
  await seen('1 : 0', /^(in progress|en cours)$/)
  await lose(next, false, 0)
  await counted(2)
  await seen(/· (over|terminée) · 2 : 0$/)
  await Promise.all(everybody.map((one) => one.leave()))

  /** So many boards of the match; results are counted when the server looks around. */
  async function counted(many) {
    while ((await match()).boards.filter((one) => one.over).length < many) await server.letPass(1000)
  }
})
