/** What can be done here, as whoever answers says: nothing else is offered. */

import { api } from './api'

class Here {
  others = $state(true) // people at other screens

  async look(): Promise<void> {
    const house = await api.house().catch(() => undefined)
    if (house) this.others = house.others
  }
}

export const house = new Here()
