"""Bodies of the REST pages, both ways. The OpenAPI page and the TypeScript types are made from them."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from recif.games.core.contract import Bilingual, Language
from recif.server.messages.shapes import Flag, Hint, Line, Move, Pace, Person, Result, TableInfo

Name = Annotated[str, Meta(max_length=1000)]  # how long it may be is told in words: people/names.py
Face = Annotated[int, Meta(ge=0, le=8)]
Password = Annotated[str, Meta(max_length=1000)]  # likewise


class OptionInfo(Struct):
    """A choice before the game: `kind` tells how a form shows it (choice, words, numbers, map)."""

    name: str
    says: Bilingual
    kind: str
    default: Any
    values: list[Any] = []
    labels: list[Bilingual] = []


class Level(Struct):
    """A strength of the machine: the creature that plays so."""

    level: int
    name: Bilingual
    kind: Bilingual
    temper: Bilingual


class GameInfo(Struct):
    """One of the games."""

    id: str
    title: Bilingual
    pitch: Bilingual
    seats: list[int]
    minutes: int
    options: list[OptionInfo]
    levels: list[Level]


class GameReadiness(Struct):
    """cold: not yet; rules: people can play each other; ready: machines too. `seconds`: about how long to the next."""

    game: str
    stage: Literal["cold", "rules", "ready"]
    seconds: int


class ExampleStep(Struct):
    """What an example of the rules shows at once: what has happened, and the scene after it."""

    lines: list[Line]
    scene: dict[str, Any]


class DrawnExample(Struct):
    """An example of the rules for a board to draw: see the head of `games/core/examples.py`."""

    steps: list[ExampleStep]
    offers: list[Move]  # moves that readers may choose among in the step to begin with
    rest: int  # the step to begin with
    seat: int  # whose eyes; -1 for a spectator
    show: list[str]
    mark: list[str]
    names: list[str]
    titles: list[Bilingual]


class RulesPage(Struct):
    """The rules of a game, as Markdown with numbered sections; `examples` are its ```position blocks, in order."""

    game: str
    language: Language
    markdown: str
    examples: list[DrawnExample]


class Invitation(Struct):
    """Where links lead that open on other machines: empty if none would. `can_open`: a click of mine changes that."""

    origin: str
    can_open: bool


class SeatWish(Struct):
    """Who shall sit here: me (several times on one screen), anybody (open), or a machine."""

    kind: Literal["me", "open", "machine"] = "open"
    level: Annotated[int, Meta(ge=1, le=20)] = 3


class NewTable(Struct):
    """A table to make. It begins as soon as no seat is open.

    `number` is what I add to the luck; so that it comes after the server's commitment, ask for one first
    (POST /api/commitments) and name it in `commitment`.
    """

    game: Annotated[str, Meta(max_length=32)]
    seats: Annotated[list[SeatWish], Meta(min_length=1, max_length=16)]
    options: dict[str, Any] = {}
    pace: Pace = Pace()
    public: bool = False
    shared: bool = False  # my seats are several people at one screen
    flag: Flag = "lose"
    number: Annotated[str, Meta(max_length=64)] = ""
    commitment: Annotated[str, Meta(max_length=64)] = ""


class Commitment(Struct):
    """The SHA-256 of a secret that the server will use once, and of the name of the table that it is for."""

    commitment: str
    table: str


class Drawn(Struct):
    """What could have come at a draw: `outcomes` with their weights, in the order in which the number counts them."""

    index: int  # of the event
    place: str
    text: str  # what came
    outcomes: list[tuple[str, int]]


class Draws(Struct):
    """Every draw of a finished match, to be done again by whoever has the secret."""

    table: str
    draws: list[Drawn]


class PublicKey(Struct):
    """The key with which this server signs records."""

    algorithm: Literal["Ed25519"]
    key: str  # in hexadecimal


class Tables(Struct):
    open: list[TableInfo]
    playing: list[TableInfo]


class MoveBody(Struct):
    """A move over REST, for bots without a socket; `id` makes a resend harmless."""

    seat: Annotated[int, Meta(ge=0, le=15)]
    move: Annotated[str, Meta(max_length=100)]
    id: Annotated[str, Meta(min_length=1, max_length=64)]


class Done(Struct):
    version: int


class Study(Struct):
    """A position to look at: a game, its options, and the events so far (seat -1: luck)."""

    game: Annotated[str, Meta(max_length=32)]
    seats: Annotated[int, Meta(ge=1, le=16)] | None = None
    options: dict[str, Any] = {}
    events: Annotated[list[tuple[int, str]], Meta(max_length=5000)] = []
    rules: int | None = None  # the version of the rules; left out: today's


class ThingInfo(Struct):
    """A card, a piece or a place of a game that explains itself; `rule` is the section that says more."""

    name: Bilingual
    says: Bilingual
    rule: str


class StudiedMove(Struct):
    text: str
    fr: str
    en: str
    parts: Mapping[str, Any]


class Studied(Struct):
    """The position, whole: what the rules say about it."""

    position: str
    picture: Bilingual
    scene: dict[str, Any]
    waiting: list[int]
    moves: dict[str, list[StudiedMove]]
    luck: dict[str, float]  # outcomes due, with their chances
    result: Result | None


class Evaluate(Study, kw_only=True):
    """`seat`: whose decision; only what that seat may know is used."""

    seat: Annotated[int, Meta(ge=0, le=15)]
    level: Annotated[int, Meta(ge=1, le=20)] = 5


class Evaluated(Struct):
    hints: list[Hint]
    worth: list[float]


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


class Me(Struct):
    person: Person
    language: Language
    since: int
    tables: list[TableInfo] = []  # those that go on, then the latest that ended
    muted: list[Person] = []  # whom I do not hear


class Exported(Struct):
    """Everything kept about me: profile and records of my matches."""

    person: Person
    language: Language
    since: int
    records: list[dict[str, Any]]
    talks: list[dict[str, Any]]


class TokenBody(Struct):
    label: Annotated[str, Meta(min_length=1, max_length=40)]


class Token(Struct):
    """A bot's token: `secret` is shown once, when it is made."""

    id: str
    label: str
    made: int
    secret: str = ""


class Tokens(Struct):
    tokens: list[Token]


class Health(Struct):
    status: Literal["ok", "warming", "stopping"]
    version: str
