"""Every message on the socket, both ways. docs/protocol.md explains them; api/typescript.py writes
them as TypeScript.

A message is a JSON object whose `type` is the name of its class in lower case.
"""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct

from recif.games.core.contract import Bilingual, Language
from recif.match.frame import Frame, Line, Passage
from recif.match.moves import Move
from recif.server.messages.bodies.parties import PartyInfo
from recif.server.messages.shapes import (
    Detail,
    Expected,
    Hint,
    Judged,
    Kind,
    Luck,
    Now,
    Person,
    Summed,
    TableInfo,
    Talk,
    Why,
)

Code = Annotated[str, Meta(max_length=32)]
MoveId = Annotated[str, Meta(max_length=64)]
MoveText = Annotated[str, Meta(max_length=100)]
Question = Literal["hint", "evaluate", "review", "moves", "picture", "again", "ahead"]
Claimed = Literal["win", "machine", "time"]
SeatNumber = Annotated[int, Meta(ge=0, le=15)]
Number = Annotated[str, Meta(max_length=64)]


class Message(Struct, tag_field="type", tag=str.lower):
    """A message: tagged with its name."""


# From the client.


class Follow(Message):
    """Watch a table, or play at it where one has a seat. `seen` and `cuts`: what one already has of its log; `version`:
    the last one that one was told of, older than which nothing is shown."""

    table: Code
    seen: Annotated[int, Meta(ge=0)] = 0
    cuts: Annotated[int, Meta(ge=0)] = 0
    detail: Detail = "full"  # of legal moves: with parts and sentences, packed (`now.packed`), texts only, or none
    language: Language = "fr"
    version: Annotated[int, Meta(ge=0)] = 0


class Leave(Message):
    """Stop following a table (a seat is kept)."""

    table: Code


class Look(Message):
    """Look through one of my seats, or through nobody's (-1): for several people at one screen."""

    table: Code
    seat: Annotated[int, Meta(ge=-1, le=15)]


class Sit(Message):
    """Take an open seat. `number` is what I add to the luck."""

    table: Code
    id: MoveId
    seat: SeatNumber
    number: Number = ""


class Stand(Message):
    """Give a seat up before the match begins."""

    table: Code
    id: MoveId
    seat: SeatNumber


class Fill(Message):
    """The owner puts a machine on an open seat (level 0: opens the seat again)."""

    table: Code
    id: MoveId
    seat: SeatNumber
    level: Annotated[int, Meta(ge=0, le=20)]


class Play(Message):
    """A move. `id` is chosen by the client: sending the same one again is harmless. `at`: events seen so far."""

    table: Code
    id: MoveId
    seat: SeatNumber
    move: Annotated[str, Meta(max_length=100)]
    at: int | None = None


class Resign(Message):
    table: Code
    id: MoveId
    seat: SeatNumber


class Propose(Message):
    """Offer a draw, an undo of my last decision, a rematch (of another `game`, if one is named), to call the match off,
    a pause or, before it begins, to swap seats with `other`: at once if nobody else sits there. To resume after a pause
    takes nobody's leave."""

    table: Code
    id: MoveId
    seat: SeatNumber
    kind: Kind
    sure: bool = False  # yes, also back across luck or something that was shown
    number: Number = ""  # what I add to the luck of a rematch
    game: Annotated[str, Meta(max_length=32)] = ""
    other: SeatNumber = 0


class Reply(Message):
    """Agree to an offer, or refuse it (one's own: withdraw it)."""

    table: Code
    id: MoveId
    seat: SeatNumber
    kind: Kind
    yes: bool
    number: Number = ""  # what I add to the luck of a rematch


class Prepare(Message):
    """What my seat chooses where a round ends without its choice, from now on; empty: nothing any more."""

    table: Code
    id: MoveId
    seat: SeatNumber
    move: Annotated[str, Meta(max_length=100)] = ""


class Foresee(Message):
    """What my seat answers to moves to come, from now on; nothing: no answers any more. A line is texts of moves, in
    the order in which they would be played, and ends with one of mine."""

    table: Code
    id: MoveId
    seat: SeatNumber
    lines: Annotated[list[Annotated[list[MoveText], Meta(max_length=30)]], Meta(max_length=30)] = []


class Claim(Message):
    """Somebody has run out of time, where the table leaves it to the others: I take the `win`, let a `machine` have
    their seat, or give them more `time`."""

    table: Code
    id: MoveId
    seat: SeatNumber
    other: SeatNumber
    what: Claimed


class Say(Message):
    """Chat, or an emote."""

    table: Code
    text: Annotated[str, Meta(max_length=300)] = ""
    emote: Annotated[str, Meta(max_length=20)] = ""


class Mute(Message):
    """Hear a person no more, or again."""

    person: Code
    on: bool = True


class Ask(Message):
    """Ask for a hint for my seat, what a position is worth, a review of a finished match, my moves, a picture, to be
    shown again what happened with an event, or what my seat would see and who could play what after some moves
    (`ahead`)."""

    table: Code
    id: MoveId
    what: Question
    seat: Annotated[int, Meta(ge=-1, le=15)] = -1
    index: int | None = None  # evaluate the position before this event of a finished match; show this event again
    move: Annotated[str, Meta(max_length=100)] = ""  # tell of this one of my moves only
    line: Annotated[list[MoveText], Meta(max_length=30)] = []  # the moves of `ahead`


class Lobby(Message):
    """Hear of open tables, or no more."""

    on: bool = True


class Away(Message):
    """My page is out of sight, or in sight again: nothing is in front of me meanwhile, and notices are sent."""

    on: bool = True


class Lend(Message):
    """My device can do what the machine is asked for me alone: from now on, or no more."""

    on: bool = True


class Attend(Message):
    """Follow the party around a television, as its screen or as a guest; or no more."""

    party: Code
    on: bool = True


class Cheer(Message):
    """An emote that flies over the television."""

    party: Code
    emote: Annotated[str, Meta(max_length=20)]


class FollowEvent(Message):
    """Hear that an event has changed (`GET /api/events/{event}` has it), or no more."""

    event: Code
    on: bool = True


class Ping(Message):
    t: int = 0


# From the server.


class Welcome(Message):
    """The first message on a socket."""

    you: Person
    version: str
    at: int  # the server's time, milliseconds since 1970


class Table(Message):
    """The whole of a table. `log` replaces the client's lines from `log_from` on."""

    table: str
    info: TableInfo
    mine: list[int]  # my seats
    now: Now
    log: list[Line]
    log_from: int
    cuts: int
    chat: list[Talk]
    watchers: int
    luck: Luck


class Changed(Message):
    """Something happened. `log` replaces the client's lines from `log_from` on (so an undo shortens them)."""

    table: str
    now: Now
    log: list[Line]
    log_from: int
    cuts: int


class Around(Message):
    """Seats, status, people around the table."""

    table: str
    info: TableInfo
    mine: list[int]
    watchers: int
    luck: Luck


class Said(Message):
    table: str
    talk: Talk


class Ack(Message):
    """What the client asked under this `id` is done, and on disk."""

    table: str
    id: str
    version: int


class Refusal(Message, Why):
    """What the client asked is refused; nothing has changed. `id` and `table` are empty where unknown."""

    table: str = ""
    id: str = ""


class Listing(Message):
    """Open public tables, newest first, and the matches one may watch."""

    open: list[TableInfo]
    playing: list[TableInfo]


class Told(Message):
    """The machine's answer to `ask`."""

    table: str
    id: str
    what: Question
    hints: list[Hint] = []
    worth: list[float] = []  # to each seat, 0 to 1
    expected: list[Expected] = []  # with hints: the first one's move and what may follow, as its seat would see it
    mixed: bool = False  # with hints: others choose at the same time, and the shares say how often to choose what
    judged: list[Judged] = []
    summed: Summed | None = None  # with the last of a review
    moves: list[Move] = []
    picture: Bilingual | None = None  # of what I may see now, in signs
    passage: Passage | None = None  # what happened before, to be shown again
    ahead: Frame | None = None  # what my seat would see after a line, with the moves of who would be due; none at luck
    done: bool = True  # False: more follows under the same id


class Ponder(Message):
    """My device, which I have lent, is asked for a thought of `recif.server.machines.thoughts`, by its name, and given
    what is thought about as JSON. The answer goes to `POST /api/thoughts/{number}`; where none comes, the server thinks
    itself."""

    number: int
    what: str
    given: str


class Pong(Message):
    t: int
    at: int


class Noticed(Message):
    """There is something to know that is not on this screen: `GET /api/notices` has it."""

    table: str


class Party(Message):
    """A party as it is now: who is there, what is played next, where."""

    info: PartyInfo


class Cheered(Message):
    party: str
    person: Person
    emote: str


class EventChanged(Message):
    """An event that I follow has come to this version."""

    event: str
    version: int


class SeatReady(Message):
    """My table in an event is ready."""

    event: str
    round: int
    board: int
    table: str


class Bye(Message):
    """Why the server closes this socket: `stopping` or `again` (connect again), `signed-out`, `flood`, `text-only`."""

    reason: str


FromClient = (
    Follow
    | Leave
    | Look
    | Sit
    | Stand
    | Fill
    | Play
    | Resign
    | Propose
    | Reply
    | Prepare
    | Foresee
    | Claim
    | Say
    | Mute
    | Ask
    | Lobby
    | Away
    | Lend
    | Attend
    | Cheer
    | FollowEvent
    | Ping
)
FromServer = (
    Welcome
    | Table
    | Changed
    | Around
    | Said
    | Ack
    | Refusal
    | Listing
    | Told
    | Ponder
    | Pong
    | Noticed
    | Party
    | Cheered
    | EventChanged
    | SeatReady
    | Bye
)

encode = msgspec.json.Encoder().encode
decode = msgspec.json.Decoder(FromClient).decode
decode_server = msgspec.json.Decoder(FromServer).decode  # for bots and tests
