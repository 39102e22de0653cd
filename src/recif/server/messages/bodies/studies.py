"""Studies: positions looked at, tried, explored, evaluated."""

from typing import Annotated, Any

from msgspec import Meta, Struct

from recif.games.core.contract import Bilingual, Language
from recif.match.frame import Frame, Line
from recif.school.study import StudyFile
from recif.server.messages.shapes import Hint, Person, Result


class Study(Struct):
    """A position to look at: a game, its options, and the events so far (seat -1: luck).

    `position` is the text of the position that it begins with; left out: the start of the game.
    """

    game: Annotated[str, Meta(max_length=32)]
    seats: Annotated[int, Meta(ge=1, le=16)] | None = None
    options: dict[str, Any] = {}
    events: Annotated[list[tuple[int, str]], Meta(max_length=5000)] = []
    rules: int | None = None  # the version of the rules; left out: today's
    position: Annotated[str, Meta(max_length=4096)] = ""
    viewer: Annotated[int, Meta(ge=-1, le=15)] | None = None  # whose eyes (-1: a spectator); left out: nothing hidden
    language: Language = "fr"  # of the moves


class Frames(Struct):
    """What a viewer sees after each event, from event `since` on (0: before the first)."""

    since: int
    frames: list[Frame]


class AskFrames(Study, kw_only=True):
    since: Annotated[int, Meta(ge=0, le=5000)] = 0


class ReadStudy(Struct):
    """A text that somebody has pasted or opened: a study, a record, or a game and the text of a position."""

    source: Annotated[str, Meta(max_length=300_000)]
    viewer: Annotated[int, Meta(ge=-1, le=15)] | None = None


class OpenStudy(Struct):
    """A study, checked by the rules; `lines` tell its moves in order, as the viewer may know them.

    `text` and `json` are what one downloads; `owner` is who shared it, nobody for one that was read from a text.
    """

    study: StudyFile
    lines: list[Line]
    titles: list[Bilingual]  # what the seats are called in the game
    text: str
    json: str
    id: str = ""
    owner: Person | None = None
    mine: bool = False
    match: str = ""  # that it is, if it is one that was played here or imported
    hides: bool = False  # seats know different things at some point of the main line


class SaveStudy(Struct):
    """A study to share. With the `id` of one of mine it takes that one's place."""

    study: StudyFile
    id: Annotated[str, Meta(max_length=64)] = ""


class SavedStudy(Struct):
    id: str
    title: str
    game: str
    at: int  # when it was last saved


class Studies(Struct):
    """Those that I share, the latest first."""

    studies: list[SavedStudy]


class TriedMove(Struct):
    """A move that was played here before, how often, and the share of wins that came of it for its seat."""

    text: str
    fr: str
    en: str
    count: int
    score: float


class Explored(Struct):
    """What was played in a position: by strong machines, and at tables of this server."""

    machines: list[TriedMove]
    here: list[TriedMove]
    machine_matches: int
    here_matches: int


class Explore(Study, kw_only=True):
    """`seat`: whose decision; only what that seat may know is used."""

    seat: Annotated[int, Meta(ge=0, le=15)]


class ThingInfo(Struct):
    """A card, a piece or a place of a game that explains itself; `rule` is the section that says more."""

    name: Bilingual
    says: Bilingual
    rule: str
    sign: str = ""  # the same as a sign or two, to be drawn on it


class StudyPlace(Struct):
    """A place of a study: what is seen there, with the moves of all who decide, and what the rules say about it."""

    frame: Frame
    position: str
    waiting: list[int]
    luck: dict[str, float]  # outcomes due, with their chances
    result: Result | None
    draws: list[Line] = []  # the outcomes in words, where they are not many


class Evaluate(Study, kw_only=True):
    """`seat`: whose decision; only what that seat may know is used."""

    seat: Annotated[int, Meta(ge=0, le=15)]
    level: Annotated[int, Meta(ge=1, le=20)] = 5


class Evaluated(Struct):
    hints: list[Hint]
    worth: list[float]
