// Written by `python -m recif.server.api.typescript` from src/recif/server/messages/. Do not edit.

export const EMOTES = ["hello", "well-played", "thanks", "oops", "wow", "thinking", "laugh", "good-luck"] as const

/** A text as JSON writes it: `{"fr": …, "en": …}`. */
export interface Bilingual {
  fr: string
  en: string
}

/** How the match ended; `reason` is one of ENDINGS. */
export interface Ending {
  winners: number[]
  scores: number[]
  reason: string
  seat: number | null
}

/** A move of the tree: `parent` is the number of the one before it, 0 for the start; moves are numbered from 1. A mark is a spot of the board (`d4`), an arrow two of them (`d4>d6`). The first child of a move is the main line. */
export interface StudyMove {
  parent: number
  seat: number
  text: string
  note?: string
  marks?: string[]
}

/** A study as it is kept and handed on. `position` is the text of the position it begins with, if not the start. */
export interface StudyFile {
  game: string
  moves: StudyMove[]
  study?: number
  title?: string
  seats?: number | null
  options?: Record<string, any>
  rules?: number | null
  position?: string
  names?: string[]
  note?: string
  marks?: string[]
  result?: Ending | null
}

/** An event as this viewer may know it: `seat` is -1 for luck. `parts` is what luck brings, taken apart, where the game's board shows it step by step. */
export interface Line {
  seat: number
  text: string
  fr: string
  en: string
  parts?: Record<string, any>
}

/** A legal move. `parts` takes it apart (docs/protocol.md, and the docstring of the game's words). */
export interface Move {
  text: string
  parts: Record<string, any>
  say: string
}

/** What a viewer sees at once: what has just happened, and what the board shows then, drawn and in signs. `titles` are what the seats are called; of several frames the first has them. `moves`, by seat, are those to choose among now. */
export interface Frame {
  lines: Line[]
  scene: Record<string, any>
  picture: Bilingual
  titles?: Bilingual[]
  moves?: Record<string, Move[]>
}

/** What happened in one go, to be shown again: the lines from `first` on, and the board before and after. */
export interface Passage {
  first: number
  lines: Line[]
  before: Record<string, any>
  scene: Record<string, any>
}

/** Why something is refused: a code for programs, a sentence for people, the rule's section, the cells, and the table of the match that must be over first. */
export interface Why {
  code: string
  fr: string
  en: string
  rule: string
  cells: string[]
  match: string
}

/** Somebody who plays or watches. */
export interface Person {
  id: string
  name: string
  guest: boolean
  face: number
}

/** none; increment: `start` milliseconds and `bonus` a turn; days: `start` milliseconds for each turn, of which what is left is saved up to `most`; where all choose at once, rounds: `start` for each, or daily: until `start` milliseconds after midnight in `zone`. */
export interface Pace {
  kind?: "daily" | "days" | "increment" | "none" | "rounds"
  start?: number
  bonus?: number
  most?: number
  zone?: string
}

/** How strong an account is at this game and speed: two times of three within the deviation. */
export interface Rating {
  rating: number
  deviation: number
  known: boolean
  gained: number | null
}

/** A place at a table: open, a person, or a machine at a level. */
export interface Seat {
  seat: number
  kind: "machine" | "open" | "person"
  title: Bilingual
  person: Person | null
  level: number
  name: Bilingual | null
  here: boolean
  rating: Rating | null
  named: boolean
  won: number
}

/** How a match ended. `seat` is who resigned or ran out of time. Several winners share the win. `why` is what ended a match that was played to its end, in the game's own words. */
export interface Result {
  winners: number[]
  scores: number[]
  reason: "aborted" | "agreed" | "over" | "resigned" | "time"
  seat: number | null
  why: Bilingual | null
}

/** A table from outside: what the lobby lists and what stays the same during the play. */
export interface TableInfo {
  table: string
  game: string
  options: Record<string, any>
  seats: Seat[]
  pace: Pace
  status: "open" | "over" | "playing"
  owner: Person
  public: boolean
  shared: boolean
  flag: "ask" | "first" | "gentle" | "lose" | "machine"
  made: number
  events: number
  result: Result | null
  before: string
  next: string
  rated: string
  help: boolean
  holidays: boolean
  event: string
  evening: number
}

/** Legal moves without their sentences: by number in a table of moves, or by text; and parts, packed in columns. `numbers` are steps: each is added to the one before. A column is `[values]`, one for each move or one for all, or `[values, which]`: by move the place of its value, from 1; 0 where it has no such part. With a third list, `[" "]`, each value is a list of names written as one text, with that between them; then `which` may be empty. */
export interface Packed {
  table: string
  numbers: number[]
  texts: string[]
  parts: Record<string, any[][]>
}

/** Milliseconds left to each seat when the message was sent; those of `running` go down. */
export interface Clocks {
  left: number[]
  running: number[]
}

/** Something proposed to the other people at the table, and who has agreed so far. */
export interface Offer {
  kind: "abort" | "draw" | "pause" | "rematch" | "resume" | "swap" | "undo"
  seat: number
  count: number
  luck: boolean
  agreed: number[]
  game: string
  other: number
}

/** Luck that can be checked: the secret appears when the match is over. */
export interface Luck {
  commitment: string
  numbers: string[]
  secret: string
  next: string
  next_table: string
  scheme: number
}

/** Of a match that goes on for days: what is not usual now. */
export interface DaysNow {
  paused?: boolean
  vanished?: number[]
  away?: Record<string, number>
  stands?: Record<string, number>
  foreseen?: Record<string, string[][]>
  prepared?: Record<string, string>
}

/** A table as one viewer may see it now. */
export interface Now {
  version: number
  viewer: number
  curtain: boolean
  scene: Record<string, any>
  waiting: number[]
  chosen: number[]
  moves: Record<string, Move[]>
  events: number
  clocks: Clocks | null
  result: Result | null
  offers: Offer[]
  choices: Record<string, string>
  thinking: number[]
  packed: Record<string, Packed>
  days: DaysNow | null
}

/** A line of chat. `emote` is one of EMOTES, or empty. */
export interface Talk {
  person: Person
  at: number
  text: string
  emote: string
  spectator: boolean
}

/** A move that the machine likes: how much it favours it, and what it is worth to the mover (0 to 1). The first of several has a `nudge`, to be shown before the move itself, and says `why` in one sentence; `look` and `spots` are where the board points meanwhile, `more` is for those who ask. */
export interface Hint {
  text: string
  say: Bilingual
  share: number
  worth: number
  nudge: Bilingual | null
  why: Bilingual | null
  idea: string
  look: string[]
  spots: string[]
  more: Bilingual[]
}

/** A move that a hint expects: the board after it, what is said beside it, and where the board points. */
export interface Expected {
  frame: Frame
  say: Bilingual
  cells: string[]
}

/** A decision of a finished match, judged: what was played, what was better, how much was lost (0 to 1). */
export interface Judged {
  index: number
  seat: number
  text: string
  best: string
  loss: number
  worth: number[]
  mark: string
  say: Bilingual | null
  after: number[]
  forced: boolean
  stake: number
  luck: number[]
  why: Bilingual | null
  idea: string
  spots: string[]
  advice: Bilingual | null
  allows: Bilingual | null
}

/** What to practise next: the idea whose missing cost most, and how many puzzles are about it. */
export interface Practice {
  idea: string
  name: Bilingual
  puzzles: number
}

/** What a review comes to; `moments` and `practice` are of the asker's own seats, if there are any. */
export interface Summed {
  accuracies: (number | null)[]
  luck: number[]
  moments: number[]
  practice: Practice | null
}

/** Watch a table, or play at it where one has a seat. `seen` and `cuts`: what one already has of its log; `version`: the last one that one was told of, older than which nothing is shown. */
export interface Follow {
  type: "follow"
  table: string
  seen?: number
  cuts?: number
  detail?: "full" | "lean" | "none" | "texts"
  language?: "en" | "fr"
  version?: number
}

/** Stop following a table (a seat is kept). */
export interface Leave {
  type: "leave"
  table: string
}

/** Look through one of my seats, or through nobody's (-1): for several people at one screen. */
export interface Look {
  type: "look"
  table: string
  seat: number
}

/** Take an open seat. `number` is what I add to the luck. */
export interface Sit {
  type: "sit"
  table: string
  id: string
  seat: number
  number?: string
}

/** Give a seat up before the match begins. */
export interface Stand {
  type: "stand"
  table: string
  id: string
  seat: number
}

/** The owner puts a machine on an open seat (level 0: opens the seat again). */
export interface Fill {
  type: "fill"
  table: string
  id: string
  seat: number
  level: number
}

/** A move. `id` is chosen by the client: sending the same one again is harmless. `at`: events seen so far. */
export interface Play {
  type: "play"
  table: string
  id: string
  seat: number
  move: string
  at?: number | null
}

/** Resign */
export interface Resign {
  type: "resign"
  table: string
  id: string
  seat: number
}

/** Offer a draw, an undo of my last decision, a rematch (of another `game`, if one is named), to call the match off, a pause or, before it begins, to swap seats with `other`: at once if nobody else sits there. To resume after a pause takes nobody's leave. */
export interface Propose {
  type: "propose"
  table: string
  id: string
  seat: number
  kind: "abort" | "draw" | "pause" | "rematch" | "resume" | "swap" | "undo"
  sure?: boolean
  number?: string
  game?: string
  other?: number
}

/** Agree to an offer, or refuse it (one's own: withdraw it). */
export interface Reply {
  type: "reply"
  table: string
  id: string
  seat: number
  kind: "abort" | "draw" | "pause" | "rematch" | "resume" | "swap" | "undo"
  yes: boolean
  number?: string
}

/** What my seat chooses where a round ends without its choice, from now on; empty: nothing any more. */
export interface Prepare {
  type: "prepare"
  table: string
  id: string
  seat: number
  move?: string
}

/** What my seat answers to moves to come, from now on; nothing: no answers any more. A line is texts of moves, in the order in which they would be played, and ends with one of mine. */
export interface Foresee {
  type: "foresee"
  table: string
  id: string
  seat: number
  lines?: string[][]
}

/** Somebody has run out of time, where the table leaves it to the others: I take the `win`, let a `machine` have their seat, or give them more `time`. */
export interface Claim {
  type: "claim"
  table: string
  id: string
  seat: number
  other: number
  what: "machine" | "time" | "win"
}

/** Chat, or an emote. */
export interface Say {
  type: "say"
  table: string
  text?: string
  emote?: string
}

/** Hear a person no more, or again. */
export interface Mute {
  type: "mute"
  person: string
  on?: boolean
}

/** Ask for a hint for my seat, what a position is worth, a review of a finished match, my moves, a picture, to be shown again what happened with an event, or what my seat would see and who could play what after some moves (`ahead`). */
export interface Ask {
  type: "ask"
  table: string
  id: string
  what: "again" | "ahead" | "evaluate" | "hint" | "moves" | "picture" | "review"
  seat?: number
  index?: number | null
  move?: string
  line?: string[]
}

/** Hear of open tables, or no more. */
export interface Lobby {
  type: "lobby"
  on?: boolean
}

/** My page is out of sight, or in sight again: nothing is in front of me meanwhile, and notices are sent. */
export interface Away {
  type: "away"
  on?: boolean
}

/** My device can do what the machine is asked for me alone: from now on, or no more. */
export interface Lend {
  type: "lend"
  on?: boolean
}

/** Follow the party around a television, as its screen or as a guest; or no more. */
export interface Attend {
  type: "attend"
  party: string
  on?: boolean
}

/** An emote that flies over the television. */
export interface Cheer {
  type: "cheer"
  party: string
  emote: string
}

/** Hear that an event has changed (`GET /api/events/{event}` has it), or no more. */
export interface FollowEvent {
  type: "followevent"
  event: string
  on?: boolean
}

/** Ping */
export interface Ping {
  type: "ping"
  t?: number
}

/** The first message on a socket. */
export interface Welcome {
  type: "welcome"
  you: Person
  version: string
  at: number
}

/** The whole of a table. `log` replaces the client's lines from `log_from` on. */
export interface Table {
  type: "table"
  table: string
  info: TableInfo
  mine: number[]
  now: Now
  log: Line[]
  log_from: number
  cuts: number
  chat: Talk[]
  watchers: number
  luck: Luck
}

/** Something happened. `log` replaces the client's lines from `log_from` on (so an undo shortens them). */
export interface Changed {
  type: "changed"
  table: string
  now: Now
  log: Line[]
  log_from: number
  cuts: number
}

/** Seats, status, people around the table. */
export interface Around {
  type: "around"
  table: string
  info: TableInfo
  mine: number[]
  watchers: number
  luck: Luck
}

/** Said */
export interface Said {
  type: "said"
  table: string
  talk: Talk
}

/** What the client asked under this `id` is done, and on disk. */
export interface Ack {
  type: "ack"
  table: string
  id: string
  version: number
}

/** What the client asked is refused; nothing has changed. `id` and `table` are empty where unknown. */
export interface Refusal {
  type: "refusal"
  code: string
  fr: string
  en: string
  rule: string
  cells: string[]
  match: string
  table: string
  id: string
}

/** Open public tables, newest first, and the matches one may watch. */
export interface Listing {
  type: "listing"
  open: TableInfo[]
  playing: TableInfo[]
}

/** The machine's answer to `ask`. */
export interface Told {
  type: "told"
  table: string
  id: string
  what: "again" | "ahead" | "evaluate" | "hint" | "moves" | "picture" | "review"
  hints: Hint[]
  worth: number[]
  expected: Expected[]
  mixed: boolean
  judged: Judged[]
  summed: Summed | null
  moves: Move[]
  picture: Bilingual | null
  passage: Passage | null
  ahead: Frame | null
  done: boolean
}

/** My device, which I have lent, is asked for a thought of `recif.server.machines.thoughts`, by its name, and given what is thought about as JSON. The answer goes to `POST /api/thoughts/{number}`; where none comes, the server thinks itself. */
export interface Ponder {
  type: "ponder"
  number: number
  what: string
  given: string
}

/** Pong */
export interface Pong {
  type: "pong"
  t: number
  at: number
}

/** There is something to know that is not on this screen: `GET /api/notices` has it. */
export interface Noticed {
  type: "noticed"
  table: string
}

/** A party as it is now: who is there, what is played next, where. */
export interface Party {
  type: "party"
  info: PartyInfo
}

/** Cheered */
export interface Cheered {
  type: "cheered"
  party: string
  person: Person
  emote: string
}

/** An event that I follow has come to this version. */
export interface EventChanged {
  type: "eventchanged"
  event: string
  version: number
}

/** My table in an event is ready. */
export interface SeatReady {
  type: "seatready"
  event: string
  round: number
  board: number
  table: string
}

/** Why the server closes this socket: `stopping` or `again` (connect again), `signed-out`, `flood`, `text-only`. */
export interface Bye {
  type: "bye"
  reason: string
}

/** A choice before the game: `kind` tells how a form shows it (choice, words, numbers, map). */
export interface OptionInfo {
  name: string
  says: Bilingual
  kind: string
  default: any
  values: any[]
  labels: Bilingual[]
}

/** A strength of the machine: the creature that plays so. */
export interface Level {
  level: number
  name: Bilingual
  kind: Bilingual
  temper: Bilingual
}

/** One of the games. */
export interface GameInfo {
  id: string
  title: Bilingual
  pitch: Bilingual
  seats: number[]
  minutes: number
  options: OptionInfo[]
  levels: Level[]
  age: number
  feelings: ("bluff" | "calm" | "chase" | "laugh" | "luck" | "think")[]
  lengths: Record<string, number>
  at_once: boolean
}

/** cold: not yet; rules: people can play each other; feel: the gentlest machine, too; ready: all of them. `seconds`: about how long to the next; `levels`: the machines that can play. */
export interface GameReadiness {
  game: string
  stage: "cold" | "feel" | "ready" | "rules"
  seconds: number
  levels: number[]
}

/** An example of the rules for a board to draw: see the head of `games/core/examples.py`. */
export interface DrawnExample {
  frames: Frame[]
  rest: number
  seat: number
  show: string[]
  mark: string[]
  names: string[]
}

/** The rules of a game, as Markdown with numbered sections; `examples` are its ```position blocks, in order. */
export interface RulesPage {
  game: string
  language: "en" | "fr"
  markdown: string
  examples: DrawnExample[]
}

/** Health */
export interface Health {
  status: "ok" | "stopping" | "warming"
  version: string
}

/** What can be done here. */
export interface House {
  version: string
  others: boolean
  server: string
  device: boolean
}

/** An idea that a lesson teaches, and the steps that do, numbered from 1. */
export interface TaughtIdea {
  id: string
  name: Bilingual
  steps: number[]
}

/** A game that has a lesson, of how many steps, and what they teach. */
export interface LessonInfo {
  game: string
  steps: number
  ideas: TaughtIdea[]
}

/** A task on the board for `seat`. `frames` is what happens before it is asked; the last has the moves. */
export interface LessonStep {
  says: Bilingual
  frames: Frame[]
  seat: number
  mark: string[]
  against: number
}

/** The lesson of a game. */
export interface LessonPage {
  game: string
  language: "en" | "fr"
  steps: LessonStep[]
}

/** A move tried in a step, after those that it took to come there. `show`: play one for me instead. */
export interface LessonBody {
  moves?: string[]
  language?: "en" | "fr"
  show?: boolean
}

/** What came of it. Nothing has happened after a wrong move: `says` tells why it did not do. `tried` is the move. */
export interface LessonAnswer {
  verdict: "done" | "lost" | "on" | "wrong"
  says: Bilingual
  tried: string
  frames: Frame[]
  rule: string
  cells: string[]
}

/** What puzzles of a game are about. */
export interface PuzzleTheme {
  id: string
  name: Bilingual
}

/** A game that has puzzles, and their themes, the most telling first. */
export interface PuzzleGame {
  game: string
  themes: PuzzleTheme[]
}

/** A puzzle from outside; `grade` is the level, 1 to 8, that finds it. */
export interface PuzzleInfo {
  puzzle: string
  game: string
  grade: number
  themes: string[]
  decisions: number
}

/** All puzzles; `daily` is the one of the day, empty if there are none. */
export interface PuzzleShelf {
  games: PuzzleGame[]
  puzzles: PuzzleInfo[]
  daily: string
}

/** A puzzle as its solver sees it at the start. */
export interface PuzzleView {
  info: PuzzleInfo
  seat: number
  frame: Frame
}

/** A move for the decision that is due once `found` have been found. */
export interface PuzzleTryBody {
  found: number
  move: string
  language?: "en" | "fr"
}

/** `frames` are what happens: after a right move the line itself, after another one what would be answered to it. Where more is to be found, the last has the moves to choose among. `chances` are the solver's with the move and with the right one, from 0 to 1. */
export interface PuzzleJudged {
  right: boolean
  frames: Frame[]
  found: number
  chances: [number, number]
  why: Bilingual | null
  spots: string[]
  nearly: boolean
  allows: Bilingual | null
  goal: Bilingual | null
}

/** All that is left to find is told. */
export interface PuzzleGiveUpBody {
  found: number
}

/** PuzzleSolution */
export interface PuzzleSolution {
  frames: Frame[]
  whys: Bilingual[]
}

/** A first try at a puzzle; `grade` and `decisions` say how hard it is. */
export interface Tried {
  game: string
  grade: number
  decisions: number
  solved: boolean
}

/** TriedPuzzle */
export interface TriedPuzzle {
  game: string
  grade: number
  decisions: number
  solved: boolean
  puzzle: string
  at: number
}

/** What a device knows that its person has learned; all of it, or what is new. */
export interface LearnBody {
  lessons?: Record<string, number[]>
  tries?: [string, boolean, number][]
  days?: number[]
  storms?: Record<string, number>
}

/** What somebody has learned on all their devices; tries and days in the order of time. */
export interface Schooling {
  lessons: Record<string, number[]>
  tries: TriedPuzzle[]
  days: number[]
  storms: Record<string, number>
}

/** Where links lead that open on other machines: empty if none would. A click of mine can open it, or close it. */
export interface Invitation {
  origin: string
  can_open: boolean
  can_close: boolean
}

/** Who shall sit here: me (several times on one screen), anybody (open), or a machine. */
export interface SeatWish {
  kind?: "machine" | "me" | "open"
  level?: number
  name?: string
  face?: number
}

/** A table to make. It begins as soon as no seat is open. `number` is what I add to the luck; so that it comes after the server's commitment, ask for one first (POST /api/commitments) and name it in `commitment`. */
export interface NewTable {
  game: string
  seats: SeatWish[]
  options?: Record<string, any>
  pace?: Pace
  public?: boolean
  shared?: boolean
  flag?: "ask" | "first" | "gentle" | "lose" | "machine"
  number?: string
  commitment?: string
  help?: boolean
  after?: string
  challenge?: string
  holidays?: boolean
  rated?: boolean
}

/** The SHA-256 of a secret that the server will use once, and of the name of the table that it is for. */
export interface Commitment {
  commitment: string
  table: string
}

/** What could have come at a draw: `outcomes` with their weights, in the order in which the number counts them. */
export interface PossibleDraw {
  index: number
  place: string
  text: string
  outcomes: [string, number][]
}

/** Every draw of a finished match, to be done again by whoever has the secret. */
export interface Draws {
  table: string
  draws: PossibleDraw[]
}

/** The key with which this server signs records. */
export interface PublicKey {
  algorithm: "Ed25519"
  key: string
}

/** Tables */
export interface Tables {
  open: TableInfo[]
  playing: TableInfo[]
}

/** A match that waits for somebody: until when (milliseconds since 1970; 0: no time runs), and why that may be. */
export interface AwaitedMatch {
  table: string
  game: string
  due?: number
  away?: number
  paused?: boolean
  vanished?: boolean
}

/** Those that wait for me, and those that wait for others: the most urgent first. `at`: the server's time. */
export interface AwaitedMatches {
  turns: AwaitedMatch[]
  others: AwaitedMatch[]
  at: number
}

/** A move over REST, for bots without a socket; `id` makes a resend harmless. */
export interface MoveBody {
  seat: number
  move: string
  id: string
}

/** Done */
export interface Done {
  version: number
}

/** A match from outside. `brought`: by its `owner`, from elsewhere; who played it is a name and nobody here. */
export interface MatchInfo {
  match: string
  game: string
  options: Record<string, any>
  rules: number
  seats: Seat[]
  made: number
  events: number
  owner: Person
  result: Result
  shared: boolean
  brought: boolean
  evening: number
}

/** A match with its log, in which nothing is hidden any more; `mine` are the seats of who asks. */
export interface MatchPage {
  info: MatchInfo
  mine: number[]
  log: Line[]
}

/** What is seen after each event from `since` on (0: before the first). `instead`: only after event `since`, had its seat played this. */
export interface AskSteps {
  since?: number
  instead?: string
}

/** Records of matches that were played elsewhere, as JSON or as text. */
export interface BringBody {
  records: string[]
}

/** How many of them are kept now, those that were before among them; how many could not be read. */
export interface Brought {
  kept: number
  refused: number
}

/** Matches that I brought, the latest first. */
export interface Records {
  records: MatchInfo[]
}

/** A position to look at: a game, its options, and the events so far (seat -1: luck). `position` is the text of the position that it begins with; left out: the start of the game. */
export interface Study {
  game: string
  seats?: number | null
  options?: Record<string, any>
  events?: [number, string][]
  rules?: number | null
  position?: string
  viewer?: number | null
  language?: "en" | "fr"
}

/** What a viewer sees after each event, from event `since` on (0: before the first). */
export interface Frames {
  since: number
  frames: Frame[]
}

/** AskFrames */
export interface AskFrames {
  game: string
  seats?: number | null
  options?: Record<string, any>
  events?: [number, string][]
  rules?: number | null
  position?: string
  viewer?: number | null
  language?: "en" | "fr"
  since?: number
}

/** A text that somebody has pasted or opened: a study, a record, or a game and the text of a position. */
export interface ReadStudy {
  source: string
  viewer?: number | null
}

/** A study, checked by the rules; `lines` tell its moves in order, as the viewer may know them. `text` and `json` are what one downloads; `owner` is who shared it, nobody for one that was read from a text. */
export interface OpenStudy {
  study: StudyFile
  lines: Line[]
  titles: Bilingual[]
  text: string
  json: string
  id: string
  owner: Person | null
  mine: boolean
  match: string
  hides: boolean
}

/** A study to share. With the `id` of one of mine it takes that one's place. */
export interface SaveStudy {
  study: StudyFile
  id?: string
}

/** SavedStudy */
export interface SavedStudy {
  id: string
  title: string
  game: string
  at: number
}

/** Those that I share, the latest first. */
export interface Studies {
  studies: SavedStudy[]
}

/** A move that was played here before, how often, and the share of wins that came of it for its seat. */
export interface TriedMove {
  text: string
  fr: string
  en: string
  count: number
  score: number
}

/** What was played in a position: by strong machines, and at tables of this server. */
export interface Explored {
  machines: TriedMove[]
  here: TriedMove[]
  machine_matches: number
  here_matches: number
}

/** `seat`: whose decision; only what that seat may know is used. */
export interface Explore {
  game: string
  seats?: number | null
  options?: Record<string, any>
  events?: [number, string][]
  rules?: number | null
  position?: string
  viewer?: number | null
  language?: "en" | "fr"
  seat: number
}

/** A card, a piece or a place of a game that explains itself; `rule` is the section that says more. */
export interface ThingInfo {
  name: Bilingual
  says: Bilingual
  rule: string
  sign: string
}

/** A place of a study: what is seen there, with the moves of all who decide, and what the rules say about it. */
export interface StudyPlace {
  frame: Frame
  position: string
  waiting: number[]
  luck: Record<string, number>
  result: Result | null
  draws: Line[]
}

/** `seat`: whose decision; only what that seat may know is used. */
export interface Evaluate {
  game: string
  seats?: number | null
  options?: Record<string, any>
  events?: [number, string][]
  rules?: number | null
  position?: string
  viewer?: number | null
  language?: "en" | "fr"
  seat: number
  level?: number
}

/** Evaluated */
export interface Evaluated {
  hints: Hint[]
  worth: number[]
}

/** GuestBody */
export interface GuestBody {
  name: string
  language?: "en" | "fr"
  face?: number
}

/** A name and a password: makes the guest an account, or signs in. A password has 8 to 200 characters. */
export interface AccountBody {
  name: string
  password: string
}

/** Another password for my account: the one it has, and the new one. */
export interface PasswordBody {
  password: string
  new: string
}

/** An account is deleted with its password; a guest with none. */
export interface DeleteBody {
  password?: string
}

/** ProfileBody */
export interface ProfileBody {
  name?: string | null
  language?: "en" | "fr" | null
  face?: number | null
  named?: boolean | null
}

/** On holiday from now until then, milliseconds since 1970 (0: no longer); by itself where time would run out. */
export interface HolidayBody {
  until?: number | null
  automatic?: boolean | null
}

/** Mine, by days: until when (0: none goes on), what is left of this year in milliseconds, whether by itself. */
export interface Holidays {
  until: number
  left: number
  automatic: boolean
}

/** Me */
export interface Me {
  person: Person
  language: "en" | "fr"
  since: number
  named: boolean
  tables: TableInfo[]
  muted: Person[]
  beaten: Record<string, number[]>
  holidays: Holidays
}

/** Everything kept about me: profile, records of my matches, what I said, studies that I share, how I am told. */
export interface Exported {
  person: Person
  language: "en" | "fr"
  since: number
  records: Record<string, any>[]
  talks: Record<string, any>[]
  ratings: SpeedStanding[]
  results: Record<string, any>[]
  studies: StudyFile[]
  learned: Schooling
  imported: Record<string, any>[]
  plans: Record<string, any>[]
  named: boolean
  holidays: [number, number][]
  rests: boolean
  mail: string
  mail_hours: Record<string, any> | null
  hooks: string[]
  devices: Record<string, any>[]
  wishes: Record<string, string>[]
  calendar: boolean
  notices: Record<string, any>[]
  muted: Person[]
  tokens: Record<string, any>[]
  sessions: number[]
}

/** A rating in a game, at a speed: blitz, quick, slow or days for two seats, several for more. */
export interface SpeedStanding {
  game: string
  speed: string
  rating: number
  deviation: number
  games: number
  known: boolean
  opponents: number
}

/** Leader */
export interface Leader {
  person: Person
  standing: SpeedStanding
}

/** A machine on the same scale, as the arena has measured it; it never changes. */
export interface MachineStanding {
  level: number
  name: Bilingual
  rating: number
  deviation: number
}

/** Those who are known first, the strongest before the others; then those who have played too little. */
export interface Leaders {
  game: string
  speed: string
  leaders: Leader[]
  machines: MachineStanding[]
}

/** WonDrawnLost */
export interface WonDrawnLost {
  won: number
  drawn: number
  lost: number
}

/** Results in a game: against people, and against machines by level. */
export interface GameRecord {
  game: string
  people: WonDrawnLost
  machines: Record<string, WonDrawnLost>
}

/** A rating after each rated match: when, in milliseconds since 1970, and what it was; `start`: before the first. */
export interface Progress {
  game: string
  speed: string
  start: number
  points: [number, number][]
}

/** A match that somebody has played. `level`: the strongest machine, where no other person played; else 0. Where it was played is told to oneself alone. */
export interface Outing {
  game: string
  at: number
  level: number
  score: number
  rated: boolean
  table: string
}

/** In a row, now and at most: matches won against people, days with a match. */
export interface Streaks {
  wins: number
  most_wins: number
  days: number
  most_days: number
}

/** What an account has done; everybody may see it. */
export interface Profile {
  person: Person
  since: number
  finished: number
  standings: SpeedStanding[]
  progress: Progress[]
  records: GameRecord[]
  streaks: Streaks
  matches: Outing[]
  lessons: Record<string, [number, number]>
  tries: Tried[]
}

/** TokenBody */
export interface TokenBody {
  label: string
  scope?: "play" | "read"
}

/** A bot's token: `secret` is shown once, when it is made. */
export interface Token {
  id: string
  label: string
  made: number
  secret: string
  scope: "play" | "read"
}

/** Tokens */
export interface Tokens {
  tokens: Token[]
}

/** One thing to know; whoever reads makes the sentence of that name. Where no table causes it, `name` is what it is about (a club), and `where` the page to go to. */
export interface Notice {
  kind: "challenge" | "club" | "offer" | "over" | "ready" | "revealed" | "sat" | "soon" | "time" | "turn"
  says: string
  table: string
  game: string
  at: number
  seen: boolean
  who: Person | null
  left: number
  trouble: string
  name: string
  where: string
}

/** A browser that gets pushes: the address ends differently for each, and that end is shown. */
export interface NoticeDevice {
  id: string
  made: number
}

/** Where a digest goes, at which hour of my day; `trouble`: why the last one did not arrive. */
export interface NoticeMail {
  address: string
  zone: string
  hour: number
  confirmed: boolean
  trouble: string
}

/** A webhook of mine; `secret`, to check signatures with, is told once, when it is made. */
export interface NoticeHook {
  id: string
  url: string
  form: "discord" | "matrix" | "ntfy" | "standard"
  made: number
  secret: string
}

/** The latest first; `unseen` counts up to a hundred. `wishes`: by kind, the ways that are on. `push`: the server's public key, to subscribe with. `calendar`: the path of the link to my deadlines, if there is one. */
export interface NoticeList {
  notices: Notice[]
  unseen: number
  wishes: Record<string, ("bell" | "mail" | "push" | "webhook")[]>
  devices: NoticeDevice[]
  push: string
  can_mail: boolean
  mail: NoticeMail | null
  hooks: NoticeHook[]
  calendar: string
}

/** Whether I want to be told of such things by this way. */
export interface WishBody {
  kind: "challenge" | "club" | "offer" | "over" | "ready" | "revealed" | "sat" | "soon" | "time" | "turn"
  way: "bell" | "mail" | "push" | "webhook"
  on: boolean
}

/** A subscription, as the browser's push manager gives it. */
export interface DeviceBody {
  endpoint: string
  p256dh: string
  auth: string
  language?: "en" | "fr"
}

/** An address for digests; a new one gets a link to confirm it by. */
export interface MailBody {
  address: string
  zone: string
  hour?: number
}

/** What a link of a mail has done. */
export interface LinkAnswer {
  did: "confirmed" | "stopped"
}

/** Where my notices are to be posted: signed JSON for a program, or what a channel shows. */
export interface HookBody {
  url: string
  form?: "discord" | "matrix" | "ntfy" | "standard"
  language?: "en" | "fr"
}

/** What the other side said to a try: a push service or a webhook by its HTTP status, a mail server by its own number; 0: it did not answer. */
export interface WayAnswer {
  id: string
  status: number
  trouble: string
}

/** WayAnswers */
export interface WayAnswers {
  answers: WayAnswer[]
}

/** As everybody there may know it. `now` is the server's time, by which others have been `gone`. */
export interface PartyInfo {
  party: string
  code: string
  version: number
  until: number
  now: number
  captain: string
  guests: GuestInfo[]
  game: string
  options: Record<string, any>
  machines: number
  level: number
  table: string
  matches: number
  fits: string[]
  guesses: Record<string, number>
  claims: Record<string, string>
  hidden: boolean
  paused: boolean
  minutes: number
}

/** GuestInfo */
export interface GuestInfo {
  person: Person
  here: boolean
  gone: number
  team: string
  won: number
}

/** The key is in the link that the television shows, and stays there. */
export interface Entrance {
  party: PartyInfo
  key: string
}

/** By the code that the television shows, or by the key of its link. */
export interface EnterBody {
  code?: string
  party?: string
  key?: string
}

/** The captain: what is played next, with how many machines of which level. */
export interface ChooseGame {
  act: "choosegame"
  game: string
  options?: Record<string, any>
  machines?: number
  level?: number
  minutes?: number
}

/** The captain: whoever is here sits down; those who have played least first, where not all can. */
export interface BeginMatch {
  act: "beginmatch"
}

/** The captain: the match is called off. */
export interface StopMatch {
  act: "stopmatch"
}

/** The captain: the boards are covered for a while, and nobody plays, machines neither. */
export interface PauseParty {
  act: "pauseparty"
  on: boolean
}

/** The captain, or the television itself. */
export interface HideCode {
  act: "hidecode"
  on: boolean
}

/** The captain: this guest goes, and does not come back; a machine plays on. */
export interface SendAway {
  act: "sendaway"
  person: string
}

/** The captain hands the party on. */
export interface CrownGuest {
  act: "crownguest"
  person: string
}

/** Share a guest's seat from the next match on: either may decide, the last word counts. Nobody: a seat of mine. */
export interface TeamUp {
  act: "teamup"
  person?: string
}

/** Who looks on: this seat will win. */
export interface GuessWinner {
  act: "guesswinner"
  seat: number
}

/** I am that guest, on another phone: the captain is asked. */
export interface ClaimSeat {
  act: "claimseat"
  person: string
}

/** The captain: whether this phone goes on with the seat that it asks for. */
export interface AnswerClaim {
  act: "answerclaim"
  person: string
  yes: boolean
}

/** The captain: somebody has been gone for a minute, and a machine plays on, or a guest who looks on. */
export interface ReplaceGuest {
  act: "replaceguest"
  person: string
  by?: "guest" | "machine"
  guest?: string
}

/** A machine plays on in my seat. */
export interface LeaveParty {
  act: "leaveparty"
}

/** A game that is played; several make a medley. */
export interface EventGame {
  game: string
  options?: Record<string, any>
}

/** What an organiser decides, and everybody reads before they join. */
export interface EventPlan {
  name: string
  form: "arena" | "knock-out" | "round-robin" | "swiss" | "tables"
  games: EventGame[]
  seats?: number
  rounds?: number
  pace?: Pace
  begins?: number
  minutes?: number
  pause?: number
  patience?: number
  rated?: boolean
  guests?: boolean
  bots?: boolean
  machine?: number
  entry?: "club" | "code" | "list" | "open"
  code?: string
  club?: string
  people?: string[]
  least?: number
  most?: number
  listed?: boolean
  about?: string
  is_drawn?: boolean
  best_of?: number
  has_consolation?: boolean
  cycles?: number
  has_streaks?: boolean
  has_wagers?: boolean
  days?: number
  half_byes?: number
  clubs_apart?: boolean
  tie_breaks?: string[]
  weeks?: number
  zone?: string
  best?: number
}

/** A board of the round that is shown. `table` is empty until it is made; `places` until it is over. */
export interface EventMatchup {
  round: number
  board: number
  game: string
  people: string[]
  state: "making" | "over" | "playing" | "void"
  table: string
  places: number[]
  forfeits: string[]
  score: number[]
  extra: number
  chooses: string
  choose_by: number
  times: Record<string, number[]>
  appointment: number
  here: string[]
}

/** A line of the table: points and tie-breaks as people write them, in the asked language's way (fr, en). */
export interface EventLine {
  place: number
  person: string
  points: Bilingual
  tie_breaks: Bilingual[]
  state: "" | "joined" | "left" | "paused"
  rating: number
  club: string
}

/** TieBreakInfo */
export interface TieBreakInfo {
  name: string
  title: Bilingual
  sentence: Bilingual
}

/** What a director said to everybody. */
export interface EventSaying {
  at: number
  by: string
  text: string
}

/** A round with a page of its boards. */
export interface EventRoundInfo {
  number: number
  game: string
  boards: EventMatchup[]
  many: number
  byes: string[]
  halves: string[]
  out: string[]
}

/** What only I am shown. */
export interface MyEvent {
  state: "" | "joined" | "left" | "paused"
  director: boolean
  matchup: EventMatchup | null
  matchups: EventMatchup[]
  line: EventLine | null
  wager: "" | "made" | "open"
  games: EventMatchup[]
  wait: number
  code: string
  flagged: string[][]
}

/** An event. `next` is the instant to count down to: the start, the next round, the end of an arena; 0: none known. `lines` and `round.boards` are a page of 100 each (`?page=`); `names` has everybody who is named here. */
export interface EventInfo {
  event: string
  version: number
  status: "coming" | "over" | "running"
  plan: EventPlan
  commitment: string
  directors: string[]
  made: number
  now: number
  next: number
  next_is: "" | "end" | "round" | "start"
  rounds: number
  to_play: number
  many: number
  playing: number
  lines: EventLine[]
  tie_breaks: TieBreakInfo[]
  round: EventRoundInfo | null
  says: EventSaying[]
  names: Record<string, Person>
  me: MyEvent
  held: boolean
  series: string
  deadline: number
  trouble: Bilingual | null
}

/** Whoever shares a place has the same one. */
export interface EventWinner {
  place: number
  person: string
}

/** An event in a list. */
export interface EventSummary {
  event: string
  name: string
  form: "arena" | "knock-out" | "round-robin" | "swiss" | "tables"
  games: string[]
  status: "coming" | "over" | "running"
  begins: number
  many: number
  to_play: number
  club: string
  mine: boolean
  winners: EventWinner[]
}

/** Mine first; then those to come, those that go on, those that are over. */
export interface EventsPage {
  mine: EventSummary[]
  coming: EventSummary[]
  running: EventSummary[]
  past: EventSummary[]
  now: number
  names: Record<string, Person>
}

/** What somebody has from one event of a season. */
export interface SeasonScore {
  event: string
  place: number
  points: number
  counts: boolean
}

/** SeasonPerson */
export interface SeasonPerson {
  place: number
  person: string
  points: number
  results: SeasonScore[]
}

/** Of a series or a club: its events, the latest first, and fifty people (`?page=`), the best first. */
export interface SeasonTable {
  events: EventSummary[]
  best: number
  lines: SeasonPerson[]
  many: number
  names: Record<string, Person>
}

/** An entry as a sentence; `who` and `names` are people. */
export interface EventLogLine {
  version: number
  at: number
  by: string
  kind: string
  text: Bilingual
  reason: string
}

/** A page of the log, the latest first; `before` asks for older ones; 0: there are none. */
export interface EventLog {
  lines: EventLogLine[]
  names: Record<string, Person>
  before: number
}

/** A form, with the tie-breaks that it has unless an organiser chooses others. */
export interface FormChoices {
  form: "arena" | "knock-out" | "round-robin" | "swiss" | "tables"
  tie_breaks: string[]
}

/** What an organiser can choose from. */
export interface EventChoices {
  forms: FormChoices[]
  tie_breaks: TieBreakInfo[]
}

/** NewEventMade */
export interface NewEventMade {
  event: string
}

/** JoinEvent */
export interface JoinEvent {
  act: "join"
  code?: string
  number?: string
}

/** For good; a machine plays on at a table of more than two. */
export interface QuitEvent {
  act: "quit"
}

/** Not in the next round; `half`: for half a point, where the form allows it. */
export interface TakeRest {
  act: "rest"
  half?: boolean
}

/** Back from a rest. */
export interface ComeBack {
  act: "return"
}

/** In an arena, before my first move: half of my time, and a point more if I win a real match. */
export interface Wager {
  act: "wager"
}

/** The lower seed of a tied knock-out board: my seat in the last game, 0 begins. */
export interface ChooseSide {
  act: "chooseside"
  round: number
  board: number
  seat: number
}

/** When I could play a board, in place of what I proposed before; everybody can read it in the log. Two proposals within a minute of each other are an appointment, of which both are reminded a day before. */
export interface ProposeTimes {
  act: "proposetimes"
  round: number
  board: number
  times: number[]
}

/** I am there: the match begins when the other one has come, too, within ten minutes. */
export interface ComeToBoard {
  act: "come"
  round: number
  board: number
}

/** A director: the first round, or the next, now. `boards` are seated as they stand, the rest is paired. */
export interface PairRound {
  act: "pairround"
  boards?: string[][]
  reason?: string
}

/** A director: an account by its name, late or not. */
export interface AddPerson {
  act: "addperson"
  name: string
  reason?: string
}

/** A director: somebody is out. */
export interface SendHome {
  act: "sendhome"
  person: string
  reason: string
}

/** A director: somebody rests, or is back. */
export interface RestPerson {
  act: "restperson"
  person: string
  on: boolean
  reason: string
  half?: boolean
}

/** A director: a point without a match in the next round. */
export interface GiveBye {
  act: "givebye"
  person: string
  reason: string
}

/** A director: the event stands still, and no round is paired by itself; or it goes on. */
export interface HoldEvent {
  act: "holdevent"
  on: boolean
  reason: string
}

/** A director: somebody loses a board without playing it. */
export interface ForfeitSeat {
  act: "forfeitseat"
  round: number
  board: number
  person: string
  reason: string
}

/** A director: a result, or a match that goes on, is void; with `replay` it is played again. */
export interface AnnulBoard {
  act: "annulboard"
  round: number
  board: number
  reason: string
  replay?: boolean
}

/** A director: these are the places, from 1, by seat. */
export interface CorrectBoard {
  act: "correctboard"
  round: number
  board: number
  places: number[]
  reason: string
}

/** A director: two people of the round that has just been paired change places, before either has moved. */
export interface SwapPeople {
  act: "swapseats"
  person: string
  other: string
  reason: string
}

/** A director: these two are not paired with each other. */
export interface KeepApart {
  act: "keepapart"
  person: string
  other: string
  reason: string
}

/** A director: so many rounds in all. */
export interface ChangeRounds {
  act: "changerounds"
  rounds: number
  reason: string
}

/** A director: who directs from now on; always somebody. */
export interface NameDirectors {
  act: "namedirectors"
  people: string[]
  reason: string
}

/** A director says something to everybody. */
export interface TellAll {
  act: "tellall"
  text: string
}

/** A director: it ends now; with boards that go on it takes a reason. */
export interface EndEvent {
  act: "endevent"
  reason?: string
}

/** A club in a list. `mine`: whether I am in it, have asked, or am invited. */
export interface ClubCard {
  club: string
  name: string
  members: number
  joining: "code" | "invitation" | "open" | "request"
  public: boolean
  mine: "" | "asks" | "invited" | "member"
}

/** Those where I am or am on the way in, and the largest that anybody may see. */
export interface ClubList {
  mine: ClubCard[]
  clubs: ClubCard[]
}

/** At which games there is a ladder; how many places up one may challenge; in how many days one answers, or loses the place; how many days there are for a turn. */
export interface LadderSettings {
  games: string[]
  reach: number
  days: number
  turn_days: number
}

/** A club to found. */
export interface ClubBody {
  name: string
  about_fr?: string
  about_en?: string
  joining?: "code" | "invitation" | "open" | "request"
  public?: boolean
}

/** ClubMember */
export interface ClubMember {
  person: Person
  since: number
  roles: ("accept" | "admin" | "host" | "moderate" | "news")[]
  hidden: boolean
}

/** A page of them, in the order in which they came; `more`: there is another one. */
export interface ClubMembers {
  members: ClubMember[]
  more: boolean
}

/** ClubNews */
export interface ClubNews {
  id: string
  at: number
  person: Person
  text: string
}

/** What I am there, and may do. */
export interface ClubMe {
  mine: "" | "asks" | "invited" | "member"
  roles: ("accept" | "admin" | "host" | "moderate" | "news")[]
  hidden: boolean
}

/** Two who play for their clubs. `points`: of the home side, in halves; none before the end, or without a result. */
export interface ClubPairing {
  home: Person
  away: Person
  table: string
  over: boolean
  points: number | null
}

/** A match between two clubs: boards by strength, as many on each side. `score`: home and away, in halves. */
export interface ClubMatchInfo {
  match: string
  home: string
  away: string
  game: string
  made: number
  status: "gathering" | "offered" | "over" | "playing"
  most: number
  turn_days: number
  home_team: Person[]
  away_team: Person[]
  boards: ClubPairing[]
  score: [number, number]
  side: "" | "away" | "home"
}

/** All that one page shows. Where a club is not public, whoever is not in it sees what it is about, and no names. */
export interface ClubPage {
  card: ClubCard
  about: Bilingual
  me: ClubMe
  code: string
  roles: ClubMember[]
  here: Person[]
  here_count: number
  tables: TableInfo[]
  news: ClubNews[]
  ladder: LadderSettings
  requests: Person[]
  invited: Person[]
  matches: ClubMatchInfo[]
}

/** A place on a ladder. `table`: where it is at stake; `until`: by when the challenge must be answered; `by`: who challenged. `away`: on holiday until then. `near`: I may challenge them. */
export interface Rung {
  person: Person
  away: number
  table: string
  by: string
  until: number
  near: boolean
}

/** The best first. `place`: mine, counted from 1; 0: I do not take part. `at`: the server's time. */
export interface LadderPage {
  game: string
  rungs: Rung[]
  place: number
  at: number
  ladder: LadderSettings
}

/** ClubRating */
export interface ClubRating {
  person: Person
  standing: SpeedStanding
}

/** ClubRatings */
export interface ClubRatings {
  game: string
  speed: string
  members: ClubRating[]
}

/** Come in, ask to, or take up an invitation: as the club has it. */
export interface JoinClub {
  act: "joinclub"
  code?: string
}

/** Or take a request back, or decline an invitation. The last admin stays. */
export interface LeaveClub {
  act: "leaveclub"
}

/** Who may accept: whether this person, who asks, comes in. */
export interface AnswerRequest {
  act: "answerrequest"
  person: string
  yes: boolean
}

/** Who may accept: the account of that name may come in, and is told so. */
export interface InviteMember {
  act: "invitemember"
  name: string
}

/** Admins: what it is about, how one comes in, whether anybody sees who is there. */
export interface ChangeClub {
  act: "changeclub"
  about_fr?: string
  about_en?: string
  joining?: "code" | "invitation" | "open" | "request"
  public?: boolean
}

/** Admins: the code so far lets nobody in any more. */
export interface RenewClubCode {
  act: "renewclubcode"
}

/** Admins: what this member may do. The last admin stays one. */
export interface SetRoles {
  act: "setroles"
  person: string
  roles: ("accept" | "admin" | "host" | "moderate" | "news")[]
}

/** Who moderates: out, a request or an invitation too. Admins are removed by admins. */
export interface RemoveMember {
  act: "removemember"
  person: string
}

/** Nobody but admins and moderators sees that I am a member. Ladders and matches show who plays: I leave them. */
export interface HideMe {
  act: "hideme"
  on: boolean
}

/** PublishNews */
export interface PublishNews {
  act: "publishnews"
  text: string
}

/** RemoveNews */
export interface RemoveNews {
  act: "removenews"
  id: string
}

/** Admins. */
export interface SetLadder {
  act: "setladder"
  ladder: LadderSettings
}

/** At the bottom. */
export interface EnterLadder {
  act: "enterladder"
  game: string
}

/** QuitLadder */
export interface QuitLadder {
  act: "quitladder"
  game: string
}

/** A place above me is at stake: the person answers in time, or loses it. */
export interface ChallengeUp {
  act: "challengeup"
  game: string
  person: string
}

/** Before it is answered. */
export interface WithdrawChallenge {
  act: "withdrawchallenge"
  game: string
}

/** Who hosts: a match against the club of that name. */
export interface OfferMatch {
  act: "offermatch"
  club: string
  game: string
  most?: number
  turn_days?: number
}

/** Who hosts in the other club; whoever offered it may take it back. */
export interface AnswerMatch {
  act: "answermatch"
  match: string
  yes: boolean
}

/** I play for this club, or do not, until it begins. */
export interface JoinMatch {
  act: "joinmatch"
  match: string
  on: boolean
}

/** Who hosts: the strongest of both sides meet, then the next, as many on each side. */
export interface StartMatch {
  act: "startmatch"
  match: string
}

/** The name again, so that nobody does it by mistake. */
export interface DissolveBody {
  name: string
}

export type FromClient = Follow | Leave | Look | Sit | Stand | Fill | Play | Resign | Propose | Reply | Prepare | Foresee | Claim | Say | Mute | Ask | Lobby | Away | Lend | Attend | Cheer | FollowEvent | Ping

export type FromServer = Welcome | Table | Changed | Around | Said | Ack | Refusal | Listing | Told | Ponder | Pong | Noticed | Party | Cheered | EventChanged | SeatReady | Bye

export type AnyPartyAct = ChooseGame | BeginMatch | StopMatch | PauseParty | HideCode | SendAway | CrownGuest | TeamUp | GuessWinner | ClaimSeat | AnswerClaim | ReplaceGuest | LeaveParty

export type AnyEventAct = JoinEvent | QuitEvent | TakeRest | ComeBack | ChooseSide | Wager | ProposeTimes | ComeToBoard | PairRound | AddPerson | SendHome | RestPerson | GiveBye | HoldEvent | ForfeitSeat | AnnulBoard | CorrectBoard | SwapPeople | KeepApart | ChangeRounds | NameDirectors | TellAll | EndEvent

export type AnyClubAct = JoinClub | LeaveClub | AnswerRequest | InviteMember | ChangeClub | RenewClubCode | SetRoles | RemoveMember | HideMe | PublishNews | RemoveNews | SetLadder | EnterLadder | QuitLadder | ChallengeUp | WithdrawChallenge | OfferMatch | AnswerMatch | JoinMatch | StartMatch
