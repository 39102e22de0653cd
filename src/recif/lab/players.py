"""Who can sit in the arena, by a short text: `3`, `abyss`, `nodes:5000`, `uct:5000`, `time:0.5`, `random`."""

from collections.abc import Callable
from math import inf
from typing import Protocol, TypeVar

from recif.games.core import hunch as plain
from recif.games.core.contract import Refused, Text
from recif.games.core.luck import below, seeded
from recif.mind.levels import ABYSS, NUMBERS, chance, choose, level_of
from recif.mind.search.think import Budget, View, think

N = TypeVar("N", int, float)


class Player(Protocol):
    """Anything that chooses a move number from a view; `seed` makes it repeatable."""

    def __call__(self, view: View, seed: int) -> int: ...


def random_player(view: View, seed: int) -> int:
    moves = view.position.numbers(view.seat)
    return moves[below(seeded(seed), len(moves))]


def level_player(number: int) -> Player:
    return lambda view, seed: choose(view, level_of(view.game, number), seed)


def search_player(budget: Budget, has_hunches: bool = True) -> Player:
    """The search with all its knowledge, or plain UCT without any."""

    def play(view: View, seed: int) -> int:
        hunch = view.game.hunch if has_hunches else plain
        return think(view, budget, seed, hunch).draw(chance(seed)).move

    return play


KINDS: dict[str, Callable[[str], Player]] = {
    "level": lambda words: level_player(NUMBERS[NUMBERS.index(int(words))]),
    "nodes": lambda words: search_player(Budget(_above_zero(int(words)))),
    "uct": lambda words: search_player(Budget(_above_zero(int(words))), has_hunches=False),
    "time": lambda words: search_player(Budget(seconds=_above_zero(float(words)))),
}


def _above_zero(number: N) -> N:
    if not 0 < number < inf:
        raise ValueError(number)
    return number


def player(words: str) -> Player:
    """The player that a text stands for, or Refused."""
    if words == "random":
        return random_player
    if words == "abyss":
        return level_player(ABYSS)
    kind, _, rest = words.rpartition(":")
    try:
        return KINDS[kind or "level"](rest)
    except (KeyError, ValueError):
        raise Refused(
            "bad-player",
            Text(
                f"joueur inconnu : {words!r} ; on attend 1 à 8, abyss, nodes:N, uct:N, time:S ou random",
                f"unknown player {words!r}; expected 1 to 8, abyss, nodes:N, uct:N, time:S or random",
            ),
        ) from None
