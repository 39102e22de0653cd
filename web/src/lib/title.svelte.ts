/** What the page is called: in front of it, how many matches wait for me. */

let called = $state('Récif')

export function entitle(title: string): void {
  called = title
}

export function titled(waiting: number): string {
  return waiting ? `(${waiting}) ${called}` : called
}
