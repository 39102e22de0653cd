/** A long list cut into pages for a wall, as even as can be: nobody stands alone on the last. */

export function pagesOf<T>(list: T[], most: number): T[][] {
  const pages = Math.ceil(list.length / most)
  const each = Math.ceil(list.length / Math.max(1, pages))
  return Array.from({ length: pages }, (_, page) => list.slice(page * each, (page + 1) * each))
}
