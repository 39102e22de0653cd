/** Keyboard and fingers for any board: elements with `data-spot` form one tab stop; arrows go to the nearest spot in that direction. */

import type { Attachment } from 'svelte/attachments'
import type { Choice } from './choice.svelte'
import { fingers } from './finger'

type Point = { x: number; y: number }
const ARROWS: Record<string, Point> = {
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
}

function middle(spot: Element): Point {
  const box = spot.getBoundingClientRect()
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

/** The nearest spot within 60° of a direction; straying sideways counts double. */
function nearest(from: Element, spots: Element[], way: Point): Element | undefined {
  const here = middle(from)
  let best: Element | undefined
  let least = Infinity
  for (const spot of spots) {
    const there = middle(spot)
    const ahead = (there.x - here.x) * way.x + (there.y - here.y) * way.y
    const aside = Math.abs((there.x - here.x) * way.y) + Math.abs((there.y - here.y) * way.x)
    if (spot === from || ahead < 2 || aside > ahead * 1.8) continue
    const far = ahead + aside * 2
    if (far < least) [best, least] = [spot, far]
  }
  return best
}

export function spots(choice: Choice, turn?: (by: number) => boolean): Attachment<Element> {
  return (board) => {
    const all = (): Element[] => [...board.querySelectorAll('[data-spot]')]

    function rove(to: Element): void {
      for (const spot of all()) spot.setAttribute('tabindex', spot === to ? '0' : '-1')
    }

    function focus(to: Element | undefined): void {
      if (to) (to as SVGElement).focus()
    }

    function cycle(from: Element, by: number): void {
      const lit = all().filter((spot) => spot.hasAttribute('data-lit'))
      const at = lit.indexOf(from)
      focus(lit.at(at < 0 && by < 0 ? -1 : (at + by) % lit.length))
    }

    function onkey(event: Event): void {
      const { key, ctrlKey, metaKey, altKey } = event as KeyboardEvent
      const spot = (event.target as Element).closest('[data-spot]')
      if (ctrlKey || metaKey || altKey) return
      if (key === 'Escape') choice.back()
      else if ((key === 'r' || key === 'R' || key === '+') && turn?.(1)) event.preventDefault()
      else if (key === '-' && turn?.(-1)) event.preventDefault()
      else if (!spot) return
      else if (ARROWS[key]) focus(nearest(spot, all(), ARROWS[key]))
      else if (key === 'n') cycle(spot, 1)
      else if (key === 'p') cycle(spot, -1)
      else if ((key === 'Enter' || key === ' ') && !(spot instanceof HTMLElement))
        spot.dispatchEvent(new MouseEvent('click', { bubbles: true }))
      else return
      event.preventDefault()
    }

    function onfocus(event: Event): void {
      const spot = (event.target as Element).closest('[data-spot]')
      if (spot) rove(spot)
    }

    /** There is always one way in: the focused spot, or else the first lit one. */
    function keepDoor(): void {
      const now = all()
      if (now.some((spot) => spot.getAttribute('tabindex') === '0')) return
      const door = now.find((spot) => spot.hasAttribute('data-lit')) ?? now[0]
      if (door) rove(door)
    }

    const watch = new MutationObserver(keepDoor)
    watch.observe(board, { childList: true, subtree: true })
    board.addEventListener('keydown', onkey)
    board.addEventListener('focusin', onfocus)
    keepDoor()
    const lift = fingers(board, choice)
    return () => {
      lift()
      watch.disconnect()
      board.removeEventListener('keydown', onkey)
      board.removeEventListener('focusin', onfocus)
    }
  }
}
