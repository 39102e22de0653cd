import { mount } from 'svelte'
import App, { pages } from './App.svelte'
import { transport } from '#transport'
import './app.css'
import { drawnAs } from './boards'
import { firstGame, isWritten } from './lib/first'
import { here, keepPlace } from './lib/router.svelte'
import { keepSettings, settings } from './lib/settings.svelte'

keepSettings()
keepPlace()
// not awaited: what these scripts import waits for this one
if (isWritten)
  void Promise.allSettled([pageScript(), boardScript()]).then(show) // they are on their way: the first sight is whole
else show()

function show(): void {
  const target = document.getElementById('app')!
  target.replaceChildren() // what index.html has shown until now
  mount(App, { target })
  transport.install()
}

function pageScript(): Promise<unknown> | undefined {
  const { page } = here()
  return Object.hasOwn(pages, page) ? pages[page as keyof typeof pages]() : undefined
}

function boardScript(): Promise<unknown> | undefined {
  return firstGame ? drawnAs(firstGame, settings.board === 'plain').board() : undefined
}
