/** Lines of "if they do this, I do that": texts of moves from now on. What can be played is the server's affair. */

export type Lines = string[][]
type Path = readonly string[]

export const MOST = 30 // lines, and moves in one

const begins = (line: Path, path: Path): boolean => path.every((text, i) => line[i] === text)

/** With this line, which ends with a move of mine: there is one answer at each place. */
export function answered(lines: Lines, line: string[]): Lines {
  const place = line.length - 1
  const isOther = (one: Path): boolean =>
    begins(one, line.slice(0, place)) && one.length > place && one[place] !== line[place]
  const rest = lines.filter((one) => !isOther(one))
  if (rest.some((one) => begins(one, line))) return rest
  return [...rest.filter((one) => !begins(line, one)), line]
}

/** Without a move and all that follows it; what comes before it stays, up to the last move of mine. */
export function without(lines: Lines, path: Path, isMine: (path: Path) => boolean): Lines {
  const rest = lines.filter((one) => !begins(one, path))
  const stump = path.slice(0, -1)
  while (stump.length && !isMine(stump)) stump.pop()
  return !stump.length || rest.some((one) => begins(one, stump)) ? rest : [...rest, stump]
}

export interface Row {
  path: string[]
  depth: number // how often it has forked before
}

/** The lines as a tree, from top to bottom: only a fork is set in. */
export function rows(lines: Lines, path: string[] = [], depth = 0): Row[] {
  const through = lines.filter((line) => line.length > path.length && begins(line, path))
  const next = [...new Set(through.map((line) => line[path.length]!))]
  const inner = depth + (next.length > 1 ? 1 : 0)
  return next.flatMap((text) => {
    const here = [...path, text]
    return [{ path: here, depth: inner }, ...rows(through, here, inner)]
  })
}
