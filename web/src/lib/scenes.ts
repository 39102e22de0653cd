/** What a board shows through a match. */

import { api } from './api'
import type { AskScenes } from '../wire'

export type Scene = Record<string, unknown>
const BACK = 20 // steps

/** The scenes around a step, by their numbers: whoever walks on, or back a little, need not ask again. */
export async function scenesAround(asked: Omit<AskScenes, 'since'>, step: number): Promise<Map<number, Scene>> {
  const since = Math.max(0, step - BACK)
  const told = await api.scenes({ ...asked, since })
  return new Map(told.scenes.map((scene, i) => [since + i, scene]))
}
