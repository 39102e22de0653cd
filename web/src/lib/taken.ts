/** Everything of a page in one file: what lies in the browser beside the games, and what of it a server can take. */

import { transport } from '#transport'
import { memory } from '../puzzles/memory.svelte'
import { progress } from '../school/progress.svelte'
import type { LearnBody } from '../wire'
import { api } from './api'
import { keep, kept, keptNames } from './kept'
import type { Both } from './say.svelte'

const PARCEL = 20 // records that a server takes at a time
const LONGEST = 200_000 // characters of them

/** A file as a page writes it. */
interface Taken {
  records: string[]
  learned: LearnBody
}

export function saveAll(): void {
  const beside = Object.fromEntries(keptNames('recif.').map((name) => [name, kept(name)]))
  transport.save(JSON.stringify({ beside, learned: { ...memory.news, lessons: progress.lessons } }))
}

/** Such a file in the place of what was here; or nothing has changed, and why. */
export async function openAll(file: Blob): Promise<Both | undefined> {
  const answer = await transport.restore(file)
  if (answer.status >= 300) return JSON.parse(answer.text) as Both
  const { beside } = JSON.parse(answer.text) as { beside: Record<string, unknown> }
  for (const [name, value] of Object.entries(beside)) if (name.startsWith('recif.')) keep(name, value)
  return undefined
}

/** What somebody did in a page joins their account here: how many matches, or nothing where it is no such file. */
export async function joinAll(file: Blob): Promise<number | undefined> {
  const taken = read(await file.text())
  if (!taken) return undefined
  let count = 0
  for (const records of parcels(taken.records)) count += (await api.bringAll({ records })).kept
  const told = await api.learn(taken.learned)
  memory.learned(told)
  progress.learned(told)
  return count
}

function read(text: string): Taken | undefined {
  try {
    const { records, learned } = JSON.parse(text) as Partial<Taken>
    return Array.isArray(records) && learned ? { records, learned } : undefined
  } catch {
    return undefined
  }
}

function parcels(records: string[]): string[][] {
  const all: string[][] = []
  let size = Infinity
  for (const record of records) {
    if (size + record.length > LONGEST || all.at(-1)!.length === PARCEL) {
      all.push([])
      size = 0
    }
    all.at(-1)!.push(record)
    size += record.length
  }
  return all
}
