"""Small games and endings that can be solved, each with what solves it."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from recif.games import GAMES
from recif.games.core import hunch as plain
from recif.games.core.contract import Text
from recif.games.core.luck import below, seeded
from recif.games.core.position import Position, start
from recif.games.urchins import rules as urchin_rules
from recif.lab.exact import alphabeta, chain3, chain4, small
from recif.lab.exact.mixtures import Matrix, Solver

MOST = 20_000  # positions of an ending
CHAINS: dict[int, Any] = {3: chain3, 4: chain4}
FEW_KINDS = {"deck": [0, 0, 0, 0, 10, 0, 10, 0, 0]}  # of cards: so few that all futures can be counted


@dataclass(frozen=True)
class Case:
    """A position, and what tells the value of any that follows to seat 0, from 0 to 1."""

    name: Text
    at: Position
    value: Callable[[Position], float]
    matrix: Callable[[Position], Matrix] | None = None  # where both choose at once: its value for each pair of choices


def xok(chain: int, reply: bool = False) -> Case:
    """Nineteen cells, all pieces, a shorter chain; `reply`: after White's first move, where Black must find the win."""
    game = replace(GAMES["xok"], rules=CHAINS[chain], hunch=plain, features=None)
    name = Text(f"XOK, 19 cases, chaîne de {chain}", f"XOK, 19 cells, chain of {chain}")
    at = Position(game, small.first())
    if reply:
        game.rules.play(at.state, 0, at.numbers(0)[0])
        name = Text(f"{name.fr}, réponse", f"{name.en}, the reply")
    return Case(name, at, by_alphabeta)


def urchins(size: int, yellow: int, red: int) -> Case:
    """A smaller board, fewer urchins in the reserve; an addition is due after a quiet round."""
    at = start(GAMES["urchins"], 2, {"quiet": 1})
    at.state.board = urchin_rules.board(size)
    at.state.reserve[:] = (yellow, red)
    name = Text(f"Oursins, {size} × {size}, {yellow} + {red}", f"Urchins, {size} × {size}, {yellow} + {red}")
    return Case(name, at, by_alphabeta)


def by_alphabeta(at: Position) -> float:
    """1 if seat 0 wins, a half if the win is shared."""
    return (alphabeta.solve(at.game.rules, at.state).value + 1) / 2


def kroc(seed: int, rounds: int, options: dict[str, Any]) -> Case:
    """The last rounds of a random game of two sharks."""
    joint = [at.copy() for at in _random_game("kroc", seed, options) if len(at.waiting) == 2]
    name = Text(f"Kroc, {rounds} manche(s) à jouer, n° {seed}", f"Kroc, {rounds} round(s) to go, no. {seed}")
    return Case(name, joint[-rounds], lambda at: Solver(MOST).value(at), lambda at: Solver(MOST).matrix(at))


def crabs(seed: int) -> Case:
    """The last cards of a random game: no deck is left, and both seats can tell the other's hand."""
    at = next(at.copy() for at in _random_game("crabs", seed, {}) if is_plain_ending(at))
    name = Text(f"Crabe vs Poulpe, dernières cartes, n° {seed}", f"Crab vs Octopus, last cards, no. {seed}")
    return Case(name, at, lambda at: Solver(MOST, without_past).value(at))


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


def _random_game(game: str, seed: int, options: dict[str, Any]) -> Iterator[Position]:
    """The positions of a random game, in place."""
    at, rng = start(GAMES[game], 2, options), seeded(seed)
    while not at.is_over:
        yield at
        if not at.waiting:
            at.draw(rng)
            continue
        seat = at.waiting[0]
        moves = at.numbers(seat)
        at.game.rules.play(at.state, seat, moves[below(rng, len(moves))])


CASES: tuple[Callable[[], Case], ...] = (
    lambda: xok(3),
    lambda: xok(4),
    lambda: xok(3, reply=True),
    lambda: xok(4, reply=True),
    lambda: urchins(3, 3, 3),
    lambda: urchins(3, 3, 4),
    lambda: urchins(4, 3, 3),
    lambda: kroc(1, 1, {}),
    lambda: kroc(3, 1, {}),
    lambda: kroc(7, 2, FEW_KINDS),
    lambda: kroc(8, 2, FEW_KINDS),
    lambda: crabs(338),
    lambda: crabs(1746),
    lambda: crabs(2121),
    lambda: crabs(3636),
)
