/** A picture of what stands on the board: drawings and words of an element put together as one SVG, and made a PNG of. */

const STYLES = [
  'fill',
  'fill-opacity',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'stroke-linecap',
  'stroke-linejoin',
  'paint-order',
  'opacity',
  'font-family',
  'font-size',
  'font-weight',
  'text-anchor',
  'letter-spacing',
  'visibility',
  'display',
]
const SPACE = 'http://www.w3.org/2000/svg'

/** A copy of a drawing that needs no style sheet, where it stands on the screen. */
function drawing(svg: SVGSVGElement, from: DOMRect): string {
  const copy = svg.cloneNode(true) as SVGSVGElement
  const originals = [svg, ...svg.querySelectorAll('*')]
  const copies = [copy, ...copy.querySelectorAll('*')]
  originals.forEach((one, i) => {
    const look = getComputedStyle(one)
    const kept = STYLES.map((name) => `${name}:${look.getPropertyValue(name)}`)
    if (look.transform !== 'none' && !one.hasAttribute('transform') && one !== svg)
      kept.push(`transform:${look.transform}`)
    copies[i]!.removeAttribute('class')
    copies[i]!.setAttribute('style', kept.join(';'))
  })
  const box = svg.getBoundingClientRect()
  const place = { x: box.x - from.x, y: box.y - from.y, width: box.width, height: box.height, overflow: 'visible' }
  for (const [name, value] of Object.entries(place)) copy.setAttribute(name, String(value))
  return new XMLSerializer().serializeToString(copy)
}

const escaped = (text: string): string =>
  text.replace(/[&<>]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[sign]!)
const isSeen = (colour: string): boolean => colour !== 'transparent' && !/, 0\)$/.test(colour)

/** The ground of a part of the page, if it has one. */
function ground(one: Element, from: DOMRect): string {
  const look = getComputedStyle(one)
  const rim = parseFloat(look.borderTopWidth)
  if (!isSeen(look.backgroundColor) && !rim) return ''
  const { x, y, width, height } = one.getBoundingClientRect()
  const round = Math.min(parseFloat(look.borderTopLeftRadius) || 0, height / 2)
  const fill = isSeen(look.backgroundColor) ? look.backgroundColor : 'none'
  const line = rim && isSeen(look.borderTopColor) ? ` stroke="${look.borderTopColor}" stroke-width="${rim}"` : ''
  return `<rect x="${x - from.x}" y="${y - from.y}" width="${width}" height="${height}" rx="${round}" fill="${fill}"${line}/>`
}

/** Words that stand in one line of the page. */
function words(text: Text, from: DOMRect): string {
  const range = document.createRange()
  range.selectNodeContents(text)
  const box = range.getBoundingClientRect()
  if (!text.data.trim() || !box.width || text.parentElement!.closest('.unseen')) return ''
  const look = getComputedStyle(text.parentElement!)
  const y = box.y - from.y + box.height * 0.76
  return `<text x="${box.x - from.x}" y="${y}" style="font:${look.fontWeight} ${look.fontSize} ${look.fontFamily.replaceAll('"', "'")}" fill="${look.color}">${escaped(text.data.trim())}</text>`
}

function parts(one: Element, from: DOMRect): string {
  if (one instanceof SVGSVGElement) return drawing(one, from)
  if (!one.checkVisibility({ visibilityProperty: true })) return ''
  const inside = [...one.childNodes].map((child) =>
    child instanceof Text ? words(child, from) : child instanceof Element ? parts(child, from) : '',
  )
  return ground(one, from) + inside.join('')
}

const CLOTH = `<pattern id="cloth" width="32" height="32" patternUnits="userSpaceOnUse"><g fill="#e0704f"><rect width="16" height="32" opacity=".1"/><rect width="32" height="16" opacity=".1"/></g></pattern>`

/** What elements show, one under the other on a table cloth, below a title. */
export function picture(shown: Element[], title: string[]): { svg: string; width: number; height: number } {
  const boxes = shown.map((one) => one.getBoundingClientRect())
  const look = getComputedStyle(document.documentElement)
  const rim = 24
  const top = rim + 34 * title.length
  const widest = Math.max(...boxes.map((box) => box.width))
  const width = widest + 2 * rim
  const tops = boxes.map((_, i) => top + boxes.slice(0, i).reduce((sum, box) => sum + box.height + rim / 2, 0))
  const height = tops.at(-1)! + boxes.at(-1)!.height + rim
  const lines = title.map(
    (line, i) =>
      `<text x="${rim}" y="${rim + 22 + 32 * i}" style="font:${i ? 500 : 800} ${i ? 18 : 25}px ${look.fontFamily.replaceAll('"', "'")}" fill="${look.color}">${escaped(line)}</text>`,
  )
  const drawn = shown.map((one, i) => {
    const left = rim + (widest - boxes[i]!.width) / 2
    return `<g transform="translate(${left} ${tops[i]})">${parts(one, boxes[i]!)}</g>`
  })
  const svg = `<svg xmlns="${SPACE}" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"><defs>${CLOTH}</defs><rect width="100%" height="100%" fill="${look.backgroundColor}"/><rect width="100%" height="100%" fill="url(#cloth)"/>${lines.join('')}${drawn.join('')}</svg>`
  return { svg, width, height }
}

export async function png(shown: Element[], title: string[]): Promise<Blob> {
  const { svg, width, height } = picture(shown, title)
  const image = new Image()
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`
  await image.decode()
  const canvas = document.createElement('canvas')
  canvas.width = width * 2
  canvas.height = height * 2
  const pen = canvas.getContext('2d')!
  pen.scale(2, 2)
  pen.drawImage(image, 0, 0)
  return new Promise((found, lost) =>
    canvas.toBlob((blob) => (blob ? found(blob) : lost(new Error('no picture'))), 'image/png'),
  )
}

/** Hand the picture to the device's own way of sharing; where there is none, it is downloaded. */
export async function share(blob: Blob, name: string, text: string): Promise<void> {
  const file = new File([blob], name, { type: blob.type })
  if (navigator.canShare?.({ files: [file] })) {
    try {
      return await navigator.share({ files: [file], text })
    } catch (error) {
      if ((error as Error).name === 'AbortError') return
    }
  }
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}
