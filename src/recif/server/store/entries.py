"""What can happen at a table, as it is kept: one struct for each kind, tagged with its name.

Requests (messages/wire.py) say what somebody wants; these say what came of it. A table is the fold of its entries.
"""

from typing import NamedTuple

import msgspec
from msgspec import Struct

from recif.match.match import HowItEnded
from recif.server.messages.shapes import ChairKind, Kind


class Chair(Struct):
    """Who sits on a seat."""

    kind: ChairKind = "open"
    person: str = ""
    level: int = 0
    number: str = ""  # what the person adds to the luck
    name: str = ""  # of whoever sits here at a screen that several share, as it was typed; empty: the person's own
    face: int = 0
    team: tuple[str, ...] = ()  # who else decides for this seat: the last word counts


class Evening(Struct, frozen=True, omit_defaults=True):
    """The score of matches that followed each other: how many there were, and who won how many (live/evening.py)."""

    matches: int = 0
    won: dict[str, int] = {}


class Happening(Struct, tag_field="type", tag=str.lower, omit_defaults=True):
    """Something that happened: tagged with its name."""


class Made(Happening):
    """The table, with who sits where at first."""

    chairs: list[Chair]


class Sat(Happening):
    seat: int
    number: str = ""


class Stood(Happening):
    seat: int


class Filled(Happening):
    """A machine of this level on a seat; 0 opens the seat again."""

    seat: int
    level: int


class Swapped(Happening):
    """Whoever sat on two seats changed places; one of them may have been nobody."""

    seat: int
    other: int


class Begun(Happening):
    """The match began: nobody's number changes any more. `evening`: what these people have played before, if the table
    did not know it when it was made."""

    evening: Evening = Evening()


class Played(Happening):
    seat: int
    move: str


class Drawn(Happening):
    """What luck brought."""

    outcome: str


class Undone(Happening):
    """So many events were taken back."""

    count: int
    seat: int


class Ended(Happening):
    """By people: `seat` is who resigned or ran out of time."""

    reason: HowItEnded
    seat: int | None = None


class Handed(Happening):
    """A machine took the seat over: of this level, or the usual one."""

    seat: int
    level: int = 0


class Passed(Happening):
    """Somebody else plays on in this seat."""

    seat: int
    person: str
    team: tuple[str, ...] = ()


class Proposed(Happening):
    seat: int
    offer: Kind
    count: int = 0  # events that an undo takes back
    luck: bool = False  # the undo crosses luck, or something that was shown
    number: str = ""
    game: str = ""  # of the match to come; empty: the same again
    other: int = -1  # the seat that a swap is with


class Replied(Happening):
    seat: int
    offer: Kind
    yes: bool
    number: str = ""


class Paused(Happening):
    """The clock stood still from here, as the server was down."""


class Resumed(Happening):
    """The clock ran on from here."""


class Adjourned(Happening):
    """Everybody agreed to a pause, or the captain of their party called one: nobody's time runs, and nobody plays."""


class Continued(Happening):
    """Somebody ended the pause."""

    seat: int


class Missed(Happening):
    """A round ended without this seat's choice: the gentlest machine makes it."""

    seat: int


class Prepared(Happening):
    """What a seat chooses where a round ends without its choice; empty: nothing any more. Only the seat knows."""

    seat: int
    move: str = ""


class Foreseen(Happening):
    """What a seat answers to moves to come (live/foresight.py); none: nothing any more. Only the seat knows."""

    seat: int
    lines: list[list[str]] = []


class Vanished(Happening):
    """A seat ran out of time: those who are still there say what becomes of it."""

    seat: int


class Granted(Happening):
    """They gave it more time: so many milliseconds."""

    seat: int
    time: int


class Excused(Happening):
    """A seat is on holiday until then: its time stands still, from its next turn on or in this one."""

    seat: int
    until: int
    at_once: bool = False


class Wagered(Happening):
    """A seat gave up half of its time, before its first move, for more points in an arena."""

    seat: int


class Rematched(Happening):
    """The rematch was made: another table."""

    table: str


What = (
    Made
    | Sat
    | Stood
    | Filled
    | Swapped
    | Begun
    | Played
    | Drawn
    | Undone
    | Ended
    | Handed
    | Passed
    | Proposed
    | Replied
    | Paused
    | Resumed
    | Adjourned
    | Continued
    | Missed
    | Prepared
    | Foreseen
    | Vanished
    | Granted
    | Excused
    | Wagered
    | Rematched
)


PRIVATE = (Prepared, Foreseen)  # nobody but their person hears of them, not even that there are any


class Entry(NamedTuple):
    """One thing that happened at a table. Versions count up from 1 without gaps."""

    version: int
    at: int  # milliseconds since 1970
    what: What
    person: str = ""
    id: str = ""  # chosen by the client
    heard: int = 0  # when people heard of the entries before it, and clocks began to run; 0: nothing new, or not yet
    number: int | None = None  # of the move, as whoever judged it found it for this version; not written


RawEntry = tuple[int, int, msgspec.Raw | str, str, str, int]  # what it was is still to be read
encode = msgspec.json.Encoder().encode
decode = msgspec.json.Decoder(What).decode


def read_entry(entry: RawEntry) -> Entry:
    version, at, what, person, id, heard = entry
    return Entry(version, at, decode(what), person, id, heard)
