/** What is seen through a match. */

import type { AskFrames, Frame } from '../wire'
import { api } from './api'

const BACK = 20 // steps

/** The frames around a step, by their numbers: whoever walks on, or back a little, need not ask again. */
export async function framesAround(asked: Omit<AskFrames, 'since'>, step: number): Promise<Map<number, Frame>> {
  const since = Math.max(0, step - BACK)
  const told = await api.frames({ ...asked, since })
  return new Map(told.frames.map((frame, i) => [since + i, frame]))
}
