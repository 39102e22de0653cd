/** The REST pages of the server. A refusal is thrown with its sentence in both languages. */

import type {
  AccountBody,
  AnyClubAct,
  AnyEventAct,
  AnyPartyAct,
  AskFrames,
  AskSteps,
  AwaitedMatches,
  BringBody,
  Brought,
  ClubBody,
  ClubList,
  ClubMembers,
  ClubPage,
  ClubRatings,
  Commitment,
  DeviceBody,
  Draws,
  EnterBody,
  Entrance,
  Evaluate,
  Evaluated,
  EventChoices,
  EventInfo,
  EventLog,
  EventPlan,
  EventsPage,
  Explore,
  Explored,
  Frames,
  GameInfo,
  GameReadiness,
  HolidayBody,
  Holidays,
  HookBody,
  House,
  Invitation,
  LadderPage,
  Leaders,
  LearnBody,
  LessonAnswer,
  LessonBody,
  LessonInfo,
  LessonPage,
  LinkAnswer,
  MailBody,
  MatchInfo,
  MatchPage,
  Me,
  NewEventMade,
  NewTable,
  NoticeHook,
  NoticeList,
  OpenStudy,
  Packed,
  PartyInfo,
  Profile,
  PuzzleJudged,
  PuzzleShelf,
  PuzzleSolution,
  PuzzleView,
  Records,
  RulesPage,
  SavedStudy,
  Schooling,
  SeasonTable,
  Studies,
  Study,
  StudyFile,
  StudyPlace,
  TableInfo,
  Tables,
  ThingInfo,
  WayAnswers,
  WishBody,
} from '../wire'
import { transport } from '#transport'
import { firstAnswer } from './first'
import { inBoth, type Both } from './say.svelte'
import { unpack } from './unpack'

export class Refused extends Error {
  readonly status: number
  readonly code: string
  readonly said: Both
  readonly match: string // the match that must be over first

  constructor(status: number, code: string, said: Both, match = '') {
    super(said.en)
    this.status = status
    this.code = code
    this.said = said
    this.match = match
  }
}

const NOBODY = inBoth('unreachable')

const call = <T>(path: string, method = 'GET', body?: unknown): Promise<T> => ask<T>(`/api${path}`, method, body)

async function ask<T>(path: string, method = 'GET', body?: unknown): Promise<T> {
  const known = method === 'GET' ? firstAnswer(path) : undefined
  if (known !== undefined) return known as T
  const answer = await transport.ask(path, method, written(body)).catch(() => {
    throw new Refused(0, 'unreachable', NOBODY)
  })
  if (answer.status === 204) return undefined as T
  const data = read(answer.text) as (T & { code?: string; match?: string } & Partial<Both>) | undefined
  if (answer.status < 300 && data !== undefined) return data
  const said = data?.fr && data.en ? { fr: data.fr, en: data.en } : NOBODY
  throw new Refused(answer.status, data?.code ?? 'error', said, data?.match)
}

function read(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

/** A text goes as it is, anything else as JSON. */
function written(body: unknown): string | null {
  if (body === undefined) return null
  return typeof body === 'string' ? body : JSON.stringify(body)
}

const PATIENCE = [700, 1500, 3000] // milliseconds until a question is asked again that came too soon after others

/** A question of somebody who only walks on quickly: where the server asks to slow down, that is done for them. */
async function patiently<T>(ask: () => Promise<T>): Promise<T> {
  for (const wait of PATIENCE)
    try {
      return await ask()
    } catch (error) {
      if (!(error instanceof Refused) || !['flood', 'busy'].includes(error.code)) throw error
      await new Promise((go) => setTimeout(go, wait))
    }
  return ask()
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
  house: once(() => call<House>('/about')),
  games: once(() => call<GameInfo[]>('/games')),
  rules: once((key) => call<RulesPage>(`/games/${key.split('/')[0]}/rules?language=${key.split('/')[1]}`)),
  moves: once((key) => call<Packed>(`/games/${key.split('/')[0]}/moves/${key.split('/')[1]}`).then(unpack)),
  things: once((asked) => call<Record<string, ThingInfo>>('/things', 'POST', JSON.parse(asked))),
  readiness: (game: string) => call<GameReadiness>(`/games/${game}/readiness`),
  invitation: () => call<Invitation>('/invitation'),
  invite: () => call<Invitation>('/invitation', 'POST'),
  closeDoor: () => call<Invitation>('/invitation', 'DELETE'),
  beScreen: () => call<Entrance>('/parties', 'POST'),
  enterParty: (body: EnterBody) => call<Entrance>('/parties/guests', 'POST', body),
  party: (party: string) => call<PartyInfo>(`/parties/${party}`),
  partyAct: (party: string, act: AnyPartyAct) => call<PartyInfo>(`/parties/${party}/acts`, 'POST', act),
  events: () => call<EventsPage>('/events'),
  eventChoices: () => call<EventChoices>('/event-choices'),
  makeEvent: (plan: EventPlan) => call<NewEventMade>('/events', 'POST', plan),
  event: (id: string, page = 0, round = 0) =>
    patiently(() => call<EventInfo>(`/events/${encodeURIComponent(id)}?page=${page}&round=${round}`)),
  eventAct: (id: string, act: AnyEventAct) => call<EventInfo>(`/events/${encodeURIComponent(id)}/acts`, 'POST', act),
  eventLog: (id: string, before: number) =>
    patiently(() => call<EventLog>(`/events/${encodeURIComponent(id)}/log?before=${before}`)),
  me: () => call<Me>('/me'),
  guest: (name: string, face: number, language: 'fr' | 'en') => call<Me>('/guest', 'POST', { name, face, language }),
  nameMe: (named: boolean) => call<Me>('/me', 'PATCH', { named }),
  rename: (name: string, face?: number) => call<Me>('/me', 'PATCH', { name, face }),
  account: (body: AccountBody) => call<Me>('/account', 'POST', body),
  signIn: (body: AccountBody) => call<Me>('/session', 'POST', body),
  signOut: (everywhere: boolean) => call<void>(everywhere ? '/sessions' : '/session', 'DELETE'),
  password: (password: string, fresh: string) => call<void>('/password', 'POST', { password, new: fresh }),
  rest: (body: HolidayBody) => call<Holidays>('/holidays', 'POST', body),
  turns: () => call<AwaitedMatches>('/turns'),
  notices: () => call<NoticeList>('/notices'),
  seeNotices: () => call<void>('/notices/seen', 'POST'),
  wish: (body: WishBody) => call<NoticeList>('/notices/wishes', 'PATCH', body),
  addDevice: (body: DeviceBody) => call<NoticeList>('/notices/devices', 'POST', body),
  endDevice: (id: string) => call<NoticeList>(`/notices/devices/${id}`, 'DELETE'),
  testWay: (way: WishBody['way']) => call<WayAnswers>(`/notices/test?way=${way}`, 'POST'),
  setMail: (body: MailBody) => call<NoticeList>('/notices/mail', 'POST', body),
  endMail: () => call<NoticeList>('/notices/mail', 'DELETE'),
  addHook: (body: HookBody) => call<NoticeHook>('/notices/hooks', 'POST', body),
  endHook: (id: string) => call<NoticeList>(`/notices/hooks/${id}`, 'DELETE'),
  renewCalendar: () => call<NoticeList>('/notices/calendar', 'POST'),
  endCalendar: () => call<NoticeList>('/notices/calendar', 'DELETE'),
  followLink: (token: string) => ask<LinkAnswer>(`/mail/${encodeURIComponent(token)}`, 'POST'),
  decline: (table: string) => call<void>(`/tables/${table}/decline`, 'POST'),
  remove: (password: string) => call<void>('/me', 'DELETE', { password }),
  leaders: (game: string, speed: string) => call<Leaders>(`/leaders/${game}?speed=${speed}`),
  profile: (name: string) => call<Profile>(`/people/${encodeURIComponent(name)}/profile`),
  clubs: () => call<ClubList>('/clubs'),
  foundClub: (body: ClubBody) => call<ClubPage>('/clubs', 'POST', body),
  club: (name: string) => call<ClubPage>(`/clubs/${encodeURIComponent(name)}`),
  clubAct: (name: string, act: AnyClubAct) => call<ClubPage>(`/clubs/${encodeURIComponent(name)}/acts`, 'POST', act),
  clubMembers: (name: string, page: number) => call<ClubMembers>(`/clubs/${encodeURIComponent(name)}/members/${page}`),
  clubLadder: (name: string, game: string) => call<LadderPage>(`/clubs/${encodeURIComponent(name)}/ladders/${game}`),
  eventSeason: (event: string) => call<SeasonTable>(`/events/${event}/season`),
  clubSeason: (name: string) => call<SeasonTable>(`/clubs/${encodeURIComponent(name)}/season`),
  clubRatings: (name: string, game: string, speed: string) =>
    call<ClubRatings>(`/clubs/${encodeURIComponent(name)}/ratings/${game}?speed=${speed}`),
  dissolveClub: (name: string, said: string) =>
    call<void>(`/clubs/${encodeURIComponent(name)}`, 'DELETE', { name: said }),
  tables: () => call<Tables>('/tables'),
  commit: () => call<Commitment>('/commitments', 'POST', {}),
  make: (wish: NewTable) => call<TableInfo>('/tables', 'POST', wish),
  match: (id: string) => patiently(() => call<MatchPage>(`/matches/${encodeURIComponent(id)}`)),
  steps: (id: string, asked: AskSteps) =>
    patiently(() => call<Frames>(`/matches/${encodeURIComponent(id)}/frames`, 'POST', asked)),
  thought: (number: number, answer: string) => call<void>(`/thoughts/${number}`, 'POST', answer),
  bring: (record: string) => call<MatchInfo>('/records', 'POST', record),
  brought: () => call<Records>('/records'),
  removeRecord: (id: string) => call<void>(`/records/${encodeURIComponent(id)}`, 'DELETE'),
  draws: (code: string) => call<Draws>(`/tables/${code}/draws`),
  lessons: once(() => call<LessonInfo[]>('/lessons')),
  lesson: once((key) => call<LessonPage>(`/lessons/${key.split('/')[0]}?language=${key.split('/')[1]}`)),
  attempt: (game: string, step: number, body: LessonBody) =>
    call<LessonAnswer>(`/lessons/${game}/${step}`, 'POST', body),
  bringAll: (body: BringBody) => call<Brought>('/me/records', 'POST', body),
  learn: (news: LearnBody) => patiently(() => call<Schooling>('/me/learned', 'POST', news)),
  puzzles: () => call<PuzzleShelf>('/puzzles'), // not kept: the one of the day changes
  puzzle: (name: string, language: 'fr' | 'en') =>
    call<PuzzleView>(`/puzzles/${encodeURIComponent(name)}?language=${language}`),
  tryPuzzle: (name: string, found: number, move: string, language: 'fr' | 'en') =>
    call<PuzzleJudged>(`/puzzles/${name}/tries`, 'POST', { found, move, language }),
  puzzleSolution: (name: string, found: number) => call<PuzzleSolution>(`/puzzles/${name}/solution`, 'POST', { found }),
  position: (study: Study) => patiently(() => call<StudyPlace>('/positions', 'POST', study)),
  frames: (asked: AskFrames) => patiently(() => call<Frames>('/frames', 'POST', asked)),
  evaluate: (asked: Evaluate) => patiently(() => call<Evaluated>('/evaluations', 'POST', asked)),
  explore: (asked: Explore) => patiently(() => call<Explored>('/explorer', 'POST', asked)),
  study: (id: string) => patiently(() => call<OpenStudy>(`/studies/${encodeURIComponent(id)}`)),
  studies: () => call<Studies>('/studies'),
  readStudy: (source: string, viewer?: number) =>
    patiently(() => call<OpenStudy>('/studies/read', 'POST', { source, viewer })),
  saveStudy: (study: StudyFile, id: string) => call<SavedStudy>('/studies', 'POST', { study, id }),
  removeStudy: (id: string) => call<void>(`/studies/${encodeURIComponent(id)}`, 'DELETE'),
}
