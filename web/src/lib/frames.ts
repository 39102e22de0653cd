/** What is seen through a match. */

import type { Frame, Frames } from '../wire'

const BACK = 20 // steps

/** The frames around a step, by their numbers: whoever walks on, or back a little, need not ask again. */
export async function framesAround(ask: (since: number) => Promise<Frames>, step: number): Promise<Map<number, Frame>> {
  const since = Math.max(0, step - BACK)
  const told = await ask(since)
  return new Map(told.frames.map((frame, i) => [since + i, frame]))
}
