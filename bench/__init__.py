"""Benchmarks, each against a peer in the same run."""

from recif.games import GAMES, start
from recif.games.core.luck import seeded
from recif.games.core.position import Position
from recif.mind.search.think import View


def first_decision(game: str) -> Position:
    position, rng = start(game), seeded(1)
    while not position.waiting:
        position.draw(rng)
    return position


def is_open(game: str) -> bool:
    """Whether seats decide in turn and know all there is to know: what a plain search, and our peers, can play."""
    at = first_decision(game)
    return len(at.waiting) == 1 and View(at, at.waiting[0]).hides_nothing


OPEN = next(game for game in GAMES if is_open(game))  # the game that is put beside peers
