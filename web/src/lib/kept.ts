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
