/** A club as it stands: everything that is done there is answered with the whole page again. */

import { api, Refused } from '../lib/api'
import { both } from '../lib/say.svelte'
import type { AnyClubAct, ClubPage } from '../wire'
import type { ClubRole } from './joining'
import { say } from './say'

const AGAIN = 30_000 // milliseconds: who is here changes by itself

export class Club {
  readonly name: string
  page: ClubPage | undefined = $state.raw(undefined)
  trouble = $state('')
  code = $state('') // of the last refusal
  told = $state('')

  constructor(name: string) {
    this.name = name
  }

  /** Until it is left. */
  keep(): () => void {
    void this.look()
    const timer = setInterval(() => !document.hidden && void this.look(), AGAIN)
    return () => clearInterval(timer)
  }

  async look(): Promise<void> {
    await this.attempt(async () => {
      this.page = await api.club(this.name)
    })
  }

  may(role: ClubRole): boolean {
    const me = this.page?.me
    return me?.mine === 'member' && (me.roles.includes('admin') || me.roles.includes(role))
  }

  /** Whether it was done. */
  async act(act: AnyClubAct, told = ''): Promise<boolean> {
    const isDone = await this.attempt(async () => {
      this.page = await api.clubAct(this.name, act)
    })
    if (isDone) this.told = told
    return isDone
  }

  async attempt(what: () => Promise<void>): Promise<boolean> {
    this.trouble = this.told = this.code = ''
    try {
      await what()
      return true
    } catch (error) {
      this.trouble = error instanceof Refused ? both(error.said) : say('trouble')
      this.code = error instanceof Refused ? error.code : 'trouble'
      return false
    }
  }
}
