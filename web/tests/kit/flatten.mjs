/** What a part of a page looks like, as one SVG without styles: runs in the page. Boards are SVGs in a little HTML, so boxes and words are enough. */

export function flatten(root) {
  const NS = 'http://www.w3.org/2000/svg'
  const LOOKS = {
    fill: 'rgb(0, 0, 0)',
    'fill-opacity': '1',
    stroke: 'none',
    'stroke-width': '1px',
    'stroke-linecap': 'butt',
    'stroke-linejoin': 'miter',
    'stroke-dasharray': 'none',
    'font-size': '16px',
    'font-weight': '400',
    'text-anchor': 'start',
    'letter-spacing': 'normal',
    'paint-order': 'normal',
  }
  const DRAWN = new Set([
    'd',
    'x',
    'y',
    'x1',
    'y1',
    'x2',
    'y2',
    'cx',
    'cy',
    'r',
    'rx',
    'ry',
    'width',
    'height',
    'points',
  ])
  const KEPT = new Set([...DRAWN, 'id', 'href', 'viewBox', 'patternUnits', 'transform'])
  const frame = root.getBoundingClientRect()
  const short = (text) =>
    text.replace(/-?\d+\.\d{2,}/g, (n) => String(Math.round(n * 10) / 10)).replace(/(\d)px/g, '$1')
  const made = (name, attributes) => {
    const node = document.createElementNS(NS, name)
    for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, short(String(value)))
    return node
  }

  function isAway(node, window) {
    if (!(node instanceof SVGGraphicsElement) || node.closest('defs, pattern')) return false
    const box = node.getBoundingClientRect()
    return box.right < window.left || box.left > window.right || box.bottom < window.top || box.top > window.bottom
  }

  /** A drawn element with its looks as attributes, where they differ from what it inherits. */
  function looks(node, parent, window) {
    const style = getComputedStyle(node)
    if (style.display === 'none' || style.visibility === 'hidden' || (window && isAway(node, window))) return undefined
    const copy = document.createElementNS(NS, node.localName)
    for (const { name, value } of node.attributes) if (KEPT.has(name)) copy.setAttribute(name, short(value))
    for (const look of Object.keys(LOOKS))
      if (style[look] !== (parent ? parent[look] : LOOKS[look])) copy.setAttribute(look, short(style[look]))
    if (style.opacity !== '1') copy.setAttribute('opacity', short(style.opacity))
    if (style.transform === 'none') copy.removeAttribute('transform')
    else copy.setAttribute('transform', short(style.transform.replace(/,/g, '')))
    for (const child of node.childNodes) {
      if (child.nodeType === Node.TEXT_NODE && node.localName === 'text') copy.append(child.data)
      const inner = child.nodeType === Node.ELEMENT_NODE && looks(child, style, window)
      if (inner && (inner.localName !== 'g' || inner.childNodes.length)) copy.append(inner)
    }
    return copy
  }

  function picture(svg) {
    const box = svg.getBoundingClientRect()
    const isOpen = getComputedStyle(svg).overflow === 'visible'
    const copy = looks(svg, undefined, isOpen ? undefined : box)
    if (!copy || !box.width) return []
    const place = { x: box.x - frame.x, y: box.y - frame.y, width: box.width, height: box.height }
    for (const [key, value] of Object.entries(place)) copy.setAttribute(key, short(String(value)))
    if (isOpen) copy.setAttribute('overflow', 'visible')
    copy.removeAttribute('transform')
    return [copy]
  }

  function plate(element, style) {
    const box = element.getBoundingClientRect()
    const wood = /rgb\([^)]*\)/.exec(style.backgroundImage)?.[0]
    const fill = wood ?? style.backgroundColor
    const edge = parseFloat(style.borderTopWidth)
    if ((fill === 'rgba(0, 0, 0, 0)' && !edge) || !box.width) return []
    return [
      made('rect', {
        x: box.x - frame.x + edge / 2,
        y: box.y - frame.y + edge / 2,
        width: box.width - edge,
        height: box.height - edge,
        rx: parseFloat(style.borderTopLeftRadius) || 0,
        fill: fill === 'rgba(0, 0, 0, 0)' ? 'none' : fill,
        ...(edge ? { stroke: style.borderTopColor, 'stroke-width': edge } : {}),
      }),
    ]
  }

  function words(text, style) {
    const range = document.createRange()
    const lines = []
    for (const { 0: word, index } of text.data.matchAll(/\S+/g)) {
      range.setStart(text, index)
      range.setEnd(text, index + word.length)
      const box = range.getBoundingClientRect()
      const line = lines.at(-1)
      if (line && Math.abs(line.box.top - box.top) < 2) line.said += ` ${word}`
      else if (box.width) lines.push({ box, said: word })
    }
    return lines.map(({ box, said }) => {
      const node = made('text', {
        x: box.left - frame.x,
        y: box.top - frame.y + box.height / 2 + parseFloat(style.fontSize) * 0.35,
        fill: style.color,
        'font-size': style.fontSize,
        'font-weight': style.fontWeight,
      })
      node.append(said)
      return node
    })
  }

  function walk(element) {
    if (element instanceof SVGSVGElement) return picture(element)
    const style = getComputedStyle(element)
    if (style.display === 'none' || style.visibility === 'hidden') return []
    return [
      ...plate(element, style),
      ...[...element.childNodes].flatMap((child) =>
        child.nodeType === Node.TEXT_NODE ? words(child, style) : child instanceof Element ? walk(child) : [],
      ),
    ]
  }

  const whole = made('svg', {
    viewBox: `0 0 ${frame.width} ${frame.height}`,
    width: Math.round(frame.width),
    height: Math.round(frame.height),
    'font-family': 'sans-serif',
  })
  whole.append(...walk(root))
  return new XMLSerializer().serializeToString(whole).replaceAll('><', '>\n<')
}
