/** A phone has room for the moves below the board: one that is higher is drawn smaller, and stays so while one walks on. */

import { tick } from 'svelte'
import { MediaQuery } from 'svelte/reactivity'

const SMALLEST = 0.5
const TRIES = 6 // what is smaller may be laid out anew, and be higher than it seemed

export class Fitting {
  shrunk = $state(1)
  #phone = new MediaQuery('max-width: 640px')
  #sized = $state(0) // grows when the screen changes

  /** Measure the board whenever what it shows changes; `beside` are pixels of the screen that are not the board's. */
  constructor(scene: () => unknown, box: () => HTMLElement | undefined, beside: number) {
    $effect(() => {
      const onresize = () => {
        this.shrunk = 1
        this.#sized++
      }
      addEventListener('resize', onresize)
      return () => removeEventListener('resize', onresize)
    })
    $effect(() => {
      void this.#sized
      if (!this.#phone.current || !scene()) return
      let tries = TRIES
      let frame = 0
      const fit = (): void => {
        if (tries < 0) return
        const high = box()?.querySelector('.stage')?.getBoundingClientRect().height ?? 0
        const room = innerHeight - beside
        if (high > room) this.shrunk = Math.max(SMALLEST, this.shrunk * Math.min(0.97, room / high))
        if (tries-- > 0) frame = requestAnimationFrame(fit)
      }
      // once the board has heard of the screen, too: two frames
      void tick().then(() => (frame = requestAnimationFrame(() => (frame = requestAnimationFrame(fit)))))
      return () => {
        tries = -1
        cancelAnimationFrame(frame)
      }
    })
  }
}
