import { drawn } from '../kit/board'
import Cover from './Cover.svelte'
import type { UrchinsScene } from './scene'

export default drawn<UrchinsScene>({
  cover: Cover,
  board: () => import('./Board.svelte'),
  colours: ['#2f7fb5', '#5c9d62', '#f4f1e6', '#3c5460'],
  tally: ({ taken }) => taken,
})
