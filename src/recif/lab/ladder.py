"""A ladder: everybody against everybody, each game kept as it ends, and ratings from all of them."""

from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from functools import partial
from itertools import combinations
from pathlib import Path
from typing import Any

import msgspec

from recif.bots.program import Fault
from recif.games.core.contract import Refused, Text
from recif.lab.arena import Bout, play_game
from recif.lab.bulk import do_all
from recif.lab.ledger import Ledger
from recif.lab.players import player
from recif.lab.standings import Meeting, Standings, standings_of


class Pairing(msgspec.Struct, array_like=True, frozen=True):
    """The first player's points, and who forfeited: 0 nobody, 1 the first, 2 the second."""

    points: float
    forfeit: int = 0


@dataclass(frozen=True)
class Ladder:
    """What is to be played: `games` of each pair, the seats swapped from one to the next."""

    game: str
    players: tuple[str, ...]
    seats: int | None = None
    options: dict[str, Any] = field(default_factory=dict)
    games: int = 100
    seed: int = 1
    opening: int = 0

    @property
    def pairs(self) -> list[tuple[int, int]]:
        return list(combinations(range(len(self.players)), 2))

    @property
    def total(self) -> int:
        return len(self.pairs) * self.games

    def check(self) -> None:
        """Refused, before anything is played, if somebody cannot."""
        self.check_company()
        for words in self.players:
            player(words)

    def check_company(self) -> None:
        """Refused unless there are several, and nobody twice."""
        if len(self.players) < 2 or len(set(self.players)) < len(self.players):
            raise Refused(
                "bad-players",
                Text(
                    "il faut au moins deux joueurs, tous différents", "at least two players are needed, all different"
                ),
            )

    def bout(self, pair: int) -> Bout:
        first, second = (self.players[i] for i in self.pairs[pair])
        seed = self.seed * 1_000 + pair
        return Bout(
            self.game, first, second, self.seats, self.options, self.games, seed, early=False, opening=self.opening
        )


def play_number(ladder: Ladder, number: int) -> Pairing:
    """One game of a ladder; who plays what it may not, or not at all, loses it."""
    pair, game = divmod(number, ladder.games)
    try:
        return Pairing(play_game(ladder.bout(pair), game))
    except Fault as fault:
        if fault.seat is None:
            raise
        is_first = (fault.seat + game) % 2 == 0
        return Pairing(0.0 if is_first else 1.0, 1 if is_first else 2)


def climb(ladder: Ladder, jobs: int, path: Path | None, heed: Callable[[int], None] = lambda done: None) -> Standings:
    """Play what is not in the file yet, and rate everybody."""
    ladder.check()
    ledger = Ledger(path, {"ladder": asdict(ladder)}, Pairing)
    played = do_all(partial(play_number, ladder), ladder.total, ledger, jobs, heed)
    meetings = [
        Meeting(*ladder.pairs[number // ladder.games], one.points, one.forfeit) for number, one in enumerate(played)
    ]
    return standings_of(ladder.game, ladder.players, meetings)
