"""A base of machine matches that comes with a game, for the explorer: `recif explorer xok --games 400` adds to it.

A file holds what happened as the rules number it, with the seed and the levels that made it: match `n` of a seed is the
same on any machine, so that a base that was interrupted goes on where it was.
"""

import io
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from recif.games.core.contract import Game, Refused, Text
from recif.match.match import Match
from recif.mind.levels import by_feel
from recif.mind.search.think import View
from recif.mind.selfplay import Chooser, by_level, played

FILE = "explorer.npz"
FREE = 3  # match n begins with n % 3 decisions by feel: else all would begin alike
EVERY = 20  # matches between two times that the file is written
LARGEST = 300_000  # bytes of a file


class Plan(NamedTuple):
    """How a base is made."""

    level: int = 6
    seed: int = 1


class Base(NamedTuple):
    """A base as it is kept: events of all matches in a row, how many each has, and who won."""

    plan: Plan
    rules: int  # the version by which they were played
    events: list[list[int]]

    def matches(self, game: Game) -> Iterator[Match]:
        for events in self.events:
            yield _again(game, events)


def path_of(game: Game) -> Path:
    return Path(str(game.rules.__file__)).with_name(FILE)


def read(path: Path) -> Base:
    """Refused where the file is none."""
    try:
        with np.load(io.BytesIO(path.read_bytes()), allow_pickle=False) as file:
            about = json.loads(bytes(file["about"]))
            ends = np.cumsum(file["lengths"])[:-1]
            events = [[int(number) for number in part] for part in np.split(file["events"], ends)]
        return Base(Plan(int(about["level"]), int(about["seed"])), int(about["rules"]), events)
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise Refused(
            "bad-base",
            Text(
                f"{path} n’est pas une base de parties ; refaites-la par recif explorer",
                f"{path} is not a base of matches; make it again with recif explorer",
            ),
        ) from error


def write(path: Path, base: Base) -> None:
    about = json.dumps({"level": base.plan.level, "seed": base.plan.seed, "rules": base.rules})
    parts: dict[str, Any] = {
        "about": np.frombuffer(about.encode(), np.uint8),
        "lengths": np.array([len(events) for events in base.events], np.uint16),
        "events": np.array([number for events in base.events for number in events], np.uint32),
    }
    out = io.BytesIO()
    np.savez_compressed(out, **parts)
    path.write_bytes(out.getvalue())


def grow(game: Game, plan: Plan, games: int, path: Path, heed: Callable[[int, int], None] = lambda *_: None) -> Base:
    """Play until the base has so many matches; what is there already is kept if it was made alike."""
    known = read(path) if path.exists() else None
    is_alike = known is not None and (known.plan, known.rules) == (plan, game.version)
    base = known if known is not None and is_alike else Base(plan, game.version, [])
    while len(base.events) < games:
        base.events.append(list(one_match(game, plan, len(base.events)).numbers))
        heed(len(base.events), games)
        if len(base.events) % EVERY == 0 or len(base.events) == games:
            write(path, base)
    return base


def one_match(game: Game, plan: Plan, number: int) -> Match:
    """Match `number` of a plan; how many play goes round the numbers that the game allows."""
    strong, free = by_level(plan.level), [number % FREE]

    def chooser(view: View, seed: int) -> int:
        if free[0] and len(view.position.numbers(view.seat)) > 1:
            free[0] -= 1
            return by_feel(view, seed)
        return strong(view, seed)

    def sits(_: int) -> Chooser:
        return chooser

    return played(game, sits, plan.seed * 1_000_003 + number)


def _again(game: Game, events: list[int]) -> Match:
    """The match that these numbers tell."""
    match = Match(game)
    for number in events:
        seat = match.due
        match.happen(seat, game.words.text(match.position.state, seat, number))
    return match
