import { drawn } from '../kit/board'
import Cover from './Cover.svelte'
import type { XokScene } from './scene'

export default drawn<XokScene>({
  cover: Cover,
  board: () => import('./Board.svelte'),
  sound: (text) => (text.includes('*') ? 'eat' : 'place'),
  colours: ['#fffaf0', '#274b5a'],
  tally: ({ longest, goal }) => longest.map((chain) => `${chain.length}/${goal}`),
})
