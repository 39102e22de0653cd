/** People at one table, a browser each: invitation, spectators, chat, taking back, giving up, playing again. */

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openBrowser } from './kit/chromium.mjs'
import { finger, mouse, play, playOne } from './kit/hands.mjs'
import { OTHERS } from './kit/place.mjs'
import { Server } from './kit/server.mjs'
import { settled } from './kit/settled.mjs'
import { resize } from './kit/sizes.mjs'
import { between, MACHINE, ME, OPEN, shortTables } from './kit/tables.mjs'
import { PHONE, Visitor } from './kit/visitor.mjs'

const server = await new Server().start() // it knows the games
const SHORT = await shortTables(server.api)
let browser
before(async () => (browser = await openBrowser()))
after(() => Promise.all([browser.close(), server.stop()]))

const arrive = (device) => Visitor.arrive(browser, server.url, {}, device)
const button = (visitor, name) => visitor.page.getByRole('button', { name, exact: true })

/** Give up a match: where the button is matters to other tests. */
const resign = (visitor, table) => visitor.tell({ type: 'resign', table, seat: visitor.seen(table).mine[0] })

test(
  'who waits is asked for a name, stands up, takes another seat, and asks for one that is taken',
  { skip: OTHERS },
  async () => {
    const [host, guest] = await Promise.all([arrive(), arrive()])
    const table = await host.open({ game: 'kroc', seats: [ME, OPEN, OPEN] })
    await host.page.getByLabel('Your name').fill('Zoé')
    await button(host, 'That’s me').click()
    await host.page.locator('.invite strong', { hasText: 'Zoé' }).waitFor()
    await guest.go(`/t/${table}`)
    const face = host.seen(table).info.seats[0].person.face
    await guest.page.locator(`.join input[value="${face}"]:disabled`).waitFor({ state: 'attached' })
    const seats = (visitor) => visitor.page.locator('.invite li')
    await seats(guest).nth(1).getByRole('button', { name: 'Sit here' }).click()
    await seats(guest).nth(2).getByRole('button', { name: 'Swap seats' }).click()
    await seats(host).nth(2).locator('strong', { hasNotText: 'Open' }).waitFor()
    await seats(guest).nth(0).getByRole('button', { name: 'Swap seats' }).click()
    await host.page.getByText('would like your seat').waitFor()
    await button(host, 'Yes').click()
    await seats(guest).nth(2).locator('strong', { hasText: 'Zoé' }).waitFor()
    await seats(guest).nth(0).getByRole('button', { name: 'Stand up' }).click()
    await seats(guest).nth(0).getByRole('button', { name: 'Sit here' }).waitFor()
    await Promise.all([host, guest].map((one) => one.leave()))
  },
)

/** Two visitors at a table that has begun. */
async function seated(wish) {
  const [host, guest] = await Promise.all([arrive(), arrive()])
  const table = await host.open(between(2, wish))
  await guest.go(`/t/${table}`)
  await button(guest, 'Sit here').click()
  await Promise.all([host, guest].map((one) => one.page.locator('.stage [data-spot]').first().waitFor()))
  return { host, guest, table }
}

const TABLET = { viewport: { width: 768, height: 1024 }, hasTouch: true }
const TELEVISION = { viewport: { width: 1920, height: 1080 } }

test(
  'an evening on a phone, a tablet and a television: joined by a link, watched, played, played again, another game',
  { skip: OTHERS },
  async () => {
    const [host, guest, watcher] = await Promise.all([arrive(PHONE), arrive(TABLET), arrive(TELEVISION)])
    await host.page.locator('[data-game=xok]').getByRole('link', { name: 'With friends' }).click()
    await host.page.getByRole('button', { name: 'small (37 cells)' }).click()
    await button(host, 'Open the table').click()
    await button(host, 'Invite other devices').click()
    const link = await host.page.getByLabel('Invitation link').inputValue()
    await host.page.getByAltText('QR code of the invitation link').waitFor()
    await guest.go(new URL(link).pathname)
    await button(guest, 'Sit here').click()
    await watcher.go(new URL(link).pathname)
    await host.page.getByText('1 spectator').waitFor({ state: 'attached' }) // in a sheet that is shut

    await Promise.all([play(host.page, finger), play(guest.page, finger)])
    const table = new URL(link).pathname.split('/').at(-1)
    await watcher.page.locator('.outcome').waitFor()
    assert.deepEqual(guest.seen(table).log, host.seen(table).log)
    assert.deepEqual(watcher.seen(table).log, host.seen(table).log)
    assert.equal(watcher.sent.filter((message) => message.type === 'play').length, 0)
    assert.ok(
      watcher.heard.every(
        (message) => !message.now || Object.keys({ ...message.now.moves, ...message.now.packed }).length === 0,
      ),
      'a spectator is offered moves',
    )

    const all = [host, guest, watcher]
    const moved = (from) => Promise.all(all.map((one) => one.page.waitForURL((url) => !url.pathname.endsWith(from))))
    await button(host, 'Rematch').click()
    await host.page.locator('.outcome', { hasText: 'Rematch requested…' }).waitFor()
    for (const one of [guest, watcher])
      for (const size of ['a phone', 'a phone on its side', 'a laptop', 'a tablet']) {
        await resize(one.page, size)
        await one.inSight('.outcome .offer')
      }
    await watcher.page.locator('.outcome .offer', { hasText: 'wants a rematch' }).waitFor()
    await guest.page.locator('.outcome').getByRole('button', { name: 'Yes' }).click()
    await moved(table)
    assert.equal(host.page.url(), guest.page.url())
    assert.equal(host.page.url(), watcher.page.url(), 'who watches comes along')

    const again = new URL(host.page.url()).pathname.slice(3)
    const shown = () => Promise.all(all.map((one) => one.page.locator('.stage [data-spot]').first().waitFor()))
    await shown()
    const { winners } = host.seen(table).now.result
    const winner = winners.length > 1 || winners[0] === host.seen(table).mine[0] ? host : guest
    await resign(winner, again)
    await Promise.all(all.map((one) => one.page.locator('.podium', { hasText: '2 matches' }).waitFor()))
    const score = host.seen(again).info.seats.map((seat) => seat.won)
    assert.deepEqual(score, winners.length > 1 ? (winner.seen(again).mine[0] ? [1, 0] : [0, 1]) : [1, 1])

    await button(guest, 'Another game').click()
    await guest.page.locator('dialog').getByRole('button', { name: 'Cric Crac Kroc' }).click()
    await host.page.locator('.outcome .offer', { hasText: 'suggests Cric Crac Kroc' }).waitFor()
    await host.page.locator('.outcome').getByRole('button', { name: 'Yes' }).click()
    await moved(again)
    await shown()
    const next = new URL(watcher.page.url()).pathname.slice(3)
    assert.deepEqual([watcher.seen(next).info.game, watcher.seen(next).info.evening], ['kroc', 2])
    await Promise.all(all.map((one) => one.leave()))
  },
)

test(
  'a stranger finds an open table on the home page, and machines that play where one can watch',
  { skip: OTHERS },
  async () => {
    const [host, stranger] = await Promise.all([arrive(), arrive()])
    const table = await host.make({ ...between(2, SHORT.xok), public: true })
    await stranger.page.locator(`.lists a[href="/t/${table}"]`).waitFor()
    await stranger.go('/watch/xok')
    await button(stranger, 'Let the machines play').click()
    await stranger.page.waitForURL(/\/t\//)
    await stranger.page.locator('.moves .line').first().waitFor()
    await host.go('/watch/xok')
    await host.page.locator(`a[href="${new URL(stranger.page.url()).pathname}"]`).waitFor()
    await Promise.all([host, stranger].map((one) => one.leave()))
  },
)

test('a move is taken back when the other agrees, and stays when not', { skip: OTHERS }, async () => {
  const { host, guest, table } = await seated(SHORT.xok)
  const moved = async () => {
    const known = host.seen(table).log.length
    await play(host.page, mouse, () => host.seen(table).log.length > known)
    await guest.page.locator('.moves li:not(.none)').nth(known).waitFor()
  }
  await moved()
  await button(host, 'Undo the move').click()
  await button(guest, 'No thanks').click()
  await guest.page.getByText('wants to undo a move').waitFor({ state: 'detached' })
  assert.equal(guest.seen(table).log.length, 1)
  await button(host, 'Undo the move').click()
  await button(guest, 'Agree').click()
  for (const { page } of [guest, host]) await page.getByText('No move yet.').waitFor()
  await moved()
  assert.equal(guest.seen(table).log.length, 1)
  await Promise.all([host.leave(), guest.leave()])
})

test('against a machine a move is taken back at once', async () => {
  const visitor = await arrive()
  const table = await visitor.open({ game: 'xok', seats: [ME, MACHINE], options: { side: 4 } })
  await visitor.page.locator('.stage [data-lit]').first().waitFor()
  assert.ok(await button(visitor, 'Undo the move').isDisabled(), 'there is nothing to undo yet')
  await play(visitor.page, mouse, () => visitor.seen(table).log.length === 2)
  await button(visitor, 'Undo the move').click()
  await visitor.page.getByText('No move yet.').waitFor()
  await playOne(visitor.page)
  await visitor.leave()
})

test('who resigns is asked first, then loses', { skip: OTHERS }, async () => {
  const { host, guest, table } = await seated(SHORT.urchins)
  await button(host, 'Resign').click()
  await button(host, 'No').click()
  assert.equal(host.seen(table).info.status, 'playing')
  await button(host, 'Resign').click()
  await button(host, 'Yes').click()
  await guest.page.getByText('You won!').waitFor()
  await host.page.locator('.outcome').getByText('resigned').waitFor()
  assert.deepEqual(host.seen(table).now.result.winners, [1])
  await Promise.all([host.leave(), guest.leave()])
})

test('a draw is offered and agreed', { skip: OTHERS }, async () => {
  const { host, guest } = await seated(SHORT.crocodiles)
  await button(host, 'Offer a draw').click()
  await button(guest, 'Agree').click()
  await Promise.all(
    [host, guest].map((one) => one.page.locator('.outcome').getByText('A draw: everybody agreed').waitFor()),
  )
  await Promise.all([host.leave(), guest.leave()])
})

test('what is said is heard once, and markup in it is only text', { skip: OTHERS }, async () => {
  const { host, guest, table } = await seated(SHORT.urchins)
  for (const one of [host, guest]) {
    await one.page.addInitScript(() => {
      const later = setTimeout // what is said stands beside a face for three seconds: here, until it was looked at
      globalThis.setTimeout = (call, ms, ...more) => later(call, ms === 3000 ? 1e6 : ms, ...more)
    })
    await one.go(`/t/${table}`)
    await one.page.getByRole('tab', { name: /Chat/ }).click()
  }
  await host.page.getByLabel('Write a message').fill('<img src=x onerror=alert(1)> hello')
  await host.page.keyboard.press('Enter')
  await guest.page.locator('.chat li', { hasText: '<img src=x onerror=alert(1)> hello' }).waitFor()
  await guest.page.getByRole('button', { name: 'Well played!' }).click()
  await host.page.locator('.chat li', { hasText: 'Well played!' }).waitFor()
  for (const { page } of [host, guest]) {
    const faces = page.locator('.players li')
    await faces.nth(1).locator('.bubble', { hasText: 'Well played!' }).waitFor()
    assert.equal(await faces.nth(0).locator('.bubble', { hasText: 'Well played!' }).count(), 0, 'not who heard it')
  }
  assert.equal(await host.page.locator('.chat li').count(), 2)
  assert.equal(await host.page.locator('.chat li img').count(), 0)
  await Promise.all([host.leave(), guest.leave()])
})

test('what somebody says on a phone lies under advice, not over it', { skip: OTHERS }, async () => {
  const [host, guest] = await Promise.all([arrive(PHONE), arrive()])
  await host.page.addInitScript(() => {
    const later = setTimeout
    globalThis.setTimeout = (call, ms, ...more) => later(call, ms === 3000 ? 1e6 : ms, ...more) // as above
  })
  const table = await host.open({ ...between(2, SHORT.xok), help: true })
  await guest.go(`/t/${table}`)
  await button(guest, 'Sit here').click()
  await host.page.locator('.stage [data-lit]').first().waitFor()
  await button(host, 'Hint').tap()
  await button(host, 'Show me the move').tap()
  await host.page.locator('.status.long').waitFor()
  await guest.page.getByRole('tab', { name: /Chat/ }).click()
  await guest.page.getByRole('button', { name: 'Well played!' }).click()
  const bubble = host.page.locator('.players .bubble', { hasText: 'Well played!' })
  await bubble.waitFor()
  await settled(host.page)
  const isUnder = await bubble.evaluate((one) => {
    one.style.pointerEvents = 'auto'
    const { x, y, width, height } = one.getBoundingClientRect()
    return !!document.elementFromPoint(x + width / 2, y + height / 2).closest('.strip')
  })
  assert.ok(isUnder, 'a bubble covers the advice')
  await Promise.all([host.leave(), guest.leave()])
})

test(
  'somebody muted is heard no more, also after the page is loaded again, until one wants to',
  { skip: OTHERS },
  async () => {
    const { host, guest } = await seated(SHORT.urchins)
    const openChat = (one) => one.page.getByRole('tab', { name: /Chat/ }).click()
    const line = (one, text) => one.page.locator('.chat li', { hasText: text })
    const speak = async (text) => {
      await host.page.getByLabel('Write a message').fill(text)
      await host.page.keyboard.press('Enter')
      await line(host, text).waitFor() // whoever hears it has been sent it by now
    }
    await Promise.all([host, guest].map(openChat))
    await speak('first words')
    await line(guest, 'first words').waitFor()
    await guest.page.getByRole('button', { name: /^Mute / }).click()
    await line(guest, 'first words').waitFor({ state: 'detached' })
    await guest.page.locator('.chat li', { hasText: 'what muted people say is not shown' }).waitFor()
    await guest.page.getByText('1 person muted').waitFor()
    await speak('second words')

    await guest.page.reload()
    await openChat(guest)
    await guest.page.getByText('1 person muted').click()
    assert.equal(await guest.page.locator('.chat li', { hasText: 'words' }).count(), 0)
    assert.deepEqual(
      guest.heard.filter((message) => JSON.stringify(message).includes('second words')),
      [],
    )
    await guest.page.getByRole('button', { name: /^Hear .+ again$/ }).click()
    await Promise.all(['first words', 'second words'].map((text) => line(guest, text).waitFor()))
    await guest.page.getByText('person muted').waitFor({ state: 'detached' })
    await Promise.all([host.leave(), guest.leave()])
  },
)

test('two people bite at once, and nobody sees a bite before all are in', { skip: OTHERS }, async () => {
  const [host, guest] = await Promise.all([arrive(), arrive()])
  const table = await host.open(between(2, SHORT.kroc))
  await guest.go(`/t/${table}`)
  await button(guest, 'Sit here').click()
  await play(host.page, mouse, () => host.seen(table).now?.chosen.includes(0))
  await guest.page.getByText('has chosen').first().waitFor()
  const [bitten] = host.seen(table).now.choices[0].split('+')
  await host.page.locator('.status', { hasText: `You bite pile ${bitten}` }).waitFor()
  await host.page.locator(`[data-pile="${bitten}"] .bitten`).waitFor() // my shark sits on its plate
  assert.equal(await guest.page.locator('.banquet .bitten').count(), 0)
  const { now, log } = guest.seen(table)
  assert.deepEqual(now.chosen, [0])
  assert.equal(now.scene.seats[0].choice, null)
  assert.deepEqual(
    log.filter((line) => line.seat === 0),
    [],
  )
  await Promise.all([play(host.page, mouse), play(guest.page, mouse)])
  assert.deepEqual(guest.seen(table).log, host.seen(table).log)
  await Promise.all([host.leave(), guest.leave()])
})

test('a bite that is on its way stays chosen when somebody else bites first', { skip: OTHERS }, async () => {
  const [host, guest] = await Promise.all([arrive(), arrive()])
  let send
  await host.page.routeWebSocket(/\/ws$/, (page) => {
    const behind = page.connectToServer()
    page.onMessage((text) => (JSON.parse(text).type === 'play' ? (send = () => behind.send(text)) : behind.send(text)))
    behind.onMessage((text) => page.send(text))
  })
  const table = await host.open(between(2, SHORT.kroc))
  await guest.go(`/t/${table}`)
  await button(guest, 'Sit here').click()
  await play(host.page, mouse, () => !!send)
  await play(guest.page, mouse, () => guest.seen(table).now?.chosen.includes(1))
  await host.page.getByText('has chosen').first().waitFor()
  await settled(host.page)
  assert.equal(await host.page.locator('.stage [data-lit]').count(), 0, 'the bite is asked for again')
  send()
  await host.page.locator('.stage [data-lit]').first().waitFor() // the next round
  await Promise.all([host.leave(), guest.leave()])
})

test('who comes to watch does not draw the board anew: picks and the focus stay', { skip: OTHERS }, async () => {
  const { host, guest, table } = await seated(SHORT.urchins)
  await host.page.locator('.stage [data-spot][data-lit]').first().focus()
  const focused = await host.page.evaluate(() => (globalThis.kept = document.activeElement).dataset.spot)
  const watcher = await arrive()
  await watcher.go(`/t/${table}`)
  await host.page.getByText('1 spectator').waitFor()
  assert.equal(
    await host.page.evaluate(() => document.activeElement === globalThis.kept && globalThis.kept.dataset.spot),
    focused,
  )
  await Promise.all([host, guest, watcher].map((one) => one.leave()))
})

test(
  'until the match is over players and watchers are told who hears whom, and it is so',
  { skip: OTHERS },
  async () => {
    const { host, guest, table } = await seated(SHORT.urchins)
    await host.page.getByRole('tab', { name: /Chat/ }).click()
    await host.page.locator('.chat').waitFor()
    assert.equal(await host.page.locator('.chat .apart').count(), 0, 'nobody else could read it')
    const watcher = await arrive()
    await watcher.go(`/t/${table}`)
    await watcher.page.getByRole('tab', { name: /Chat/ }).click()
    await watcher.page.locator('.chat .apart', { hasText: 'Here you talk with the other spectators' }).waitFor()
    await host.page.locator('.chat .apart', { hasText: 'Spectators do not see what you say' }).waitFor()
    const speak = async (one, text) => {
      await one.page.getByLabel('Write a message').fill(text)
      await one.page.keyboard.press('Enter')
      await one.page.locator('.chat li', { hasText: text }).waitFor()
    }
    await guest.page.getByRole('tab', { name: /Chat/ }).click()
    await speak(watcher, 'said among those who watch')
    await speak(host, 'said among those who play')
    await guest.page.locator('.chat li', { hasText: 'among those who play' }).waitFor()
    assert.equal(await watcher.page.locator('.chat li', { hasText: 'among those who play' }).count(), 0)
    assert.equal(await guest.page.locator('.chat li', { hasText: 'among those who watch' }).count(), 0)
    await resign(host, table)
    for (const one of [host, watcher]) await one.page.locator('.chat .apart').waitFor({ state: 'detached' })
    await Promise.all([host, guest, watcher].map((one) => one.leave()))
  },
)

test('bubbles rise for a win that one sees happen, and not when the page is opened again', async () => {
  const visitor = await Visitor.arrive(browser, server.url, { motion: 'full', pace: 'normal' })
  await visitor.open({ game: 'xok', seats: [ME, ME], options: { side: 4 }, shared: true })
  await button(visitor, 'Resign').click()
  await button(visitor, 'Yes').click()
  await visitor.page.locator('.outcome .sea').waitFor({ state: 'attached' })
  await visitor.page.reload()
  await visitor.page.locator('.outcome').waitFor()
  assert.equal(await visitor.page.locator('.outcome .sea').count(), 0)
  await visitor.leave()
})

test('a click that cuts the show of the bites short does not bite', async () => {
  const visitor = await Visitor.arrive(browser, server.url, { motion: 'full', pace: 'normal' })
  const { page } = visitor
  await page.addInitScript(() => {
    const later = setTimeout // the show lasts until it is cut short, however long that takes here
    globalThis.setTimeout = (call, ms, ...more) => later(call, ms > 300 && ms < 1000 ? 1e6 : ms, ...more)
  })
  await visitor.open(SHORT.kroc)
  const played = () => visitor.sent.filter((message) => message.type === 'play').length
  while (!played()) await page.locator('.stage [data-spot^="pile:"][data-lit]').first().click()
  await page.locator('.word').waitFor()
  assert.equal(await page.locator('.stage [data-spot^="pile:"][data-lit]').count(), 0, 'old piles are lit')
  const before = played()
  const box = await page.locator('.banquet svg').nth(1).boundingBox()
  await page.mouse.click(box.x + box.width / 2, box.y + 30)
  await page.locator('.word').waitFor({ state: 'detached' })
  assert.equal(await page.locator('.stage [aria-pressed=true]').count(), 0)
  assert.equal(played(), before)
  await visitor.leave()
})
