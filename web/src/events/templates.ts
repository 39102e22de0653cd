/** Events that are made in three clicks: a form with what suits it. What is not said here the server knows best. */

import type { EventPlan, GameInfo, Pace } from '../wire'

export const TEMPLATES = ['evening', 'four', 'arena', 'cup', 'medley', 'league'] as const
export type TemplateName = (typeof TEMPLATES)[number]
export type Settings = Required<
  Pick<
    EventPlan,
    | 'form'
    | 'rounds'
    | 'seats'
    | 'minutes'
    | 'pause'
    | 'best_of'
    | 'cycles'
    | 'is_drawn'
    | 'has_consolation'
    | 'has_streaks'
    | 'has_wagers'
    | 'days'
    | 'rated'
    | 'entry'
    | 'code'
    | 'listed'
    | 'guests'
    | 'bots'
    | 'machine'
    | 'tie_breaks'
  >
> & {
  pace: string
  people: string // names, a line each
  least: number | null // of ratings; as fields for numbers tell it
  most: number | null
}

export const PACES: Record<string, Pace> = {
  none: { kind: 'none' },
  blitz: { kind: 'increment', start: 120_000, bonus: 3_000 },
  short: { kind: 'increment', start: 300_000, bonus: 5_000 },
  long: { kind: 'increment', start: 900_000, bonus: 10_000 },
}

const USUAL: Settings = {
  form: 'swiss',
  rounds: 5,
  seats: 2,
  minutes: 45,
  pause: 60,
  best_of: 1,
  cycles: 1,
  is_drawn: false,
  has_consolation: false,
  has_streaks: false,
  has_wagers: false,
  days: 0,
  rated: false,
  entry: 'open',
  code: '',
  listed: true,
  guests: true,
  bots: false,
  machine: 0,
  tie_breaks: [],
  pace: 'short',
  people: '',
  least: null,
  most: null,
}

const OWN: Record<TemplateName, Partial<Settings>> = {
  evening: { form: 'swiss', rounds: 5 },
  four: { form: 'tables', seats: 4, rounds: 4, pace: 'long' },
  arena: { form: 'arena', rounds: 0, pace: 'blitz' },
  cup: { form: 'knock-out', rounds: 0, has_consolation: true },
  medley: { form: 'tables', seats: 4, rounds: 5 },
  league: { form: 'round-robin', rounds: 0 },
}

/** As they are sent: what a form has not is left as it is, and what belongs to another way in is left out. */
export function planOf({ pace, people, least, most, ...rest }: Settings) {
  const { form, entry, code, rated, guests, bots, machine } = rest
  const isBracket = form === 'knock-out' && rest.seats === 2
  const names = people.split('\n').map((name) => name.trim())
  return {
    ...rest,
    pace: PACES[pace]!,
    code: entry === 'code' ? code.trim() : '',
    people: entry === 'list' ? names.filter(Boolean) : [],
    least: least ?? 0,
    most: most ?? 0,
    guests: guests && !rated,
    bots: bots && !rated,
    machine: rated ? 0 : machine,
    best_of: isBracket ? rest.best_of : 1,
    has_consolation: isBracket && rest.has_consolation,
    cycles: form === 'round-robin' ? rest.cycles : 1,
    has_streaks: form === 'arena' && rest.has_streaks,
    has_wagers: form === 'arena' && rest.has_wagers,
    days: form === 'round-robin' ? rest.days : 0,
    tie_breaks: form === 'knock-out' ? [] : rest.tie_breaks,
  }
}

export const settingsOf = (name: TemplateName): Settings => ({ ...USUAL, ...OWN[name] })

/** Games for so many at a table; a medley of tables takes smaller ones, too: one that is short of seats has more tables. */
export function gamesFor({ form, seats }: Settings, games: GameInfo[], isMedley = false): GameInfo[] {
  const fits = (game: GameInfo): boolean =>
    isMedley && form === 'tables' ? Math.min(...game.seats) <= seats : game.seats.includes(seats)
  return games.filter(fits)
}

/** What is played unless somebody chooses: all games, or one that is made for so many, another for each form. */
export function usualGames(name: TemplateName, games: GameInfo[]): string[] {
  const settings = settingsOf(name)
  const fitting = gamesFor(settings, games, name === 'medley')
  if (name === 'medley') return fitting.map(({ id }) => id)
  const best = fitting.filter((game) => Math.max(...game.seats) === settings.seats)
  const among = best.length ? best : fitting
  return among.length ? [among[TEMPLATES.indexOf(name) % among.length]!.id] : []
}

/** The name of a pace that is offered; none for any other. */
export function paceName(pace: Pace | undefined): string | undefined {
  return Object.keys(PACES).find((name) => {
    const { kind, start = 0, bonus = 0 } = PACES[name]!
    return kind === pace?.kind && start === (pace?.start ?? 0) && bonus === (pace?.bonus ?? 0)
  })
}
