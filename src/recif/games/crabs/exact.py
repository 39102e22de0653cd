"""The last cards of random games: no deck is left, and both seats can tell the other's hand."""

from collections.abc import Callable
from functools import partial

from recif.games.core.exact import Small, random_game
from recif.games.core.luck import seeded
from recif.games.core.position import Position
from recif.games.core.text import Text
from recif.games.crabs import GAME


def last_cards(seed: int) -> Small:
    at = next(at.copy() for at in random_game(GAME, seed, {}) if is_plain_ending(at))
    name = Text(f"Crabe vs Poulpe, dernières cartes, n° {seed}", f"Crab vs Octopus, last cards, no. {seed}")
    return Small(name, at, by_luck=True, key=without_past)


def without_past(at: Position) -> bytes:
    """What has been seen of cards that are gone does not matter where both seats know all."""
    twin = at.copy()
    twin.state.log[:] = 0
    twin.state.logged = twin.state.rounds = 0
    return bytes(twin)


def is_plain_ending(at: Position) -> bool:
    """Few cards, several moves, and nothing to guess: every world that a seat thinks possible is the true one."""
    if not at.waiting or at.state.stock.sum() or not 3 <= at.state.held.sum() <= 7:
        return False
    return len(at.numbers(at.waiting[0])) >= 3 and all(_knows_all(at, seat) for seat in range(2))


def _knows_all(at: Position, seat: int) -> bool:
    for number in range(12):
        world = at.view(seat)
        world.game.rules.guess(world.state, seat, seeded(number))
        if list(world.state.hand) != list(at.state.hand):
            return False
    return True


CASES: tuple[Callable[[], Small], ...] = tuple(partial(last_cards, seed) for seed in (338, 1746, 2121, 3636))
