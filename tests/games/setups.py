"""Every game with every number of seats and every sample of its options."""

from collections.abc import Iterator
from itertools import product
from typing import Any, NamedTuple

from recif.games import GAMES
from recif.games.core.contract import LUCK, Game
from recif.games.core.luck import below, seeded
from recif.games.core.position import Position, start


class Setup(NamedTuple):
    game: Game
    seats: int
    options: dict[str, Any]

    def __str__(self) -> str:
        return " ".join([self.game.id, str(self.seats), *(f"{k}={v}" for k, v in self.options.items())])

    def start(self) -> Position:
        return start(self.game, self.seats, self.options)


def setups_of(game: Game) -> Iterator[Setup]:
    names = [option.name for option in game.options]
    for seats in game.seats:
        for values in product(*(option.samples() for option in game.options)):
            yield Setup(game, seats, dict(zip(names, values, strict=True)))


SETUPS = [setup for game in GAMES.values() for setup in setups_of(game)]

Event = tuple[int, int]  # seat or LUCK, number


def random_game(setup: Setup, seed: int, most: int = 100_000) -> Iterator[tuple[Position, Event]]:
    """The positions of a random game, each before its event; one Position, changed in place."""
    position, rng = setup.start(), seeded(seed)
    rules = setup.game.rules
    for _ in range(most):
        if position.is_over:
            return
        event = random_event(position, rng)
        yield position, event
        seat, number = event
        if seat == LUCK:
            rules.befall(position.state, number)
        else:
            rules.play(position.state, seat, number)
    raise AssertionError(f"{setup} is not over after {most} events")


def random_event(position: Position, rng: Any) -> Event:
    """A random move of a random waiting seat, or a luck outcome."""
    waiting = position.waiting
    if waiting:
        seat = waiting[below(rng, len(waiting))]
        return seat, int(position.game.rules.random_move(position.state, seat, rng))
    twin = position.copy()
    return LUCK, int(position.game.rules.draw(twin.state, rng))
