import { drawn } from '../kit/board'
import Cover from './Cover.svelte'
import type { PoolScene } from './scene'

export default drawn<PoolScene>({
  cover: Cover,
  board: () => import('./Board.svelte'),
  sound: (text) => (text.includes('x') ? 'eat' : text.includes('!') ? 'splash' : 'place'),
  colours: ['#e0583f', '#f7c948'],
  tally: ({ scores }) => scores,
  first: { setup: 'first' },
})
