"""Matches between two players: seats rotated, luck shared by the games of a rotation, stopped once decided.

Players sit in turn, or the first sits alone among seats of the second: then a fair share is one game of as many as
there are seats.
"""

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import joblib
import msgspec

from recif.games import GAMES
from recif.games.core.luck import GOLDEN, M32, below, seeded
from recif.games.core.position import Position
from recif.lab.players import player, random_player
from recif.lab.statistics import Duel, elo
from recif.mind.selfplay import Chooser, choices

FEWEST = 20  # games before a match may be called


@dataclass(frozen=True)
class Bout:
    """What is to be played."""

    game: str
    first: str
    second: str
    seats: int | None = None
    options: dict[str, Any] = field(default_factory=dict)
    games: int = 400
    seed: int = 1
    weaker: float = 0.0  # Elo bounds of the sequential test
    stronger: float = 30.0
    early: bool = True  # stop once decided
    opening: int = 0  # random moves with which a game begins, at most; the two games of a pair share them
    alone: bool = False  # the first has one seat, each in its turn, and the second all others; all games are played

    @property
    def table(self) -> int:
        """How many sit there."""
        return self.seats or GAMES[self.game].seats[0]

    @property
    def rotation(self) -> int:
        """How many games share their luck, so that everybody has sat everywhere."""
        return self.table if self.alone else 2

    def is_first(self, seat: int, number: int) -> bool:
        """Whether the first player has a seat in a game."""
        return seat == number % self.table if self.alone else (seat + number) % 2 == 0


class Outcome(msgspec.Struct):
    """What came of it; the rate is the first player's."""

    game: str
    seats: int
    options: dict[str, Any]
    first: str
    second: str
    games: int
    wins: int
    losses: int
    rate: float
    low: float
    high: float
    elo: float | None
    evidence: float
    verdict: str
    seconds: float
    points: list[float]
    fair: float = 0.5  # the rate of equals
    opening: int = 0  # random moves at the beginning, at most


def play_game(bout: Bout, number: int) -> float:
    """One game of a bout; the points of the first player."""
    game = GAMES[bout.game]
    position = Position(game, game.new(bout.seats, bout.options))
    sides = (player(bout.first), player(bout.second))
    luck = seeded(bout.seed * 1_000_003 + number // bout.rotation)
    turn, opening = 0, below(luck, bout.opening + 1) if bout.opening else 0
    while not position.is_over:
        if position.waiting and turn < opening:
            play_turn(position, lambda _: random_player, below(luck, M32 >> 1))
        elif position.waiting:
            play_turn(position, lambda seat: sides[not bout.is_first(seat, number)], seed_of(bout.seed, number, turn))
        else:
            game.rules.draw(position.state, luck)
        turn += 1
    winners = position.winners
    return sum(bout.is_first(seat, number) for seat in winners) / len(winners)


def play_turn(position: Position, sits: Callable[[int], Chooser], seed: int) -> None:
    """Ask every waiting seat, each from its own view, before anything is played."""
    for seat, move in choices(position, sits, seed).items():
        position.go(seat, move)


def seed_of(seed: int, number: int, turn: int) -> int:
    """Of the players' own chance in a turn of a game."""
    return ((seed * 1_000_003 + number) * GOLDEN + turn * 8) & M32


def results(bout: Bout, jobs: int) -> Iterator[float]:
    """The points of each game, as they end."""
    work = (joblib.delayed(play_game)(bout, number) for number in range(bout.games))
    yield from joblib.Parallel(n_jobs=jobs, return_as="generator", pre_dispatch="2*n_jobs")(work)


def hold(bout: Bout, jobs: int = 1, heed: Callable[[Duel], None] = lambda _: None) -> Outcome:
    """Play a bout; `heed` hears of every game."""
    start = time.monotonic()
    tally, points = Duel(), []
    for result in results(bout, jobs):
        tally = tally.add(result)
        points.append(result)
        heed(tally)
        if bout.early and not bout.alone and is_decided(tally, bout):
            break
    low, high = tally.interval
    fair = 1 / bout.table if bout.alone else 0.5
    return Outcome(
        bout.game,
        bout.table,
        bout.options,
        bout.first,
        bout.second,
        tally.games,
        tally.wins,
        tally.losses,
        tally.rate,
        low,
        high,
        elo(tally.rate) if 0 < tally.rate < 1 and not bout.alone else None,
        tally.evidence(bout.weaker, bout.stronger),
        by_share(low, high, fair) if bout.alone else tally.verdict(bout.weaker, bout.stronger),
        time.monotonic() - start,
        points,
        fair,
        bout.opening,
    )


def by_share(low: float, high: float, fair: float) -> str:
    """What an interval says of a player who sat alone."""
    return "stronger" if low > fair else "not stronger" if high < fair else "open"


def is_decided(tally: Duel, bout: Bout) -> bool:
    """Both the sequential test and the interval must agree, on whole pairs of games."""
    if tally.games < FEWEST or tally.games % 2:
        return False
    verdict = tally.verdict(bout.weaker, bout.stronger)
    return verdict == "not stronger" or (verdict == "stronger" and tally.interval[0] > 0.5)
