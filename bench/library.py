"""Random games in plain Python, beside python-chess: the list of moves, then one of them played.

    python -m bench.library [seconds]

Per second of processor time, the luck that is drawn between two decisions included: the rounds take turns, and the
median of each is told. python-chess lists moves as objects, Récif as texts; a chess position has some thirty of them.
"""

import random
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial

import chess

import recif

ROUNDS = 5
PEER = "python-chess"
LONGEST = 200  # half-moves, since random chess hardly ever ends


def of_recif(game: str) -> Iterator[int]:
    """A random game for ever; after each decision, how many moves there were."""
    chance = random.Random(1)
    while True:
        position = recif.start(game)
        while not position.is_over:
            if position.is_luck_due:
                position.draw(chance.getrandbits(32))
            for seat in position.waiting:
                moves = list(position.moves(seat))
                position.play(seat, chance.choice(moves))
                yield len(moves)


def of_chess() -> Iterator[int]:
    chance = random.Random(1)
    while True:
        board = chess.Board()
        while len(board.move_stack) < LONGEST and (moves := list(board.legal_moves)):
            board.push(chance.choice(moves))
            yield len(moves)


def pace(playing: Iterator[int], seconds: float) -> float:
    """Decisions per second of processor time."""
    begun, count = time.process_time(), 0
    while (spent := time.process_time() - begun) < seconds:
        for _ in range(50):
            next(playing)
        count += 50
    return count / spent


def random_moves(game: str, seconds: float) -> float:
    """The same without lists."""

    def playing() -> Iterator[int]:
        while True:
            position, seed = recif.start(game), 0
            while not position.is_over:
                seed += 1
                if position.is_luck_due:
                    position.draw(seed)
                for seat in position.waiting:
                    position.play(seat, position.random_move(seat, seed))
                    yield 1

    return pace(playing(), seconds)


def main(seconds: float = 1.0) -> None:
    players: dict[str, Callable[[], Iterator[int]]] = {PEER: of_chess}
    players |= {game: partial(of_recif, game) for game in recif.GAMES}
    games = {name: make() for name, make in players.items()}
    moves = {name: statistics.mean(next(game) for _ in range(500)) for name, game in games.items()}  # and all is loaded
    paces: dict[str, list[float]] = {name: [] for name in games}
    for _ in range(ROUNDS):
        for name, game in games.items():
            paces[name].append(pace(game, seconds))
    peer = statistics.median(paces[PEER])
    print(f"{'':14}{'moves':>7}{'list + play / s':>18}{'× python-chess':>16}{'random_move + play / s':>24}")
    for name, told in paces.items():
        rate = statistics.median(told)
        quick = f"{random_moves(name, seconds):24,.0f}" if name in recif.GAMES else ""
        print(f"{name:14}{moves[name]:7.0f}{rate:18,.0f}{rate / peer:16.2f}{quick}")


if __name__ == "__main__":
    main(*map(float, sys.argv[1:]))
