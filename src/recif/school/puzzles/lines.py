"""How a puzzle goes on: the decision, what the others answer, and the next decision if one is clearly best again."""

from typing import NamedTuple

from recif.games.core.luck import seeded
from recif.games.core.position import Position
from recif.mind.coach.prospects import ponder
from recif.mind.levels import chance
from recif.mind.search.think import View
from recif.school.puzzles.clear import GLANCE, Finding, clearly_best, glance
from recif.school.puzzles.puzzle import MOST_ASKED, Written

ANSWER = 3_000  # nodes for what is not asked
LONGEST = 24  # events


class Asked(NamedTuple):
    """A decision that is to be found, in its position."""

    position: Position
    finding: Finding


class Sequel:
    """What happens from a position on, as a seat meets it."""

    def __init__(self, position: Position, seat: int, seed: int) -> None:
        self.now = position.copy()
        self.seat, self.seed = seat, seed
        self.luck = seeded(seed)
        self.events: list[Written] = []
        self.asked: list[Asked] = []
        self.is_answered = False  # another seat has decided since the last decision that is asked

    def ask(self, finding: Finding) -> None:
        """The seat must find this; then everything happens that is not its choice."""
        self.asked.append(Asked(self.now.copy(), finding))
        self.decide(self.seat, finding.move, is_asked=True)
        self.is_answered = False
        while self._goes_on and not self._chooses:
            self._happen()

    def next_finding(self) -> Finding | None:
        """The next decision to ask, if one is clearly best."""
        if len(self.asked) == MOST_ASKED or not self._goes_on or self.seat not in self.now.waiting:
            return None
        seed = self.seed + len(self.events)
        if not glance(self.now, self.seat, ponder(View(self.now, self.seat), GLANCE, seed)):
            return None
        return clearly_best(self.now, self.seat, seed)

    def finish(self) -> None:
        """The rest of the seat's own turn, and the answer, where the line has stopped in the middle of a turn."""
        while self._goes_on and not (self.is_answered and self._chooses):
            self._happen()

    @property
    def _goes_on(self) -> bool:
        return not self.now.is_over and len(self.events) < LONGEST

    @property
    def _chooses(self) -> bool:
        return self.seat in self.now.waiting and len(self.now.numbers(self.seat)) > 1

    def _happen(self) -> None:
        """Luck, or the decision of the first seat that must decide."""
        now, seed = self.now, self.seed + len(self.events)
        if not now.waiting:
            self.events.append(Written(now.draw(self.luck), False))
            return
        seat = now.waiting[0]
        self.is_answered |= seat != self.seat
        moves = now.numbers(seat)
        move = moves[0] if len(moves) == 1 else ponder(View(now, seat), ANSWER, seed).draw(chance(seed)).move
        self.decide(seat, move)

    def decide(self, seat: int, move: int, is_asked: bool = False) -> None:
        """A seat plays a move."""
        self.events.append(Written(self.now.game.words.text(self.now.state, seat, move), is_asked))
        self.now.go(seat, move)


def follow(position: Position, seat: int, first: Finding, seed: int) -> Sequel:
    """The line that begins with a decision."""
    line, finding = Sequel(position, seat, seed), first
    while True:
        line.ask(finding)
        found = line.next_finding()
        if found is None:
            line.finish()
            return line
        finding = found


def answer_to(position: Position, seat: int, move: int, seed: int) -> list[Written]:
    """What would follow a decision: the rest of the seat's turn, and what the others answer."""
    line = Sequel(position, seat, seed)
    line.decide(seat, move, is_asked=True)
    line.finish()
    return line.events
