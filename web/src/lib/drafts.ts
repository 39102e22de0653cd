/** Studies on this device: what somebody has added to one stays here until they share it. */

import type { OpenStudy, StudyFile } from '../wire'
import { forget, keep, kept, keptNames } from './kept'

const KEY = 'recif.study.'

export function keepDraft(key: string, file: StudyFile): void {
  keep(KEY + key, file)
}

export function draftOf(key: string): StudyFile | undefined {
  return kept<StudyFile>(KEY + key)
}

export function dropDraft(key: string): void {
  forget(KEY + key)
}

/** A study that was read just now, for the page that opens it: it need not be read again. */
let read: { key: string; opened: OpenStudy } | undefined

export function handOver(key: string, opened: OpenStudy): void {
  keepDraft(key, opened.study)
  read = { key, opened }
}

export function takeOver(key: string): OpenStudy | undefined {
  const found = read?.key === key ? read.opened : undefined
  read = undefined
  return found
}

/** Those that are only on this device: they were pasted, or opened from a file. */
export function drafts(): { key: string; file: StudyFile }[] {
  return keptNames(`${KEY}here-`).flatMap((name) => {
    const file = kept<StudyFile>(name)
    return file ? [{ key: name.slice(KEY.length), file }] : []
  })
}
