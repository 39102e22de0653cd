/** What this device remembers, as JSON under a name. One that keeps nothing, or has it spoilt, remembers nothing. */

export function kept<T>(name: string): T | undefined {
  try {
    return (JSON.parse(localStorage.getItem(name) ?? 'null') as T | null) ?? undefined
  } catch {
    return undefined
  }
}

export function keep(name: string, value: unknown): void {
  try {
    localStorage.setItem(name, JSON.stringify(value))
  } catch {
    // private browsing, or no room: it lasts as long as the page
  }
}

export function forget(name: string): void {
  try {
    localStorage.removeItem(name)
  } catch {
    // nothing is kept here
  }
}

/** The names that begin so. */
export function keptNames(begin: string): string[] {
  try {
    return Object.keys(localStorage).filter((name) => name.startsWith(begin))
  } catch {
    return []
  }
}

const FAMILY = 'recif.family'

/** What is kept apart for each of those who share the device: the name it has for whoever is in front. */
export function ofFront(name: string): string {
  const front = kept<{ front?: string }>(FAMILY)?.front
  return front ? `${name}@${front}` : name
}

/** All that was kept of one of them. */
ofFront.forget = (id: string): void => {
  for (const name of keptNames('recif.')) if (name.endsWith(`@${id}`)) forget(name)
}

/** Whether somebody other than the person whom the server knows is in front. */
export function isFamily(): boolean {
  return !!kept<{ front?: string }>(FAMILY)?.front
}
