"""People: accounts, what is kept of them, ratings, tokens."""

from typing import Annotated, Any

from msgspec import Meta, Struct

from recif.games.core.contract import Bilingual, Language
from recif.school.study import StudyFile
from recif.server.messages.bodies.school import Schooling, Tried
from recif.server.messages.shapes import FACES, Person, Scope, TableInfo

Name = Annotated[str, Meta(max_length=1000)]  # how long it may be is told in words: people/names.py
Face = Annotated[int, Meta(ge=0, le=FACES)]
Password = Annotated[str, Meta(max_length=1000)]  # likewise


class GuestBody(Struct):
    name: Name
    language: Language = "fr"
    face: Face = 0


class AccountBody(Struct):
    """A name and a password: makes the guest an account, or signs in. A password has 8 to 200 characters."""

    name: Name
    password: Password


class PasswordBody(Struct):
    """Another password for my account: the one it has, and the new one."""

    password: Password
    new: Password


class DeleteBody(Struct):
    """An account is deleted with its password; a guest with none."""

    password: Password = ""


class ProfileBody(Struct):
    name: Name | None = None
    language: Language | None = None
    face: Face | None = None
    named: bool | None = None  # whether public games that are given away as data may bear my name


class HolidayBody(Struct):
    """On holiday from now until then, milliseconds since 1970 (0: no longer); by itself where time would run out."""

    until: Annotated[int, Meta(ge=0, le=1 << 53)] | None = None
    automatic: bool | None = None


class Holidays(Struct, frozen=True):
    """Mine, by days: until when (0: none goes on), what is left of this year in milliseconds, whether by itself."""

    until: int = 0
    left: int = 0
    automatic: bool = False


class Me(Struct):
    person: Person
    language: Language
    since: int
    named: bool = False  # whether public games that are given away as data bear my name
    tables: list[TableInfo] = []  # those that go on, then the latest that ended
    muted: list[Person] = []  # whom I do not hear
    beaten: dict[str, list[int]] = {}  # by game: machines that an account has beaten
    holidays: Holidays = Holidays()


class Exported(Struct):
    """Everything kept about me: profile, records of my matches, what I said, studies that I share, how I am told."""

    person: Person
    language: Language
    since: int
    records: list[dict[str, Any]]
    talks: list[dict[str, Any]]
    ratings: list["SpeedStanding"]
    results: list[dict[str, Any]]
    studies: list[StudyFile]
    learned: "Schooling"
    imported: list[dict[str, Any]] = []  # records that I brought
    plans: list[dict[str, Any]] = []  # choices and answers that I had set, in matches that are over
    named: bool = False
    holidays: list[tuple[int, int]] = []  # from when until when
    rests: bool = False  # they begin by themselves
    mail: str = ""  # the address that digests go to
    mail_hours: dict[str, Any] | None = None
    hooks: list[str] = []  # where my notices are posted
    devices: list[dict[str, Any]] = []  # that get pushes
    wishes: list[dict[str, str]] = []  # what I want to be told of, by which way
    calendar: bool = False  # whether a link opens one
    notices: list[dict[str, Any]] = []
    muted: list[Person] = []  # whom I do not hear
    tokens: list[dict[str, Any]] = []
    sessions: list[int] = []  # when I signed in


class SpeedStanding(Struct):
    """A rating in a game, at a speed: blitz, quick, slow or days for two seats, several for more."""

    game: str
    speed: str
    rating: int
    deviation: int
    games: int
    known: bool  # sure enough to have a place among the others, by matches against enough of those who are
    opponents: int = 0  # different ones who are well known, up to 10


class Leader(Struct):
    person: Person
    standing: SpeedStanding


class MachineStanding(Struct):
    """A machine on the same scale, as the arena has measured it; it never changes."""

    level: int
    name: Bilingual
    rating: int
    deviation: int


class Leaders(Struct):
    """Those who are known first, the strongest before the others; then those who have played too little."""

    game: str
    speed: str
    leaders: list[Leader]
    machines: list[MachineStanding]


class WonDrawnLost(Struct):
    won: int = 0
    drawn: int = 0
    lost: int = 0


class GameRecord(Struct):
    """Results in a game: against people, and against machines by level."""

    game: str
    people: WonDrawnLost
    machines: dict[str, WonDrawnLost]


class Progress(Struct):
    """A rating after each rated match: when, in milliseconds since 1970, and what it was; `start`: before the first."""

    game: str
    speed: str
    start: int
    points: list[tuple[int, int]]


class Outing(Struct):
    """A match that somebody has played. `level`: the strongest machine, where no other person played; else 0. Where it
    was played is told to oneself alone."""

    game: str
    at: int
    level: int
    score: float  # 1: won; 0.5: shared by all; 0: lost
    rated: bool
    table: str = ""


class Streaks(Struct):
    """In a row, now and at most: matches won against people, days with a match."""

    wins: int
    most_wins: int
    days: int
    most_days: int


class Profile(Struct):
    """What an account has done; everybody may see it."""

    person: Person
    since: int
    finished: int  # matches, all of them
    standings: list[SpeedStanding]
    progress: list[Progress]
    records: list[GameRecord]
    streaks: Streaks
    matches: list[Outing] = []  # the latest first
    lessons: dict[str, tuple[int, int]] = {}  # by game: steps done, of how many; told to oneself alone
    tries: list[Tried] = []  # at puzzles that the server has judged, in the order of time


class TokenBody(Struct):
    label: Annotated[str, Meta(min_length=1, max_length=40)]
    scope: Scope = "play"


class Token(Struct):
    """A bot's token: `secret` is shown once, when it is made."""

    id: str
    label: str
    made: int
    secret: str = ""
    scope: Scope = "play"


class Tokens(Struct):
    tokens: list[Token]
