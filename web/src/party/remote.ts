/** A remote has four arrows and OK: an arrow leads to the nearest thing that can be pressed on that side. */

const WAYS: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}
const PRESSED = 'button:not(:disabled), a[href]'
const ASIDE = 3 // what lies aside is so much farther away

export function remote(root: HTMLElement): () => void {
  const key = (event: KeyboardEvent): void => {
    const way = WAYS[event.key]
    if (!way || event.defaultPrevented) return
    const all = [...root.querySelectorAll<HTMLElement>(PRESSED)].filter((one) => one.offsetParent)
    const from = all.find((one) => one === document.activeElement)
    const next = from ? nearest(from, all, way) : all[0]
    if (!next) return
    event.preventDefault()
    next.focus()
  }
  addEventListener('keydown', key)
  return () => removeEventListener('keydown', key)
}

function nearest(from: HTMLElement, all: HTMLElement[], [across, down]: [number, number]): HTMLElement | undefined {
  const here = middle(from)
  const ways = all.map((one) => {
    const [x, y] = [middle(one).x - here.x, middle(one).y - here.y]
    const [ahead, aside] = [x * across + y * down, Math.abs(x * down) + Math.abs(y * across)]
    return { one, far: ahead > 1 ? ahead + ASIDE * aside : Infinity }
  })
  const best = ways.reduce((a, b) => (b.far < a.far ? b : a), { one: from, far: Infinity })
  return best.far < Infinity ? best.one : undefined
}

function middle(one: HTMLElement): { x: number; y: number } {
  const { x, y, width, height } = one.getBoundingClientRect()
  return { x: x + width / 2, y: y + height / 2 }
}
