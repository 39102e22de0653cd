import { drawn } from '../kit/board'
import Cover from './Cover.svelte'

export default drawn({
  cover: Cover,
  board: () => import('./Board.svelte'),
  sound: () => 'card',
  colours: ['#e5704d', '#8a79c4'],
})
