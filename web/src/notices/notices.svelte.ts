/** What happened while I was away: asked for when the socket opens, and again when the server says that there is news. */

import { api } from '../lib/api'
import { people } from '../lib/people.svelte'
import { wire } from '../lib/wire.svelte'
import type { NoticeList } from '../wire'

class Notices {
  list: NoticeList | undefined = $state.raw(undefined)

  get unseen(): number {
    return this.list?.unseen ?? 0
  }

  /** From now on, until the page is closed. */
  keep(): void {
    wire.listen((message) => {
      if (message.type === 'welcome' || message.type === 'noticed') void this.refresh()
    })
    document.addEventListener('visibilitychange', () => !document.hidden && wire.state === 'open' && this.refresh())
  }

  async refresh(): Promise<void> {
    if (people.me) this.become(await api.notices().catch(() => this.list))
  }

  become(list: NoticeList | undefined): void {
    this.list = list
  }

  async see(): Promise<void> {
    if (!this.unseen) return
    await api.seeNotices()
    await this.refresh()
  }
}

export const notices = new Notices()
