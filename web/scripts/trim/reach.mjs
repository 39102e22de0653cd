/** What a program can ever reach: what is called from there, and all whose place in the table may be worked out somewhere. */

/** `gone` are functions that only others of them hand out: they are found by calls alone. */
export function reach(program, roots, gone) {
  const live = new Set([...roots, ...program.table.filter((index) => !gone.has(index))])
  for (const index of live) for (const one of program.said(index).calls) live.add(one) // which is then looked at in its turn
  return live
}
