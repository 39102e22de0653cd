"""Matches that machines play for somebody to look at: every event is kept, and the same seed plays the same match."""

from collections.abc import Callable, Mapping
from typing import Any, Protocol

from recif.games.core.contract import Game
from recif.games.core.luck import M32, below, seeded
from recif.games.core.position import Position
from recif.match.match import Match
from recif.mind.levels import choose
from recif.mind.search.think import View


class Chooser(Protocol):
    """Anything that chooses a move number from a view; `seed` makes it repeatable."""

    def __call__(self, view: View, seed: int) -> int: ...


def by_level(number: int) -> Chooser:
    return lambda view, seed: choose(view, number, seed)


def choices(position: Position, sits: Callable[[int], Chooser], seed: int) -> dict[int, int]:
    """What every waiting seat decides, each from its own view; nothing is played."""
    return {seat: sits(seat)(View(position, seat), seed + seat) for seat in position.waiting}


def played(
    game: Game,
    sits: Callable[[int], Chooser],
    seed: int,
    seats: int | None = None,
    options: Mapping[str, Any] | None = None,
) -> Match:
    """A match to its end; `sits` tells who decides for a seat. Whoever waits is asked before anything is played."""
    match, rng = Match(game, seats, options), seeded(seed)
    while not match.is_over:
        if match.is_luck_due:
            match.draw(lambda n: below(rng, n))
            continue
        views = {seat: View(match.position, seat) for seat in match.waiting}
        moves = {seat: sits(seat)(view, below(rng, M32 >> 1)) for seat, view in views.items()}
        for seat, move in moves.items():
            match.play(seat, game.words.text(match.position.state, seat, move))
    return match
