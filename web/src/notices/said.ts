/** A notice as a sentence. */

import type { Notice } from '../wire'
import { count, say, type Key } from './say'

const HOUR = 3_600_000

export function said(notice: Notice): string {
  const who = notice.who?.name || say('somebody')
  const left = count('hours', Math.max(1, Math.floor(notice.left / HOUR)))
  return say(`said.${notice.says}` as Key, { who, left, name: notice.name ?? '' })
}

/** What the bell says: how much is new, if anything. */
export function bell(unseen: number): string {
  return unseen ? count('bell.new', unseen) : say('bell')
}
