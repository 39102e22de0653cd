/** What was done last, in one breath and without cells, which a phone's board does not name: the board shows where. */

import type { Line } from '../../wire'
import { count, say } from './say'
import type { XokScene } from './scene'

/** Of one's own move: while the other thinks, it is what one has done. Nothing, where it is not known what was there before. */
export function did(line: Line, scene: XokScene, before: XokScene | undefined, who: string, isMine: boolean): string {
  const [cell, mouths] = line.text.split('*')
  if (!mouths) return say(isMine ? 'did.fish.mine' : 'did.fish', { who })
  if (!before) return ''
  const fish = new Set(scene.fish.flat())
  const eaten = count('eaten', before.fish.flat().filter((one) => !fish.has(one)).length)
  const shark = scene.sharks.find((one) => one.cell === cell)
  const what = say(shark && shark.mouths.length > 1 ? 'shark.big' : 'shark.small')
  return say(isMine ? 'did.shark.mine' : 'did.shark', { who, what, eaten })
}
