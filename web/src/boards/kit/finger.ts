/** Fingers are wide: a tap that just misses a lit spot is meant for it, and a pick on something small is asked about before it is played. */

import type { Choice } from './choice.svelte'

const SURE = 43.5 // pixels across: what a finger hits for sure
const SLACK = 6 // how far beside a spot a tap still counts

function away(spot: Element, x: number, y: number): number {
  const box = spot.getBoundingClientRect()
  const reach = Math.max(SURE, Math.min(box.width, box.height)) / 2 + SLACK
  const far = Math.hypot(x - box.x - box.width / 2, y - box.y - box.height / 2)
  return far <= reach ? far : Infinity
}

/** The lit spot that a tap here is meant for, if one is near. */
function meant(board: Element, x: number, y: number): Element | undefined {
  const near = [...board.querySelectorAll('[data-spot][data-lit]')]
    .map((spot) => ({ spot, far: away(spot, x, y) }))
    .filter(({ far }) => far < Infinity)
  return near.sort((a, b) => a.far - b.far)[0]?.spot
}

export function isSmall(spot: Element): boolean {
  const { width, height } = spot.getBoundingClientRect()
  return Math.min(width, height) < SURE
}

/** Listens before the spots do. Taps on what is lit or picked, or on plain buttons, are left as they are. */
export function fingers(board: Element, choice: Choice): () => void {
  function onclick(event: Event): void {
    const { pointerType, clientX, clientY, target } = event as PointerEvent
    const spot = (target as Element).closest('[data-spot]')
    choice.careful = pointerType === 'touch' && !!spot && isSmall(spot)
    if (
      pointerType !== 'touch' ||
      spot?.matches('[data-lit], [aria-pressed=true]') ||
      (!spot && (target as Element).closest('button'))
    )
      return
    const other = meant(board, clientX, clientY)
    if (!other) return
    event.stopPropagation()
    other.dispatchEvent(new PointerEvent('click', { bubbles: true, cancelable: true, pointerType, clientX, clientY }))
  }
  board.addEventListener('click', onclick, true)
  return () => board.removeEventListener('click', onclick, true)
}
