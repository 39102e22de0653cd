"""What the table asks of a database; sqlite.py answers, or postgres.py for several servers.

Writes are durable before `then` is called, and in order. Whoever reads may have to wait, and what was true before may
not be so afterwards; SQLite answers at once and does not give up the loop. There is no truth in memory: a table is the
fold of its entries, keyed by table and version.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple, Protocol, TypeVar

from msgspec import Struct, field

from recif.games.core.contract import Language
from recif.match.clock import Pace
from recif.match.match import HowItEnded, Result
from recif.match.record import MatchRecord
from recif.school.ratings import Standing
from recif.school.speeds import Speed
from recif.server.messages.bodies.notices import HookForm
from recif.server.messages.shapes import Flag, Rating, Status
from recif.server.store.entries import Chair, Entry, Evening, RawEntry

Then = Callable[[], None]


class TableRow(Struct):
    """A table, but for its entries."""

    id: str
    game: str
    options: dict[str, Any]
    chairs: list[Chair]
    pace: Pace
    public: bool
    shared: bool
    flag: Flag  # what running out of time does
    owner: str
    made: int
    commitment: str
    secret: str
    next_commitment: str  # for the rematch
    next_secret: str
    status: Status = "open"
    reason: HowItEnded | Literal[""] = ""  # how it ended
    before: str = ""
    next: str = ""
    events: int = 0  # as many as there were when the row was written
    result: Result | None = None  # of a match that is over
    heard: int = field(default=0, name="told")  # when people heard of the last entry, if the row was written since
    scheme: int = 0  # how luck is drawn (match/provable.py)
    next_id: str = ""  # what the rematch will be called: fixed with its commitment
    rules: int = 1  # the version of the game's rules, by which the table goes on
    rated: bool = False
    help: bool = False  # friendly: everybody who plays may ask the machine
    holidays: bool = True  # by days: the time of who is on holiday stands still
    evening: Evening = Evening()  # the matches before this one
    invited: str = ""  # whom the open seat is kept for: they are challenged
    near: bool = False  # two who play for ratings came from one address: it counts little
    ratings: dict[
        str, Rating
    ] = {}  # of the people of a rated table, as they were when it began; at its end, as it left them


class RecordRow(Struct):
    """A match that somebody brought, but for its moves."""

    id: str
    owner: str
    at: int
    game: str
    options: dict[str, Any]
    rules: int
    seats: int
    events: int
    result: Result
    names: list[str] = []  # of those who played, as far as the record has them


class PersonRow(Struct, weakref=True):
    """A guest or, with a password, an account. Whoever shows somebody holds the one row there is of them."""

    id: str
    name: str
    language: Language
    made: int
    password: str = ""  # an Argon2 hash
    face: int = 0  # which drawing stands for them; 0: none, as with people from before there were faces
    named: bool = False  # whether games that are given away may bear the name
    holidays: list[tuple[int, int]] = []  # from when until when: people/holidays.py
    rests: bool = False  # goes on holiday where time by days would run out


class TokenRow(Struct):
    id: str
    person: str
    label: str
    made: int


class TalkRow(NamedTuple):
    table: str
    at: int
    person: str
    text: str
    emote: str
    spectator: bool


class ResultRow(NamedTuple):
    """How a match ended for one person. `level`: the strongest machine, where no other person played; else 0."""

    table: str
    person: str
    game: str
    speed: Speed
    at: int
    level: int
    score: float  # 1: won; 0.5: shared by all; 0: lost
    rated: bool = False
    rating: float = 0.0  # the standing after it, if it was rated
    deviation: float = 0.0
    volatility: float = 0.0
    gained: float = 0.0
    met: tuple[str, ...] = ()  # who is well known of those that it was played against; kept apart


class TallyRow(NamedTuple):
    """Matches of a person in a game; `level` as in a result."""

    game: str
    level: int
    won: int
    drawn: int
    lost: int


class StreakRow(NamedTuple):
    """Matches won in a row against people, and days in a row with a match up to `day` (since 1970, UTC)."""

    wins: int = 0
    most_wins: int = 0
    day: int = -1
    days: int = 0
    most_days: int = 0


class PointRow(NamedTuple):
    """What a rated match made of a rating."""

    game: str
    speed: Speed
    at: int
    rating: float
    gained: float


class PlaceRow(NamedTuple):
    """A move that was chosen at a place, how often, and the wins that came of it (of_explorer.py)."""

    place: str
    move: int
    times: int
    points: float


class LearnedRow(NamedTuple):
    """One thing that somebody has learned (of_school.py)."""

    kind: str
    name: str  # of the puzzle; `game/step` of a lesson; the day's number; the game of a storm, empty for all games
    value: int  # whether the puzzle was solved; how many the storm solved
    at: int


class StandingRow(NamedTuple):
    person: str
    game: str
    speed: Speed
    rating: float
    deviation: float
    volatility: float
    games: int
    at: int
    opponents: int = 0  # different ones that are well known, as far as they are counted

    @property
    def standing(self) -> Standing:
        return Standing(self.rating, self.deviation, self.volatility)


class NoticeRow(NamedTuple):
    """What somebody is told of while they are away (of_notices.py). Without a kind: nothing any more."""

    person: str
    about: str  # the table
    slot: int  # 0 for news, 1 for the reminder
    kind: str
    at: int
    body: str = ""  # who and what, as JSON: notices/causes.py
    key: str = ""  # the same each time it is sent: whoever gets it twice can tell
    due: int | None = None  # when it is to be sent
    seen: int = 0
    tries: int = 0
    trouble: str = ""  # why it could not be sent
    done: str = ""  # by which ways it was sent, where others are tried again


class WishRow(NamedTuple):
    """Of what kind of thing somebody wants to be told by which way."""

    kind: str
    way: str


class DeviceRow(NamedTuple):
    """Where pushes for somebody go, and what they are enciphered with."""

    endpoint: str
    person: str
    agreed: str  # the browser's public key
    secret: str
    language: Language
    made: int


class LetterboxRow(NamedTuple):
    """Where digests for somebody go, and at what hour of their day (of_ways.py)."""

    person: str
    address: str
    zone: str  # by its name: an offset changes with the season
    hour: int
    made: int
    confirmed: int = 0
    mailed: int = 0  # when the last digest went
    waits: int = 0  # none until the person has come


class HookRow(NamedTuple):
    """Where somebody's notices are posted to, for a program or a club's channel."""

    id: str
    person: str
    url: str
    form: HookForm  # of the body: notices/bodies.py
    secret: str  # that they are signed with
    language: Language
    made: int


class GuestRow(Struct, frozen=True, omit_defaults=True):
    """Somebody who has come to a party with a phone."""

    person: str
    joined: int
    team: str = ""  # the guest whose seat they share
    played: int = 0  # matches of this party: whoever has played least sits down first


class PartyRow(Struct, frozen=True, omit_defaults=True):
    """A television and the phones around it (parties/acts.py)."""

    id: str
    code: str
    key: str  # in the link that the screen shows: who has it need not type the code
    screen: str  # the person that the television is: nobody who plays
    made: int
    until: int
    version: int = 1
    stamp: str = ""  # of whoever wrote this version
    captain: str = ""
    guests: tuple[GuestRow, ...] = ()
    sent_away: tuple[str, ...] = ()
    game: str = ""
    options: dict[str, Any] = {}
    machines: int = 0  # that play too
    level: int = 1
    table: str = ""  # where they play, or have played last
    matches: int = 0
    guesses: dict[str, int] = {}  # by person: the seat that will win
    claims: dict[str, str] = {}  # by person: the guest whose seat this phone wants to go on with
    is_hidden: bool = False  # the code, on the screen
    is_paused: bool = False


@dataclass(eq=False, slots=True)
class Append:
    """What is written at one table: all of it is kept, or nothing."""

    table: str
    entries: Sequence[Entry]
    row: TableRow | None = None  # if it changed
    results: Sequence[ResultRow] = ()
    notices: Sequence[NoticeRow] = ()
    version: int = 0  # of the table after it; it must be told where only the row is written
    thinks: bool = False  # a machine is to move next


A = TypeVar("A", bound=Append)


def ignored(_: Append) -> None:
    """Nobody waits for it."""


class TableStore(Protocol):
    """Tables: what happened at them, when the next flag falls, where they were played from."""

    def append(self, append: A, kept: Callable[[A], None] = ignored, lost: Callable[[A], None] = ignored) -> None:
        """Hand it back when it is on disk, or when it came too late."""

    def save_table(self, row: TableRow, new: Sequence[Entry], then: Then) -> None: ...
    async def table(self, table: str) -> TableRow | None: ...
    async def entries(self, table: str, after: int = 0) -> list[Entry]: ...
    async def tables(self, status: Status, limit: int = 50) -> list[TableRow]: ...
    def save_due(self, table: str, due: int | None, then: Then) -> None: ...
    async def due_of(self, table: str) -> int | None: ...
    async def due(self, until: int, after: tuple[int, str], limit: int) -> list[tuple[int, str]]: ...
    async def next_due(self) -> int | None: ...
    def add_outage(self, stopped: int, started: int, stood: int, then: Then) -> None: ...
    async def outages(self) -> list[tuple[int, int]]: ...
    async def listed(self, status: Status, limit: int, of_each: int) -> list[TableRow]: ...
    async def tables_of(self, person: str, limit: int = 50) -> list[TableRow]: ...
    async def finished_of(self, person: str, limit: int) -> list[TableRow]: ...
    async def running_of(self, person: str, limit: int) -> list[TableRow]: ...
    async def unfinished(self, person: str) -> int: ...
    async def shows(self, person: str) -> int: ...
    async def forsaken(self, status: Status, since: int, limit: int = 100) -> list[str]: ...
    async def unfinished_of(self, person: str) -> list[str]: ...
    async def played_by(self, person: str, after: str, limit: int) -> list[str]: ...

    def note_place(self, place: str, table: str, person: str, then: Then) -> None: ...
    async def places_of(self, table: str) -> list[tuple[str, str]]: ...
    async def played_at(self, place: str, limit: int) -> list[TableRow]: ...


class RecordStore(Protocol):
    """Matches that people brought from elsewhere."""

    def save_record(self, row: RecordRow, record: MatchRecord, then: Then) -> None: ...
    async def record_row(self, record: str) -> RecordRow | None: ...
    async def record(self, record: str) -> tuple[RecordRow, MatchRecord] | None: ...
    async def same_record(self, person: str, record: MatchRecord) -> RecordRow | None: ...
    async def records_of(self, person: str, limit: int) -> list[RecordRow]: ...
    async def count_records(self, person: str) -> int: ...
    def remove_record(self, record: str, then: Then) -> None: ...


class PeopleStore(Protocol):
    """People, how they are known, and what they say."""

    def save_person(self, row: PersonRow, account: str, then: Then, lost: Then | None = None) -> None: ...
    async def person(self, person: str) -> PersonRow | None: ...
    async def persons(self, people: Collection[str]) -> list[PersonRow]: ...
    async def account(self, key: str) -> PersonRow | None: ...
    async def rekey_accounts(self, key_of: Callable[[str], str]) -> None: ...
    async def has_traces(self, person: str) -> bool: ...
    def forget_some(self, person: str, limit: int, then: Then) -> None: ...
    def forget(self, person: str, then: Then) -> None: ...

    def save_session(self, key: str, person: str, at: int, then: Then, replaces: str = "") -> None: ...
    async def session(self, key: str) -> str | None: ...
    def end_sessions(self, person: str, then: Then, key: str = "") -> None: ...

    def save_token(self, row: TokenRow, key: str, then: Then) -> None: ...
    async def token(self, key: str) -> TokenRow | None: ...
    async def tokens(self, person: str) -> list[TokenRow]: ...
    def end_token(self, person: str, token: str, then: Then) -> None: ...

    def save_talk(self, talk: TalkRow, then: Then) -> None: ...
    async def talks(self, table: str, limit: int = 100) -> list[TalkRow]: ...
    async def talks_of(self, person: str, after: int, limit: int) -> list[tuple[int, TalkRow]]: ...
    def mute(self, person: str, other: str, on: bool, then: Then) -> None: ...
    async def mutes(self, person: str) -> Iterable[str]: ...


class RatingStore(Protocol):
    """How matches ended, and what that made of ratings."""

    async def standing(self, person: str, game: str, speed: str) -> StandingRow | None: ...
    async def standings_of(self, person: str) -> list[StandingRow]: ...
    async def leaders(self, game: str, speed: str, limit: int) -> list[StandingRow]: ...
    async def results_of(self, person: str, limit: int, after: tuple[int, str] = ...) -> list[ResultRow]: ...
    async def tallies_of(self, person: str) -> list[TallyRow]: ...
    async def streak_of(self, person: str) -> StreakRow: ...
    async def points_of(self, person: str, limit: int) -> list[PointRow]: ...
    async def beaten(self, person: str) -> list[tuple[str, int]]: ...
    async def rated_since(self, person: str, since: int) -> int: ...
    async def rated_together(self, person: str, other: str, since: int) -> int: ...
    async def unfinished_together(self, person: str, other: str) -> list[TableRow]: ...
    def save_browser(self, browser: str, person: str, at: int, then: Then) -> None: ...
    async def share_browser(self, person: str, other: str, since: int) -> bool: ...


class SchoolStore(Protocol):
    """What was learned, and what was played before."""

    def learn(self, person: str, rows: Iterable[LearnedRow], then: Then) -> None: ...
    def judge(
        self, person: str, puzzle: str, found: int, is_right: bool, decisions: int, at: int, then: Then
    ) -> None: ...
    async def learned(self, person: str) -> list[LearnedRow]: ...
    async def practised(self, person: str) -> list[LearnedRow]: ...

    def explore_later(self, table: str, made: int, then: Then) -> None: ...
    async def unexplored(self, limit: int) -> list[str]: ...
    async def players(self, table: str) -> list[str]: ...
    def add_places(self, table: str, game: str, whose: Iterable[str], rows: Sequence[PlaceRow], then: Then) -> None: ...
    def set_places(self, whose: str, rows: Sequence[PlaceRow], then: Then) -> None: ...
    def set_shelf(self, whose: str, game: str, matches: int, then: Then) -> None: ...
    async def place(self, whose: str, place: str) -> Mapping[int, tuple[int, float]]: ...
    async def shelf(self, whose: str, game: str) -> int: ...


class NoticeStore(Protocol):
    """What people are told of while they are away, and by which ways they wish to be."""

    async def notices_of(self, person: str, now: int, limit: int) -> list[NoticeRow]: ...
    async def unseen_of(self, person: str, now: int, latest: int) -> int: ...
    async def is_unseen(self, person: str, about: str) -> bool: ...
    def see(self, person: str, about: str, then: Then) -> None: ...
    def see_all(self, person: str, now: int, latest: int, then: Then) -> None: ...
    async def due_notices(self, now: int, limit: int) -> list[NoticeRow]: ...
    def is_sent(self, row: NoticeRow, trouble: str, then: Then) -> None: ...
    def send_again(self, row: NoticeRow, due: int, trouble: str, done: str, then: Then) -> None: ...
    def put_off(self, row: NoticeRow, due: int, then: Then) -> None: ...
    def save_notices(self, rows: Iterable[NoticeRow], then: Then) -> None: ...
    async def reminders_of(self, person: str, limit: int) -> list[NoticeRow]: ...
    async def letter_of(self, person: str) -> NoticeRow | None: ...
    def prune_notices(self, before: int, limit: int, then: Then) -> None: ...
    async def wishes_of(self, person: str) -> list[WishRow]: ...
    def wish(self, person: str, wishes: Iterable[tuple[WishRow, bool]], then: Then) -> None: ...
    def save_device(self, row: DeviceRow, most: int, then: Then) -> None: ...
    async def devices_of(self, person: str) -> list[DeviceRow]: ...
    def end_device(self, person: str, endpoint: str, then: Then) -> None: ...
    def device_refused(self, endpoint: str, most: int, then: Then) -> None: ...


class WayStore(Protocol):
    """By which ways people are told, besides their devices."""

    async def letterbox_of(self, person: str) -> LetterboxRow | None: ...
    def save_letterbox(self, row: LetterboxRow, letters: Iterable[NoticeRow], then: Then) -> None: ...
    def confirm_letterbox(self, person: str, address: str, then: Then) -> None: ...
    def mailed(self, person: str, at: int, then: Then) -> None: ...
    def came(self, person: str, then: Then) -> None: ...
    def end_letterbox(self, person: str, then: Then) -> None: ...
    async def hooks_of(self, person: str) -> list[HookRow]: ...
    def save_hook(self, row: HookRow, then: Then) -> None: ...
    def end_hook(self, person: str, hook: str, then: Then) -> None: ...
    async def calendar_of(self, person: str) -> int: ...
    def renew_calendar(self, person: str, then: Then) -> None: ...
    def end_calendar(self, person: str, then: Then) -> None: ...


class PartyStore(Protocol):
    """Televisions, and the phones around them."""

    def save_party(self, row: PartyRow, then: Then) -> None: ...
    async def is_party(self, row: PartyRow) -> bool: ...
    async def party(self, party: str, now: int) -> PartyRow | None: ...
    async def party_of_code(self, code: str, now: int) -> PartyRow | None: ...
    async def party_of_screen(self, screen: str, now: int) -> PartyRow | None: ...
    def prune_parties(self, now: int, then: Then) -> None: ...


class Store(
    TableStore, RecordStore, PeopleStore, RatingStore, SchoolStore, NoticeStore, WayStore, PartyStore, Protocol
):
    """Everything the table keeps."""

    pending: int  # writes not yet on disk
    commits: int
    away_since: int  # when the database was last heard of, while it is away; else 0

    def together(self) -> AbstractContextManager[None]:
        """What is appended within is carried out whole or not at all."""

    def after(self, then: Then) -> None: ...
    def keep(self, name: str, value: str, then: Then) -> None: ...
    async def keep_first(self, name: str, value: str) -> str: ...
    def enlist(self, name: str, item: str, then: Then) -> None: ...
    def strike(self, name: str, item: str, then: Then) -> None: ...
    async def kept(self, name: str) -> str: ...


class Shared(Store, Protocol):
    """What servers that share a database ask besides."""

    id: str  # of this server

    def beat(self) -> None:
        """A sign of life, which also tells whether the database is there."""

    def tell(self, *tiding: Any) -> None:
        """The other servers hear of something that is not kept."""

    async def versions(self, tables: Collection[str]) -> dict[str, int]: ...
    async def entries_after(self, versions: Mapping[str, int]) -> dict[str, list[RawEntry]]: ...
    async def take_thinking(self, limit: int) -> list[str]: ...
    def keep_thinking(self, tables: Collection[str]) -> None: ...
    def end_thinking(self, table: str) -> None: ...
    async def take_lease(self, name: str, for_seconds: float) -> bool: ...
    async def take_quota(self, name: str, key: str, rate: float, burst: float, now: int) -> bool: ...
    async def forget_quotas(self, before: int) -> None: ...
    async def save_commitment(self, commitment: str, body: str) -> None: ...
    async def take_commitment(self, commitment: str) -> str: ...
