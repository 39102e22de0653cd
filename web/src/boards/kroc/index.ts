import { drawn } from '../kit/board'
import Cover from './Cover.svelte'

export default drawn({
  cover: Cover,
  board: () => import('./Board.svelte'),
  sound: () => 'card',
  colours: ['#4d9fd0', '#7bb27f', '#ee9f5a', '#eef1ee', '#b49ad0'],
  ending: 300, // then for as long as the board shows the reveal
})
