"""Tables: invited to, made, drawn for, played at."""

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from recif.server.messages.shapes import FACES, Flag, Pace, TableInfo


class Invitation(Struct):
    """Where links lead that open on other machines: empty if none would. A click of mine can open it, or close it."""

    origin: str
    can_open: bool
    can_close: bool


class SeatWish(Struct):
    """Who shall sit here: me (several times on one screen), anybody (open), or a machine."""

    kind: Literal["me", "open", "machine"] = "open"
    level: Annotated[int, Meta(ge=1, le=20)] = 3
    name: Annotated[str, Meta(max_length=1000)] = ""  # where several share my screen: who sits here
    face: Annotated[int, Meta(ge=0, le=FACES)] = 0


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
    flag: Flag = "lose"  # who runs out of time loses, hands the seat to a machine, or is left to the others (`ask`);
    # a round that ends: the gentlest machine chooses for who has not, or the first move that can be played is chosen
    number: Annotated[str, Meta(max_length=64)] = ""
    commitment: Annotated[str, Meta(max_length=64)] = ""
    help: bool = False  # friendly: everybody who plays may ask the machine; not together with `rated`
    after: Annotated[str, Meta(max_length=32)] = ""  # the table I come from: the score of the evening goes on
    challenge: Annotated[str, Meta(max_length=1000)] = ""  # the account that the one open seat is kept for; it is told
    holidays: bool = True  # by days: the time of who is on holiday stands still
    rated: bool = False  # it counts: between accounts only, with a clock and the usual options, no moves taken back


class Commitment(Struct):
    """The SHA-256 of a secret that the server will use once, and of the name of the table that it is for."""

    commitment: str
    table: str


class PossibleDraw(Struct):
    """What could have come at a draw: `outcomes` with their weights, in the order in which the number counts them."""

    index: int  # of the event
    place: str
    text: str  # what came
    outcomes: list[tuple[str, int]]


class Draws(Struct):
    """Every draw of a finished match, to be done again by whoever has the secret."""

    table: str
    draws: list[PossibleDraw]


class PublicKey(Struct):
    """The key with which this server signs records."""

    algorithm: Literal["Ed25519"]
    key: str  # in hexadecimal


class Tables(Struct):
    open: list[TableInfo]
    playing: list[TableInfo]


class AwaitedMatch(Struct, omit_defaults=True):
    """A match that waits for somebody: until when (milliseconds since 1970; 0: no time runs), and why that may be."""

    table: str
    game: str
    due: int = 0
    away: int = 0  # until when those who must decide, and are not me, are on holiday
    paused: bool = False
    vanished: bool = False  # somebody else has run out of time, and those who are still there may `claim`


class AwaitedMatches(Struct):
    """Those that wait for me, and those that wait for others: the most urgent first. `at`: the server's time."""

    turns: list[AwaitedMatch]
    others: list[AwaitedMatch]
    at: int


class MoveBody(Struct):
    """A move over REST, for bots without a socket; `id` makes a resend harmless."""

    seat: Annotated[int, Meta(ge=0, le=15)]
    move: Annotated[str, Meta(max_length=100)]
    id: Annotated[str, Meta(min_length=1, max_length=64)]


class Done(Struct):
    version: int
