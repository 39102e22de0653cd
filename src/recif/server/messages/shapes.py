"""What messages and pages are made of: the JSON shapes shared by the socket and the REST pages."""

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from recif.games.core.contract import Bilingual
from recif.match.clock import PaceKind
from recif.match.frame import Frame
from recif.match.match import HowItEnded
from recif.match.moves import Move

Detail = Literal["full", "lean", "texts", "none"]
Kind = Literal["draw", "undo", "rematch", "abort", "swap", "pause", "resume"]
Status = Literal["open", "playing", "over"]
Scope = Literal["play", "read"]  # what a bot's token is for
ChairKind = Literal["open", "person", "machine"]
Flag = Literal["lose", "machine", "ask", "gentle", "first"]
FACES = 8  # drawings that can stand for a person, from 1 on


class Why(Struct):
    """Why something is refused: a code for programs, a sentence for people, the rule's section, the cells, and the
    table of the match that must be over first."""

    code: str
    fr: str
    en: str
    rule: str = ""
    cells: list[str] = []
    match: str = ""


class Person(Struct):
    """Somebody who plays or watches."""

    id: str
    name: str
    guest: bool = True
    face: int = 0  # which drawing stands for them; 0: none


class Pace(Struct, frozen=True):
    """none; increment: `start` milliseconds and `bonus` a turn; days: `start` milliseconds for each turn, of which what
    is left is saved up to `most`; where all choose at once, rounds: `start` for each, or daily: until `start`
    milliseconds after midnight in `zone`."""

    kind: PaceKind = "none"
    start: int = 0
    bonus: int = 0
    most: int = 0
    zone: Annotated[str, Meta(max_length=64)] = ""


class Rating(Struct):
    """How strong an account is at this game and speed: two times of three within the deviation."""

    rating: int
    deviation: int
    known: bool  # sure enough to be taken at its word
    gained: int | None = None  # by this match, once it is over and has counted


class Seat(Struct):
    """A place at a table: open, a person, or a machine at a level."""

    seat: int
    kind: ChairKind
    title: Bilingual  # what the seat is called in this game
    person: Person | None = None
    level: int = 0
    name: Bilingual | None = None  # of a machine: the creature that plays so
    here: bool = False  # the person is connected to the table now
    rating: Rating | None = None  # at a rated table
    named: bool = False  # one of several at a screen: `person` has the name and the face that were given to the seat
    won: int = 0  # matches of this evening, with this one once it is over


class Result(Struct):
    """How a match ended. `seat` is who resigned or ran out of time. Several winners share the win. `why` is what
    ended a match that was played to its end, in the game's own words."""

    winners: list[int]
    scores: list[int]
    reason: HowItEnded
    seat: int | None = None
    why: Bilingual | None = None


class TableInfo(Struct):
    """A table from outside: what the lobby lists and what stays the same during the play."""

    table: str  # its code: the link to it is /t/<code>
    game: str
    options: dict[str, Any]
    seats: list[Seat]
    pace: Pace
    status: Status
    owner: Person
    public: bool
    shared: bool  # played on one screen
    flag: Flag  # what running out of time does
    made: int  # milliseconds since 1970
    events: int = 0
    result: Result | None = None
    before: str = ""  # the table of which this is the rematch
    next: str = ""  # the rematch of this one
    rated: str = ""  # the speed at which it counts for those who play; empty: it does not
    help: bool = False  # friendly: everybody who plays may ask the machine
    holidays: bool = True  # by days: the time of who is on holiday stands still
    event: str = ""  # that the match counts for
    evening: int = 0  # matches that the same people have played one after the other, with this one once it is over


class Packed(Struct):
    """Legal moves without their sentences: by number in a table of moves, or by text; and parts, packed in columns.

    `numbers` are steps: each is added to the one before. A column is `[values]`, one for each move or one for all, or
    `[values, which]`: by move the place of its value, from 1; 0 where it has no such part. With a third list, `[" "]`,
    each value is a list of names written as one text, with that between them; then `which` may be empty."""

    table: str = ""  # at /api/games/<game>/moves/<table>; empty: the moves are in `texts`
    numbers: list[int] = []
    texts: list[str] = []
    parts: dict[str, list[list[Any]]] = {}


class Clocks(Struct):
    """Milliseconds left to each seat when the message was sent; those of `running` go down."""

    left: list[int]
    running: list[int]


class Offer(Struct):
    """Something proposed to the other people at the table, and who has agreed so far."""

    kind: Kind
    seat: int
    count: int = 0  # events that an undo takes back
    luck: bool = False  # the undo crosses luck, or something that was shown
    agreed: list[int] = []
    game: str = ""  # of the match to come, where it is another than this one's
    other: int = -1  # the seat that a swap is with


class Luck(Struct):
    """Luck that can be checked: the secret appears when the match is over."""

    commitment: str
    numbers: list[str] = []
    secret: str = ""
    next: str = ""  # the commitment of the rematch, shown before anybody adds a number to it
    next_table: str = ""  # what the rematch will be called: part of that commitment
    scheme: int = 0  # how it is drawn: web/src/lib/luck.ts checks scheme 2


class DaysNow(Struct, omit_defaults=True):
    """Of a match that goes on for days: what is not usual now."""

    paused: bool = False  # by consent: nobody plays, and nobody's time runs
    vanished: list[int] = []  # seats that ran out of time: those who are still there may `claim`
    away: dict[str, int] = {}  # by seat: until when it is on holiday, milliseconds since 1970
    stands: dict[str, int] = {}  # by seat: until when its time stands still in this turn
    foreseen: dict[str, list[list[str]]] = {}  # by seat of mine: its answers to what may come
    prepared: dict[str, str] = {}  # by seat of mine: what it chooses where a round ends without its choice


class Now(Struct):
    """A table as one viewer may see it now."""

    version: int  # grows with every change of the table
    viewer: int  # the seat through whose eyes this is, or -1
    curtain: bool  # several of my seats see different things: ask to look through one (`look`)
    scene: dict[str, Any]  # what the game's board draws
    waiting: list[int]  # seats that must decide
    chosen: list[int]  # seats that have chosen, while others still do
    moves: dict[str, list[Move]]  # by seat: the legal moves of my waiting seats
    events: int  # how many events there are: `at` of the next move
    clocks: Clocks | None = None
    result: Result | None = None
    offers: list[Offer] = []
    choices: dict[str, str] = {}  # by seat: what my seats have chosen, while others still do
    thinking: list[int] = []  # machine seats that think now
    packed: dict[str, Packed] = {}  # by seat: what `moves` would be, where `lean` was asked for
    days: DaysNow | None = None  # if anything is unusual


class Talk(Struct):
    """A line of chat. `emote` is one of EMOTES, or empty."""

    person: Person
    at: int
    text: str = ""
    emote: str = ""
    spectator: bool = False


EMOTES = ("hello", "well-played", "thanks", "oops", "wow", "thinking", "laugh", "good-luck")


class Hint(Struct):
    """A move that the machine likes: how much it favours it, and what it is worth to the mover (0 to 1).

    The first of several has a `nudge`, to be shown before the move itself, and says `why` in one sentence; `look` and
    `spots` are where the board points meanwhile, `more` is for those who ask.
    """

    text: str
    say: Bilingual
    share: float
    worth: float
    nudge: Bilingual | None = None
    why: Bilingual | None = None
    idea: str = ""  # what the sentence is about, by its short name
    look: list[str] = []
    spots: list[str] = []
    more: list[Bilingual] = []


class Expected(Struct):
    """A move that a hint expects: the board after it, what is said beside it, and where the board points."""

    frame: Frame
    say: Bilingual
    cells: list[str] = []


class Judged(Struct):
    """A decision of a finished match, judged: what was played, what was better, how much was lost (0 to 1)."""

    index: int
    seat: int
    text: str
    best: str
    loss: float
    worth: list[float]  # each seat's chances before it
    mark: str = ""  # "", "?!", "?", "??"
    say: Bilingual | None = None  # what the best move does
    after: list[float] = []  # each seat's chances after it
    forced: bool = False  # no other move was legal
    stake: float = 0  # what a move drawn at random would have lost, on average (0 to 1)
    luck: list[float] = []  # what draws since the decision before changed of each seat's chances
    why: Bilingual | None = None  # what the best move is good for, where it was missed or played
    idea: str = ""  # what that sentence is about, by its short name
    spots: list[str] = []  # where on the board
    advice: Bilingual | None = None  # the best move, said to its seat
    allows: Bilingual | None = None  # what the move that was played lets the next seat do, where that can be known


class Practice(Struct):
    """What to practise next: the idea whose missing cost most, and how many puzzles are about it."""

    idea: str
    name: Bilingual
    puzzles: int


class Summed(Struct):
    """What a review comes to; `moments` and `practice` are of the asker's own seats, if there are any."""

    accuracies: list[float | None]  # of each seat, 0 to 1; null where nobody could show anything
    luck: list[float]  # what draws brought each seat; empty where there are none
    moments: list[int]  # indices of the decisions that mattered most, in the order of play
    practice: Practice | None = None
