"""Events to test with: people of given strength who play by chance, always the same."""

import random
from collections.abc import Callable, Sequence
from typing import Any

from recif.events import entries as of
from recif.events.boards import Board
from recif.events.live_event import LiveEvent, fold
from recif.events.pairing import pair_next
from recif.events.record import VERSION, EventFile
from recif.games.core.text import Refused
from recif.match.provable import commit
from recif.match.signing import new_secret

XOK = (("xok", (2,)),)
KROC = (("kroc", (2, 3, 4, 5)),)
MEDLEY = (("kroc", (2, 3, 4, 5)), ("xok", (2,)), ("urchins", (2, 3, 4)), ("crabs", (2,)), ("crocodiles", (2,)))
LUCK = commit("event of tests", "5" * 64)
Decide = Callable[[Board], tuple[int, ...]]


class Evening:
    """An event that is played on, with its log."""

    def __init__(self, form: Any, people: int, games: Any = XOK, seed: int = 1, **settings: Any) -> None:
        self.random = random.Random(seed)
        made = of.EventMade(
            at=0,
            by="Lou",
            settings=of.EventSettings(
                name="Friday", form=form, games=tuple(of.GameOfEvent(*game) for game in games), **settings
            ),
            luck=LUCK.hidden(),
            directors=("Lou", "Sam"),
        )
        self.log: list[of.AnyEntry] = [made]
        self.event: LiveEvent = fold(self.log)
        for number in range(people):
            self.join(f"p{number}", self.random.randrange(1000, 2000))

    def add(self, entry: of.AnyEntry) -> None:
        self.event.add(entry)
        self.log.append(entry)

    def join(self, name: str, rating: int = 0, club: str = "") -> None:
        self.add(of.PersonJoined(at=0, by="Lou", person=name, name=name, rating=rating, club=club, number=name[::-1]))

    def pair(self, fixed: Sequence[tuple[str, ...]] = (), reason: str = "") -> of.RoundPaired:
        paired = pair_next(self.event, LUCK, 0, "Lou", fixed, reason)
        self.add(paired)
        return paired

    def finish(self, board: Board, places: tuple[int, ...]) -> None:
        self.add(of.BoardFinished(at=0, by="Lou", round=board.round, board=board.number, places=places))

    def play(self, decide: Decide | None = None) -> None:
        """All open boards, to their end."""
        for board in self.event.open_boards:
            while not self.event.is_decided(board):
                self.finish(board, (decide or self.by_chance)(board))

    def by_chance(self, board: Board) -> tuple[int, ...]:
        places = [*range(1, len(board.people) + 1)]
        self.random.shuffle(places)
        return (1, 1) if len(places) == 2 and self.random.random() < 0.15 else tuple(places)

    def rounds(self, count: int, decide: Decide | None = None) -> int:
        """Up to so many; how many there were before all had been played, or the next could not be paired."""
        for played in range(count):
            try:
                self.pair()
            except Refused as refused:
                if refused.code not in ("all-played", "cannot-pair"):
                    raise
                return played
            self.play(decide)
        return count

    def end(self) -> EventFile:
        self.add(of.EventEnded(at=0, by="Lou", reason="late"))
        return EventFile(VERSION, LUCK, new_secret(), self.log)
