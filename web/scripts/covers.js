// The covers as text, one a game; built by pictures.mjs for where there is no browser.
import { render } from 'svelte/server'

const found = import.meta.glob('../src/boards/*/Cover.svelte', { eager: true, import: 'default' })

export const covers = Object.fromEntries(
  Object.entries(found).map(([path, Cover]) => {
    const { head, body } = render(Cover)
    return [path.split('/').at(-2), head + body]
  }),
)
