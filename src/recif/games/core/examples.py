"""Drawn examples of the rules pages: fenced blocks, each a position that the rules load and play.

    ```position
    5 b e5,e6 -
    play: e5*e
    show: d4 f6
    eats: 2
    ```
    ![what the picture shows](pictures/xok-both.svg)\\
    The caption.

The first line is a position text. What may follow, a line each, in any order:
    play: e5*e            moves and luck outcomes, in order; a line is one step of the show, and there may be several
    try: e5*e e5*w        moves that readers may choose among, in the step that is seen first
    show: d4 f6           what of the board to draw, in the board's own words: cells that must be seen, or its parts
    mark: e5              cells to point at
    eyes: 1               the seat who looks; the referee, if none is named
    names: Nina Tom       what the seats are called
    rest: 1               the step that is seen first and in the picture; the last, if none is named
Every other line is a claim: `tests/test_rules_pages.py` knows them, and asks the rules about each.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from recif.games.core.contract import LUCK, REFEREE, Game, Text
from recif.games.core.position import Position

BLOCK = re.compile(r"^```position\n(.*?)\n```\n(?:-->\n)?!\[([^\]]+)\]\(([^)]+)\)", re.MULTILINE | re.DOTALL)
SETTINGS = ("play", "try", "show", "mark", "eyes", "names", "rest")


class ExampleEvent(NamedTuple):
    """A move or a luck outcome of an example, as it is told."""

    seat: int
    text: str
    told: Text
    parts: Mapping[str, Any]


class ExampleStep(NamedTuple):
    """What an example shows at once: what has happened, and the position after it."""

    events: list[ExampleEvent]
    position: Position


@dataclass(frozen=True)
class Example:
    position: str
    plays: tuple[tuple[str, ...], ...]
    tries: tuple[str, ...]
    show: tuple[str, ...]
    mark: tuple[str, ...]
    eyes: int
    names: tuple[str, ...]
    rest: int
    claims: tuple[tuple[str, str], ...]
    alt: str
    picture: str

    def steps(self, game: Game) -> list[ExampleStep]:
        """The position itself, then what each line of play makes of it."""
        now = Position(game, game.words.parse(self.position))
        steps = [ExampleStep([], now)]
        for texts in self.plays:
            now = now.copy()
            steps.append(ExampleStep([_happen(now, text) for text in texts], now))
        return steps


def examples(page: str) -> list[Example]:
    """The examples of a rules page, in order."""
    return [_example(*found) for found in BLOCK.findall(page)]


def _example(block: str, alt: str, picture: str) -> Example:
    first, *rest = block.splitlines()
    lines = [(key.strip(), value.strip()) for key, _, value in (line.partition(":") for line in rest)]

    def said(setting: str) -> tuple[str, ...]:
        return tuple(word for key, value in lines if key == setting for word in value.split())

    return Example(
        first,
        tuple(tuple(value.split()) for key, value in lines if key == "play"),
        said("try"),
        said("show"),
        said("mark"),
        int(next(iter(said("eyes")), REFEREE)),
        said("names"),
        int(next(iter(said("rest")), sum(key == "play" for key, _ in lines))),
        tuple((key, value) for key, value in lines if key not in SETTINGS),
        alt,
        picture,
    )


def _happen(now: Position, text: str) -> ExampleEvent:
    """An event told by its text alone, and what is said of it."""
    words, seat = now.game.words, now.due
    number = now.number(seat, text)
    told = words.sentence(now.state, seat, number) if number is not None else Text("", "")
    parts: Mapping[str, Any] = words.parts(now.state, seat, number) if number is not None and seat != LUCK else {}
    now.happen(seat, text)
    return ExampleEvent(seat, text, told, parts)
