"""What was played before: how often each move of a position was chosen, and how it scored.

A position is known by what its mover knew, so that nothing hidden is told, and two ways to one position count together.
"""

from collections.abc import Iterable, Iterator, Mapping
from hashlib import blake2b
from typing import NamedTuple

from recif.games.core.contract import LUCK
from recif.games.core.position import Position
from recif.match.match import Match

DEEPEST = 40  # decisions of a match that are remembered: later ones hardly ever come again


class Tried(NamedTuple):
    """A move that was chosen: how often, and the share of wins that came of it for its seat (0 to 1)."""

    text: str
    times: int
    score: float


class Book:
    """Matches, by the positions in which something was decided."""

    def __init__(self, matches: Iterable[Match] = (), deepest: int = DEEPEST) -> None:
        self.matches = 0
        self._deepest = deepest
        self._places: dict[bytes, dict[int, tuple[int, float]]] = {}
        for match in matches:
            self.add(match)

    def add(self, match: Match) -> None:
        """A match that is over; one that was broken off tells nothing of its moves."""
        result = match.result
        if result is None or not result.winners or match.begins_at:
            return
        self.matches += 1
        decisions = [index for index, event in enumerate(match.log) if event.seat != LUCK]
        for index in decisions[: self._deepest]:
            seat = match.log[index].seat
            place = self._places.setdefault(place_of(match.position_at(index), seat), {})
            count, points = place.get(match.numbers[index], (0, 0.0))
            won = 1 / len(result.winners) if seat in result.winners else 0.0
            place[match.numbers[index]] = (count + 1, points + won)

    def rows(self) -> Iterator[tuple[str, int, int, float]]:
        """All that it holds: the place, the move, how often, and the wins that came of it."""
        for place, moves in self._places.items():
            for move, (times, points) in moves.items():
                yield place.hex(), move, times, points

    def at(self, place: bytes) -> Mapping[int, tuple[int, float]]:
        """The moves that were chosen there, each with how often and the wins that came of it."""
        return self._places.get(place, {})


def tried(books: Iterable[Book], position: Position, seat: int) -> list[Tried]:
    """The moves that were chosen here, by all the books together."""
    place, total = place_of(position, seat), dict[int, tuple[int, float]]()
    for book in books:
        for move, (count, points) in book.at(place).items():
            known = total.get(move, (0, 0.0))
            total[move] = (known[0] + count, known[1] + points)
    return chosen(total, position, seat)


def chosen(total: Mapping[int, tuple[int, float]], position: Position, seat: int) -> list[Tried]:
    """The moves of a place in words, the most frequent first."""
    words, state, legal = position.game.words, position.state, position.numbers(seat) if total else []
    found = [
        Tried(words.text(state, seat, move), total[move][0], total[move][1] / total[move][0])
        for move in legal
        if move in total
    ]
    return sorted(found, key=lambda one: (-one.times, -one.score, one.text))


def place_of(position: Position, seat: int) -> bytes:
    """A name for a position as its mover knows it."""
    seen = f"{position.game.id} {seat} ".encode() + position.view(seat).state.tobytes()
    return blake2b(seen, digest_size=12).digest()
