/** What can be done here, as whoever answers says: nothing else is offered. */

import { api } from './api'

class Here {
  others = $state(true) // people at other screens
  server = $state('') // where there are some, if not here
  device = $state(false) // this device can be made to think
  place = $derived(this.server.replace(/^https?:\/\//, ''))

  async look(): Promise<void> {
    const house = await api.house().catch(() => undefined)
    if (house) ({ others: this.others, server: this.server = '', device: this.device = false } = house)
  }
}

export const house = new Here()
