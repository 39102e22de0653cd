"""What a seat could do at once: win, or take. Measured by playing on, the same way in every game."""

from collections.abc import Iterator
from typing import NamedTuple

from recif.games.core.compiled import Numbers
from recif.games.core.luck import below, seeded
from recif.games.core.position import Position
from recif.mind.coach.prospects import drawn, world
from recif.mind.search.think import View

TRIES = 9  # blind moves tried, to see what happens if nothing is done about it
OFTEN = 3  # of the tries: a win that shows up so often was there before them
FAR = 12  # decisions after which a seat that never comes to decide is given up


class Prize(NamedTuple):
    """The best that a seat can do with one move: win, else take so many."""

    is_win: bool = False
    takes: int = 0
    move: int = -1
    position: Position | None = None  # in which the move is played

    @property
    def size(self) -> tuple[bool, int]:
        return self.is_win, self.takes


def taken(position: Position, seat: int, move: int) -> int:
    """How many things a move takes at once."""
    parts = position.game.words.parts(position.state, seat, move)
    return int(parts.get("catch", len(parts.get("eats", ()))))


def wins(position: Position, seat: int, move: int) -> bool:
    """Whether a move ends the game and the seat alone wins it, before any luck."""
    end = position.copy()
    end.game.rules.play(end.state, seat, move)
    return end.winners == (seat,)


def prize(position: Position, seat: int) -> Prize:
    """The most that a waiting seat can get by one move."""
    best = Prize()
    for move in position.numbers(seat):
        if wins(position, seat, move):
            return Prize(True, 0, move, position)
        best = max(best, Prize(False, taken(position, seat, move), move, position), key=lambda one: one.size)
    return best


def threat_after(view: View, move: int, seed: int) -> Prize:
    """What the mover could get next time, if the others do nothing about it."""
    met = (_play_on(world(view, move, rng), view.seat, rng) for rng in _luck(seed))
    return _usual([prize(position, view.seat) for position in met if position])


def danger_after(view: View, moves: list[int], seed: int) -> Prize:
    """What the next of the others could get if the mover plays one of these."""
    found = []
    for number, rng in enumerate(_luck(seed)):
        position = _until_another(world(view, moves[number % len(moves)], rng), view.seat, rng)
        if position:
            found.append(prize(position, position.waiting[0]))
    return _usual(found)


def other_moves(view: View, best: int, seed: int) -> list[int]:
    """A few moves besides the best, drawn blindly from those that take nothing."""
    position, rng = view.position, seeded(seed)
    others = [move for move in position.numbers(view.seat) if move != best]
    rest = [move for move in others if taken(position, view.seat, move) == 0] or others
    return [rest[below(rng, len(rest))] for _ in range(TRIES)] if rest else []


def _luck(seed: int) -> Iterator[Numbers]:
    return (seeded(seed * TRIES + number) for number in range(TRIES))


def _usual(prizes: list[Prize]) -> Prize:
    """A win that is met often, else what at least half of the tries can take."""
    prizes.sort(key=lambda one: one.size, reverse=True)
    if len(prizes) >= OFTEN and prizes[OFTEN - 1].is_win:
        return prizes[0]
    return prizes[TRIES // 2] if len(prizes) > TRIES // 2 else Prize()


def _play_on(position: Position, seat: int, rng: Numbers) -> Position | None:
    """Blind moves of the others until the seat decides again."""
    for _ in range(FAR):
        position = drawn(position, 1.0, rng).position
        if position.is_over:
            return None
        if seat in position.waiting:
            return position
        _blind(position, position.waiting[0], rng)
    return None


def _until_another(position: Position, seat: int, rng: Numbers) -> Position | None:
    """Blind moves of the seat itself, should its turn go on, until another decides."""
    for _ in range(FAR):
        position = drawn(position, 1.0, rng).position
        if position.is_over:
            return None
        if position.waiting != (seat,):
            return position if seat not in position.waiting else None
        _blind(position, seat, rng)
    return None


def _blind(position: Position, seat: int, rng: Numbers) -> None:
    rules = position.game.rules
    rules.play(position.state, seat, rules.random_move(position.state, seat, rng))
