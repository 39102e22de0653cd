/** Letters as large as the wall has room for: nobody in the back row brings glasses. */

import { tick } from 'svelte'
import type { Attachment } from 'svelte/attachments'

const [MOST, STEP, LEAST] = [3.2, 0.1, 1.35] // rem
const TIGHT = 'tight' // even the smallest letters break a word

/** `shown`: what stands there; whenever it is another, the letters are measured again. They come as `--letters`. */
export function fitted(shown: () => unknown): Attachment<HTMLElement> {
  return (wall) => {
    void shown()
    const fit = (): void => fill(wall)
    void tick().then(fit)
    const watch = new ResizeObserver(fit)
    watch.observe(wall)
    return () => watch.disconnect()
  }
}

function fill(wall: HTMLElement): void {
  wall.classList.remove(TIGHT)
  for (let letters = MOST; ; letters -= STEP) {
    wall.style.setProperty('--letters', `${letters}rem`)
    if (fits(wall)) return
    if (letters <= LEAST) return wall.classList.add(TIGHT)
  }
}

/** Nothing below the edge, and no name out of its column. */
function fits(wall: HTMLElement): boolean {
  const isInside = (one: Element): boolean => one.scrollWidth <= one.clientWidth + 1
  return wall.scrollHeight <= wall.clientHeight && [wall, ...wall.querySelectorAll('[data-fits]')].every(isInside)
}
