"""Lessons and puzzles, and what somebody has learned."""

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from recif.games.core.contract import Bilingual, Language
from recif.server.messages.bodies.games import ExampleStep
from recif.server.messages.shapes import Line, Move

Instant = Annotated[int, Meta(ge=0, le=1 << 53)]  # milliseconds since 1970


class LessonInfo(Struct):
    """A game that has a lesson, and of how many steps."""

    game: str
    steps: int


class LessonFrame(Struct):
    """What a step of a lesson shows at once: what has happened, and the position after it, drawn and in signs."""

    lines: list[Line]
    scene: dict[str, Any]
    picture: Bilingual


class LessonStep(Struct):
    """A task on the board. `frames` is what happens before it is asked; the moves are those of `seat`."""

    says: Bilingual
    frames: list[LessonFrame]
    seat: int
    moves: list[Move]
    mark: list[str]  # cells to point at
    titles: list[Bilingual]
    against: int  # the level of the machine that answers; 0: nobody does


class LessonPage(Struct):
    """The lesson of a game."""

    game: str
    language: Language
    steps: list[LessonStep]


class LessonBody(Struct):
    """A move tried in a step, after those that it took to come there. `show`: play one for me instead."""

    moves: Annotated[list[Annotated[str, Meta(max_length=100)]], Meta(max_length=200)] = []
    language: Language = "fr"
    show: bool = False


class LessonAnswer(Struct):
    """What came of it. Nothing has happened after a wrong move: `says` tells why it did not do. `tried` is the move."""

    verdict: Literal["done", "on", "wrong", "lost"]
    says: Bilingual
    tried: str
    frames: list[LessonFrame] = []
    moves: list[Move] = []
    rule: str = ""
    cells: list[str] = []


class PuzzleTheme(Struct):
    """What puzzles of a game are about."""

    id: str
    name: Bilingual


class PuzzleGame(Struct):
    """A game that has puzzles, and their themes, the most telling first."""

    game: str
    themes: list[PuzzleTheme]


class PuzzleInfo(Struct):
    """A puzzle from outside; `grade` is the level, 1 to 8, that finds it."""

    puzzle: str  # its name: the link to it is /puzzle/<name>
    game: str
    grade: int
    themes: list[str]
    decisions: int  # to be found


class PuzzleShelf(Struct):
    """All puzzles; `daily` is the one of the day, empty if there are none."""

    games: list[PuzzleGame]
    puzzles: list[PuzzleInfo]
    daily: str


class PuzzleAsk(Struct):
    """What is to be decided: the moves to choose among, once so many decisions have been found."""

    found: int
    offers: list[Move]


class PuzzleView(Struct):
    """A puzzle as its solver sees it at the start."""

    info: PuzzleInfo
    seat: int
    titles: list[Bilingual]
    scene: dict[str, Any]
    picture: Bilingual
    ask: PuzzleAsk


class PuzzleTryBody(Struct):
    """A move for the decision that is due once `found` have been found."""

    found: Annotated[int, Meta(ge=0, le=9)]
    move: Annotated[str, Meta(max_length=100)]
    language: Language = "fr"


class PuzzleJudged(Struct):
    """`steps` are what happens: after a right move the line itself, after another one what would be answered to it.

    `ask` is the next decision, null when all are found or the move was not right. `chances` are the solver's with the
    move and with the right one, from 0 to 1; `picture` shows the last step in signs.
    """

    right: bool
    steps: list[ExampleStep]
    picture: Bilingual
    ask: PuzzleAsk | None
    chances: tuple[float, float]


class PuzzleGiveUpBody(Struct):
    """All that is left to find is told."""

    found: Annotated[int, Meta(ge=0, le=9)]


class PuzzleSolution(Struct):
    steps: list[ExampleStep]
    picture: Bilingual


class Tried(Struct):
    """A first try at a puzzle; `grade` and `decisions` say how hard it is."""

    game: str
    grade: int
    decisions: int
    solved: bool


class TriedPuzzle(Tried):
    puzzle: str
    at: int


class LearnBody(Struct):
    """What a device knows that its person has learned; all of it, or what is new."""

    lessons: dict[str, list[Annotated[int, Meta(ge=1, le=100)]]] = {}  # by game: steps, counted from 1
    tries: Annotated[list[tuple[str, bool, Instant]], Meta(max_length=10_000)] = []  # puzzle, whether solved, when
    days: Annotated[
        list[Annotated[int, Meta(ge=0)]], Meta(max_length=4_000)
    ] = []  # whose puzzle was solved, since 1970
    storms: dict[str, Annotated[int, Meta(ge=0, le=10_000)]] = {}  # the best, by game; under "" that of all games


class Schooling(Struct):
    """What somebody has learned on all their devices; tries and days in the order of time."""

    lessons: dict[str, list[int]]
    tries: list[TriedPuzzle]
    days: list[int]
    storms: dict[str, int]
