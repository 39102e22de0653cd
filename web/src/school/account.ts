/** What an account has learned is kept by the server: every device adds what it knows, and is told the rest. What a guest
 * has learned stays on the device, and joins the account that they make or sign in to. */

import { api } from '../lib/api'
import { isFamily } from '../lib/kept'
import { memory } from '../puzzles/memory.svelte'
import type { Person } from '../wire'
import { progress } from './progress.svelte'

let account = ''
let sharing = false
let again = false

/** What one of the family learns is theirs, and stays on this device: the account's own progress stays the account's. */
export function follow(person: Person): void {
  if (isFamily()) return
  account = person.guest ? '' : person.id
  memory.belong(account)
  progress.belong(account)
  void share()
}

/** One question at a time. What is learned meanwhile is in no answer yet, so it is asked once more. */
async function share(): Promise<void> {
  again = true
  if (sharing) return
  sharing = true
  while (again && account) {
    again = false
    const mine = account
    const told = await api.learn({ ...memory.news, lessons: progress.lessons }).catch(() => undefined)
    if (told && !again && mine === account) {
      memory.learned(told)
      progress.learned(told)
    }
  }
  sharing = false
}

memory.onnews = progress.onnews = () => void share()
