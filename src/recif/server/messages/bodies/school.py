"""Lessons and puzzles, and what somebody has learned."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from recif.games.core.contract import Bilingual, Language
from recif.match.frame import Frame

MOST_GAMES = 50
LessonNumber = Annotated[int, Meta(ge=1, le=100)]
Instant = Annotated[int, Meta(ge=0, le=1 << 53)]  # milliseconds since 1970


class TaughtIdea(Struct):
    """An idea that a lesson teaches, and the steps that do, numbered from 1."""

    id: str
    name: Bilingual
    steps: list[int]


class LessonInfo(Struct):
    """A game that has a lesson, of how many steps, and what they teach."""

    game: str
    steps: int
    ideas: list[TaughtIdea] = []


class LessonStep(Struct):
    """A task on the board for `seat`. `frames` is what happens before it is asked; the last has the moves."""

    says: Bilingual
    frames: list[Frame]
    seat: int
    mark: list[str]  # cells to point at
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
    frames: list[Frame] = []
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


class PuzzleView(Struct):
    """A puzzle as its solver sees it at the start."""

    info: PuzzleInfo
    seat: int
    frame: Frame  # with the moves to choose among


class PuzzleTryBody(Struct):
    """A move for the decision that is due once `found` have been found."""

    found: Annotated[int, Meta(ge=0, le=9)]
    move: Annotated[str, Meta(max_length=100)]
    language: Language = "fr"


class PuzzleJudged(Struct):
    """`frames` are what happens: after a right move the line itself, after another one what would be answered to it.

    Where more is to be found, the last has the moves to choose among. `chances` are the solver's with the move and with
    the right one, from 0 to 1.
    """

    right: bool
    frames: list[Frame]
    found: int  # decisions, by now
    chances: tuple[float, float]
    why: Bilingual | None = None  # of a right move: what it is good for
    spots: list[str] = []  # and where
    nearly: bool = False  # of another one: it is nearly as good
    allows: Bilingual | None = None  # what it lets the next seat do, where nothing is hidden
    goal: Bilingual | None = None  # the idea that is still to be found


class PuzzleGiveUpBody(Struct):
    """All that is left to find is told."""

    found: Annotated[int, Meta(ge=0, le=9)]


class PuzzleSolution(Struct):
    frames: list[Frame]
    whys: list[Bilingual] = []  # what the moves are good for


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

    # by game: steps, counted from 1
    lessons: Annotated[dict[str, Annotated[list[LessonNumber], Meta(max_length=100)]], Meta(max_length=MOST_GAMES)] = {}
    tries: Annotated[list[tuple[str, bool, Instant]], Meta(max_length=2_000)] = []  # puzzle, whether solved, when
    days: Annotated[
        list[Annotated[int, Meta(ge=0)]], Meta(max_length=2_000)
    ] = []  # whose puzzle was solved, since 1970
    # the best, by game; under "" that of all games
    storms: Annotated[dict[str, Annotated[int, Meta(ge=0, le=10_000)]], Meta(max_length=MOST_GAMES)] = {}


class Schooling(Struct):
    """What somebody has learned on all their devices; tries and days in the order of time."""

    lessons: dict[str, list[int]]
    tries: list[TriedPuzzle]
    days: list[int]
    storms: dict[str, int]
