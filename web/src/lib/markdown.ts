/** The Markdown of our rules pages as a tree, so that it can be shown without ever trusting it as HTML. */

export type Inline =
  { kind: 'text' | 'strong' | 'em' | 'code'; text: string } | { kind: 'link'; text: string; href: string }
export type Block =
  | { kind: 'heading'; level: number; id: string; words: Inline[] }
  | { kind: 'para'; words: Inline[] }
  | { kind: 'quote'; words: Inline[] }
  | { kind: 'code'; text: string }
  | { kind: 'list'; ordered: boolean; items: Inline[][] }
  | { kind: 'table'; head: Inline[][]; rows: Inline[][][] }
  | { kind: 'examples'; shown: Shown[] }

/** A ```position block: `at` is its number on the page, and what follows it the picture that stands for it elsewhere. */
export interface Shown {
  at: number
  alt: string
  caption: Inline[]
}

const INLINE = /\*\*(.+?)\*\*|\*(.+?)\*|_([^_]+)_|`([^`]+)`|\[([^\]]+)\]\(([^)\s]+)\)/g

export function inline(text: string): Inline[] {
  const words: Inline[] = []
  let at = 0
  for (const found of text.matchAll(INLINE)) {
    if (found.index > at) words.push({ kind: 'text', text: text.slice(at, found.index) })
    const [, strong, star, under, code, label, href] = found
    if (strong) words.push({ kind: 'strong', text: strong })
    else if (star ?? under) words.push({ kind: 'em', text: (star ?? under)! })
    else if (code) words.push({ kind: 'code', text: code })
    else if (label && href)
      words.push(
        /^(https?:|\/|#)/.test(href)
          ? { kind: 'link', text: label, href: anchor(href) }
          : { kind: 'text', text: label },
      )
    at = found.index + found[0].length
  }
  if (at < text.length) words.push({ kind: 'text', text: text.slice(at) })
  return words
}

/** A link to a section as GitHub writes it (`#3-jouer`), as it is named here. */
function anchor(href: string): string {
  return href.replace(/^#(\d+)-.*/, '#rule-$1')
}

function cells(row: string): Inline[][] {
  return row
    .trim()
    .replace(/^\||\|$/g, '')
    .split('|')
    .map((cell) => inline(cell.trim()))
}

const ITEM = /^\s*(?:[-*]|\d+\.)\s+/
const STARTS = /^(#{1,6}\s|```|>|\||\s*[-*]\s|\s*\d+\.\s|<!--|-->)/
const PICTURE = /^!\[([^\]]*)\]\([^)]*\)\\?\s*/

/** Lines from `from` on for as long as `keep` holds, and where they end. */
function run(lines: string[], from: number, keep: (line: string) => boolean): [string[], number] {
  let to = from
  while (to < lines.length && keep(lines[to]!)) to++
  return [lines.slice(from, to), to]
}

function heading(line: string): Block {
  const [, marks = '', text = ''] = /^(#+)\s+(.*)$/.exec(line) ?? []
  const number = /^(\d+(?:\.\d+)?)/.exec(text)?.[1]
  return { kind: 'heading', level: marks.length, id: number ? `rule-${number}` : slug(text), words: inline(text) }
}

/** The anchor that GitHub gives a heading. */
function slug(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-')
}

/** List items may go on over several lines. */
function items(lines: string[]): Inline[][] {
  const texts: string[] = []
  for (const line of lines) {
    if (ITEM.test(line)) texts.push(line.replace(ITEM, ''))
    else texts.push(`${texts.pop() ?? ''} ${line.trim()}`)
  }
  return texts.map(inline)
}

/** Examples that follow each other are shown together. */
function addExample(blocks: Block[], at: number, text: string): void {
  const shown = { at, alt: PICTURE.exec(text)?.[1] ?? '', caption: inline(text.replace(PICTURE, '')) }
  const last = blocks.at(-1)
  if (last?.kind === 'examples') last.shown.push(shown)
  else blocks.push({ kind: 'examples', shown: [shown] })
}

export function markdown(source: string): Block[] {
  const lines = source.replace(/\r/g, '').split('\n')
  const blocks: Block[] = []
  let at = 0
  let examples = 0
  while (at < lines.length) {
    const line = lines[at]!
    let part: string[]
    if (!line.trim() || line === '<!--' || line === '-->') at++
    else if (line.startsWith('#')) {
      blocks.push(heading(line))
      at++
    } else if (line === '```position') {
      ;[, at] = run(lines, at, (l) => !l.startsWith('!['))
      ;[part, at] = run(lines, at, (l) => l.trim() !== '')
      addExample(blocks, examples++, part.join(' '))
    } else if (line.startsWith('```')) {
      ;[part, at] = run(lines, at + 1, (l) => !l.startsWith('```'))
      blocks.push({ kind: 'code', text: part.join('\n') })
      at++
    } else if (line.startsWith('|')) {
      ;[part, at] = run(lines, at, (l) => l.startsWith('|'))
      blocks.push({ kind: 'table', head: cells(part[0]!), rows: part.slice(2).map(cells) })
    } else if (line.startsWith('>')) {
      ;[part, at] = run(lines, at, (l) => l.startsWith('>'))
      blocks.push({ kind: 'quote', words: inline(part.map((l) => l.replace(/^>\s?/, '')).join(' ')) })
    } else if (/^ {4}/.test(line)) {
      ;[part, at] = run(lines, at, (l) => /^ {4}/.test(l) || !l.trim())
      blocks.push({
        kind: 'code',
        text: part
          .map((l) => l.slice(4))
          .join('\n')
          .trimEnd(),
      })
    } else if (ITEM.test(line)) {
      ;[part, at] = run(lines, at, (l) => ITEM.test(l) || /^\s+\S/.test(l))
      blocks.push({ kind: 'list', ordered: /^\s*\d/.test(line), items: items(part) })
    } else {
      ;[part, at] = run(lines, at, (l) => l === line || (l.trim() !== '' && !STARTS.test(l)))
      blocks.push({ kind: 'para', words: inline(part.join(' ')) })
    }
  }
  return blocks
}
