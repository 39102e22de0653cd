/** The REST pages of the server. A refusal is thrown with its sentence in both languages. */

import type {
  AccountBody,
  Commitment,
  Draws,
  GameInfo,
  GameReadiness,
  Invitation,
  Me,
  NewTable,
  RulesPage,
  Study,
  Studied,
  TableInfo,
  Tables,
  ThingInfo,
} from '../wire'
import { inBoth, type Both } from './say.svelte'

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

const NOBODY = inBoth('unreachable')

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

/** Asked once a visit: what does not change while the server runs. A failure is not remembered. */
function once<T>(ask: (key: string) => Promise<T>): (key?: string) => Promise<T> {
  const known = new Map<string, Promise<T>>()
  return (key = '') => {
    const answer = known.get(key) ?? ask(key)
    known.set(key, answer)
    answer.catch(() => known.delete(key))
    return answer
  }
}

export const api = {
  games: once(() => call<GameInfo[]>('/games')),
  rules: once((key) => call<RulesPage>(`/games/${key.split('/')[0]}/rules?language=${key.split('/')[1]}`)),
  things: once((asked) => call<Record<string, ThingInfo>>('/things', 'POST', JSON.parse(asked))),
  readiness: (game: string) => call<GameReadiness>(`/games/${game}/readiness`),
  invitation: () => call<Invitation>('/invitation'),
  invite: () => call<Invitation>('/invitation', 'POST'),
  me: () => call<Me>('/me'),
  guest: (name: string, face: number, language: 'fr' | 'en') => call<Me>('/guest', 'POST', { name, face, language }),
  rename: (name: string, face?: number) => call<Me>('/me', 'PATCH', { name, face }),
  account: (body: AccountBody) => call<Me>('/account', 'POST', body),
  signIn: (body: AccountBody) => call<Me>('/session', 'POST', body),
  signOut: (everywhere: boolean) => call<void>(everywhere ? '/sessions' : '/session', 'DELETE'),
  remove: (password: string) => call<void>('/me', 'DELETE', { password }),
  tables: () => call<Tables>('/tables'),
  commit: () => call<Commitment>('/commitments', 'POST', {}),
  make: (wish: NewTable) => call<TableInfo>('/tables', 'POST', wish),
  record: (code: string) => call<{ events: [number, string][] }>(`/tables/${code}/record?form=json`),
  draws: (code: string) => call<Draws>(`/tables/${code}/draws`),
  position: (study: Study) => call<Studied>('/positions', 'POST', study),
}
