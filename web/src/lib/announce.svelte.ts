/** One voice for screen readers: what is said here is read aloud, in order. */

let words = $state('')
let even = false

export function spoken(): string {
  return words
}

/** A trailing space in every second message makes the same sentence heard twice. */
export function announce(text: string): void {
  even = !even
  words = even ? text : `${text} `
}
