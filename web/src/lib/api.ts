/** The REST pages of the server. A refusal is thrown with its sentence in both languages. */

import type { GameInfo, Me, NewTable, RulesPage, TableInfo, Tables } from '../wire'
import type { Both } from './say.svelte'

export class Refused extends Error {
  readonly status: number
  readonly code: string
  readonly said: Both

  constructor(status: number, code: string, said: Both) {
    super(said.en)
    this.status = status
    this.code = code
    this.said = said
  }
}

const NOBODY: Both = { fr: 'Le serveur ne répond pas.', en: 'The server does not answer.' }

async function call<T>(path: string, method = 'GET', body?: unknown): Promise<T> {
  const headers: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' }
  let answer: Response
  try {
    answer = await fetch(`/api${path}`, { method, headers, body: body === undefined ? null : JSON.stringify(body) })
  } catch {
    throw new Refused(0, 'unreachable', NOBODY)
  }
  if (answer.status === 204) return undefined as T
  const data = (await answer.json().catch(() => undefined)) as (T & { code?: string } & Partial<Both>) | undefined
  if (answer.ok && data !== undefined) return data
  const said = data?.fr && data.en ? { fr: data.fr, en: data.en } : NOBODY
  throw new Refused(answer.status, data?.code ?? 'error', said)
}

let games: Promise<GameInfo[]> | undefined

export const api = {
  games: (): Promise<GameInfo[]> => (games ??= call<GameInfo[]>('/games').catch((error: unknown) => ((games = undefined), Promise.reject(error)))),
  me: () => call<Me>('/me'),
  guest: (name: string, language: 'fr' | 'en') => call<Me>('/guest', 'POST', { name, language }),
  rules: (game: string, language: 'fr' | 'en') => call<RulesPage>(`/games/${game}/rules/${language}`),
  tables: () => call<Tables>('/tables'),
  table: (code: string) => call<TableInfo>(`/tables/${code}`),
  make: (wish: NewTable) => call<TableInfo>('/tables', 'POST', wish),
}
