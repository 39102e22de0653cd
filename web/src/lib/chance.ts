/** Text that nobody can guess, also on pages without https, where `crypto.randomUUID` does not exist. */
export function randomText(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
