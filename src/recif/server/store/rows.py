"""What lies in the database, a row for each kind of thing; the tables themselves are in schema.py."""

from typing import Any, Literal, NamedTuple

from msgspec import Struct, field

from recif.games.core.contract import Language
from recif.match.clock import Pace
from recif.match.match import HowItEnded, Result
from recif.match.provable import Luck
from recif.school.ratings import Standing
from recif.school.speeds import Speed
from recif.server.messages.bodies.events import EventPlan, EventStatus
from recif.server.messages.bodies.notices import HookForm
from recif.server.messages.shapes import Flag, Rating, Status
from recif.server.store.entries import Chair, Evening


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
    event: str = ""  # that it belongs to,
    place: tuple[int, int, int] = (0, 0, 0)  # and where in it: round, board, which match of that board


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
    won: int = 0  # of them, but for the last


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
    minutes: int = 0  # that each has for a match; 0: nobody counts


class EventRow(Struct):
    """An event, but for its log: what its organiser decided, and the secret that lots come from."""

    id: str
    plan: EventPlan
    luck: Luck
    owner: str
    made: int
    status: EventStatus = "coming"
    version: int = 1
    many: int = 0  # people
    begins: int = 0  # or began
    series: str = ""  # the first event of its series
    follows: str = ""  # the one before it
    podium: list[tuple[int, str]] = []  # of one that is over: the first three, each with the place
