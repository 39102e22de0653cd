import type { GameInfo, PartyInfo } from '../wire'

/** After a match: another game that everybody who is here can play, each in its turn. */
export function proposed(info: PartyInfo, games: GameInfo[]): GameInfo | undefined {
  if (!info.matches) return undefined
  const last = games.findIndex((game) => game.id === info.game)
  const others = [...games.slice(last + 1), ...games.slice(0, Math.max(last, 0))]
  return others.find((game) => info.fits.includes(game.id))
}
