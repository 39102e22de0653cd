"""The games that a server has, their rules, and how it is itself."""

from typing import Any, Literal

from msgspec import Struct

from recif.games.core.contract import Bilingual, Feeling, Language
from recif.match.frame import Frame


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
    age: int  # of the youngest who enjoys it
    feelings: list[Feeling]  # what playing it is like, the strongest first
    lengths: dict[str, int]  # minutes, by the number of seats, as measured
    at_once: bool = False  # everybody chooses at the same time: a round can end at an hour


class GameReadiness(Struct):
    """cold: not yet; rules: people can play each other; feel: the gentlest machine, too; ready: all of them.

    `seconds`: about how long to the next; `levels`: the machines that can play.
    """

    game: str
    stage: Literal["cold", "rules", "feel", "ready"]
    seconds: int
    levels: list[int]


class DrawnExample(Struct):
    """An example of the rules for a board to draw: see the head of `games/core/examples.py`."""

    frames: list[Frame]
    rest: int  # the frame to begin with: readers may choose among its moves
    seat: int  # whose eyes; -1 for a spectator
    show: list[str]
    mark: list[str]
    names: list[str]


class RulesPage(Struct):
    """The rules of a game, as Markdown with numbered sections; `examples` are its ```position blocks, in order."""

    game: str
    language: Language
    markdown: str
    examples: list[DrawnExample]


class Health(Struct):
    status: Literal["ok", "warming", "stopping"]
    version: str


class House(Struct):
    """What can be done here."""

    version: str
    others: bool  # people at other screens: links, accounts, ratings, notices
    server: str = ""  # where there are others, if there are none here and whoever made the page names a place
    device: bool = False  # what devices that are lent need (`lend` on the socket) is here
