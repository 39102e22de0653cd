/** Everything with `data-about` explains itself: by a long press, a right click or `?`, and by a plain touch where that could choose nothing. */

import type { Attachment } from 'svelte/attachments'
import type { Choice } from './choice.svelte'

const LONG = 450 // milliseconds of a press that asks

function aboutOf(event: Event): string | undefined {
  return (event.target as Element).closest<HTMLElement>('[data-about]')?.dataset.about
}

/** Whether a touch here would do nothing but be refused without a reason. */
export function isIdle(target: Element, choice: Choice): boolean {
  const spot = target.closest<HTMLElement>('[data-spot]')
  if (!spot || !choice.open) return true
  if (spot.matches('[data-lit], [aria-pressed=true]')) return false
  return choice.meant(choice.picks, spot.dataset.spot!) === undefined
}

export function asks(choice: Choice, tell: (about: string) => void): Attachment<Element> {
  return (board) => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let told = false // by a long press: the click that ends it is no choice

    function onpress(event: Event): void {
      const about = aboutOf(event)
      clearTimeout(timer)
      told = false
      if (about && (event as PointerEvent).pointerType === 'touch')
        timer = setTimeout(() => {
          told = true
          tell(about)
        }, LONG)
    }
    const onlift = (): void => clearTimeout(timer)

    function onclick(event: Event): void {
      const about = aboutOf(event)
      if (told) event.stopPropagation()
      else if (about && isIdle(event.target as Element, choice)) tell(about)
      told = false
    }
    function onmenu(event: Event): void {
      const about = aboutOf(event)
      if (!about) return
      event.preventDefault()
      if (!told) tell(about)
    }
    function onkey(event: Event): void {
      const about = aboutOf(event)
      if ((event as KeyboardEvent).key === '?' && about) tell(about)
    }

    const heard: [string, (event: Event) => void][] = [
      ['pointerdown', onpress],
      ['pointerup', onlift],
      ['pointercancel', onlift],
      ['click', onclick],
      ['contextmenu', onmenu],
      ['keydown', onkey],
    ]
    for (const [name, hear] of heard) board.addEventListener(name, hear, true)
    return () => {
      clearTimeout(timer)
      for (const [name, hear] of heard) board.removeEventListener(name, hear, true)
    }
  }
}
