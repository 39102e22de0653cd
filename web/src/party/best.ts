import type { TableInfo } from '../wire'

/** The match that is most worth a look: people before animals, then whoever plays best. */
export function best(playing: TableInfo[]): TableInfo | undefined {
  return [...playing].sort((a, b) => people(b) - people(a) || strength(b) - strength(a))[0]
}

export function people({ seats }: TableInfo): number {
  return seats.filter((seat) => seat.kind === 'person').length
}

const strength = ({ seats }: TableInfo): number => Math.max(...seats.map((seat) => seat.rating?.rating ?? seat.level))
