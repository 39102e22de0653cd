/** A phone has room for the moves below the board: one that is higher is drawn smaller, and stays so while one walks on. */

import { tick } from 'svelte'
import { MediaQuery } from 'svelte/reactivity'

const SMALLEST = 0.5
const AT_LEAST = 0.97 // a step: what is smaller may be laid out anew, and be higher than it seemed

export class Fitting {
  shrunk = $state(1)
  #phone = new MediaQuery('max-width: 640px')

  get isPhone(): boolean {
    return this.#phone.current
  }

  /** Whenever the box of the board changes its size, or the screen does; `beside` are pixels that are not the board's. */
  constructor(box: () => HTMLElement | undefined, beside: number) {
    $effect(() => {
      const board = box()
      if (!this.#phone.current || !board) return void (this.shrunk = 1) // it may have been turned on its side
      const fit = (): void => this.#fit(board, beside)
      const onresize = (): void => {
        this.shrunk = 1
        void tick().then(fit)
      }
      const observer = new ResizeObserver(() => requestAnimationFrame(fit))
      observer.observe(board)
      addEventListener('resize', onresize)
      return () => {
        observer.disconnect()
        removeEventListener('resize', onresize)
      }
    })
  }

  #fit(board: HTMLElement, beside: number): void {
    const high = board.querySelector('.stage')?.getBoundingClientRect().height ?? 0
    const room = innerHeight - beside
    if (high > room) this.shrunk = Math.max(SMALLEST, this.shrunk * Math.min(AT_LEAST, room / high))
  }
}
