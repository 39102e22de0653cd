/** What is written over something else that is written. */

/** In the page: within `root`, which words lie over which. */
export function overlaid(root) {
  const isSeen = (one) =>
    one.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
    !one.closest('.unseen, .sky') &&
    !(document.querySelector('.final') && one.closest('.board')) && // the podium stands before the board
    getComputedStyle(one).clipPath === 'none'
  const written = [...document.querySelectorAll(`${root} *`)].filter(isSeen).flatMap((one) =>
    [...one.childNodes]
      .filter((node) => node.nodeType === 3 && node.data.trim())
      .flatMap((node) => {
        const range = document.createRange()
        range.selectNodeContents(node)
        const boxes = one.hasAttribute('textLength') ? [one.getBoundingClientRect()] : [...range.getClientRects()]
        return boxes.filter((box) => box.width > 1).map((box) => clipped(one, node.data.trim().slice(0, 30), box))
      }),
  )
  /** What scrolls inside of something else is seen as far as that goes. */
  function clipped(one, words, { left, top, right, bottom }) {
    for (let around = one; around; around = around.parentElement) {
      if (around instanceof SVGElement || getComputedStyle(around).overflowY === 'visible') continue
      const frame = around.getBoundingClientRect()
      top = Math.max(top, frame.top)
      bottom = Math.min(bottom, frame.bottom)
    }
    return { one, words, left, top, right, bottom }
  }
  const meet = (a, b) =>
    Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2 &&
    Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 4
  const piled = (one) => one.closest('[data-about]:not([data-spot])') // a card that was played: the next lies on it
  const out = new Set()
  written.forEach((a, i) =>
    written.slice(i + 1).forEach((b) => {
      const thing = a.one.closest('[data-spot]') // what is drawn on one thing is that drawing's own business
      const isApart = a.one !== b.one && !(thing && thing === b.one.closest('[data-spot]'))
      const isPile = piled(a.one) && piled(b.one)
      if (isApart && !isPile && meet(a, b)) out.add(`${a.words} lies over ${b.words}`)
    }),
  )
  return [...out]
}
