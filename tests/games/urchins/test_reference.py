"""Oursins again, written for the eye alone: cells in a dict, urchins as letters. The two must agree everywhere."""

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np
import pytest

from recif.games.core.compiled import Record, blank
from recif.games.core.luck import seeded
from recif.games.urchins import rules
from recif.games.urchins.notation import text
from recif.games.urchins.positions import parse, position

Place = tuple[int, int]  # file, rank
OTHER = {"y": "r", "r": "y"}
OPTION_SETS = [(seats, size, rounds) for seats in (2, 3, 4) for size in (6, 5) for rounds in (3, 1)]


def named(place: Place) -> str:
    return f"{'abcdef'[place[0]]}{place[1] + 1}"


def placed(name: str) -> Place:
    return "abcdef".index(name[0]), int(name[1]) - 1


@dataclass
class SlowOursins:
    seats: int
    size: int
    rounds: int
    urchins: dict[Place, str] = field(default_factory=dict)  # bottom to top; no empty strings
    pawns: dict[int, Place] = field(default_factory=dict)
    reserve: dict[str, int] = field(default_factory=lambda: {"y": 20, "r": 20})
    taken: list[int] = field(default_factory=list)
    quiet: int = 0
    step: str = "2"
    turn: int = 0

    def __post_init__(self) -> None:
        self.taken = self.taken or [0] * self.seats

    def places(self) -> Iterator[Place]:
        return ((file, rank) for file in range(self.size) for rank in range(self.size))

    def ways(self) -> Iterator[str]:
        """Every way to move an urchin."""
        for start, here in self.urchins.items():
            if start in self.pawns.values():
                continue
            for end in self.places():
                apart = sorted(abs(a - b) for a, b in zip(start, end, strict=True))
                in_line = apart[0] == 0
                if end not in self.urchins and in_line and (apart[1] == 1 or len(here) == 2):
                    yield f"{named(start)}-{named(end)}"

    def additions(self) -> Iterator[str]:
        for colour in "yr":
            for place in self.places():
                here = self.urchins.get(place, "")
                free = here == "" or (here == OTHER[colour] and place not in self.pawns.values())
                if self.reserve[colour] and free:
                    yield f"+{colour}{named(place)}"

    def moves(self) -> list[str]:
        if self.step == "1":
            return sorted(["-", *self.ways()])
        if self.step == "2":
            forced = self.quiet >= self.rounds * self.seats
            return sorted([*self.additions(), *([] if forced else self.ways())])
        return sorted(f">{named(place)}" for place in self.urchins if place not in self.pawns.values())

    def play(self, move: str) -> None:
        if move[0] == ">":
            self.pawns[self.turn] = placed(move[1:])
            self.end_turn(self.fish())
            return
        if move[0] == "+":
            place = placed(move[2:])
            self.urchins[place] = self.urchins.get(place, "") + move[1]
            self.reserve[move[1]] -= 1
        elif move != "-":
            start, end = map(placed, move.split("-"))
            self.urchins[end] = self.urchins[start][-1]
            self.urchins[start] = self.urchins[start][:-1]
            if not self.urchins[start]:
                del self.urchins[start]
        self.step = {"1": "2", "2": "3+" if move[0] == "+" else "3"}[self.step]

    def is_fishing_square(self, low: Place) -> bool:
        corners = [(low[0] + i, low[1] + j) for i in (0, 1) for j in (0, 1)]
        if any(corner not in self.urchins for corner in corners) or self.pawns[self.turn] not in corners:
            return False
        diagonals = [[corners[0], corners[3]], [corners[1], corners[2]]]
        if any(self.urchins[a][-1] != self.urchins[b][-1] for a, b in diagonals):
            return False
        mine = next(diagonal for diagonal in diagonals if self.pawns[self.turn] in diagonal)
        return not any(self.pawns[seat] in mine for seat in self.pawns if seat != self.turn)

    def fish(self) -> int:
        enemies = {place for seat, place in self.pawns.items() if seat != self.turn}
        caught = set()
        for low in self.places():
            if self.is_fishing_square(low):
                caught |= {(low[0] + i, low[1] + j) for i in (0, 1) for j in (0, 1)} - enemies
        count = sum(len(self.urchins.pop(place)) for place in caught)
        self.taken[self.turn] += count
        if count:
            del self.pawns[self.turn]
        return count

    def end_turn(self, caught: int) -> None:
        self.quiet = 0 if caught or self.step == "3+" else self.quiet + 1
        if 0 in self.reserve.values():
            self.step = "over"
            return
        self.turn = (self.turn + 1) % self.seats
        self.step = "1" if any(self.ways()) else "2"

    def cell(self, place: Place) -> str:
        here = self.urchins.get(place, ".")
        pawn = "".join(str(seat) for seat, stand in self.pawns.items() if stand == place)
        return (f"[{here}]" if len(here) == 2 else here) + pawn

    def __str__(self) -> str:
        rows = ["".join(self.cell((file, rank)) for file in range(self.size)) for rank in range(self.size)]
        taken = ",".join(map(str, self.taken))
        reserve = f"{self.reserve['y']},{self.reserve['r']}"
        return (
            f"{'/'.join(rows[::-1])} {self.turn} {self.step} {reserve} {taken} {self.quiet}/{self.rounds * self.seats}"
        )


def listed(state: Record) -> dict[str, int]:
    out = np.zeros(rules.MOVES, np.int64)
    count = rules.moves(state, int(state.turn), out)
    assert list(out[:count]) == sorted(set(out[:count]))
    return {text(state, int(state.turn), int(move)): int(move) for move in out[:count]}


def first_position(seats: int, size: int, rounds: int) -> Record:
    state = blank(rules.State)
    rules.new(state, seats, np.array([size, rounds], np.int64))
    return state


def walk(slow: SlowOursins, state: Record, dice: random.Random, additions: float) -> None:
    """Play a random game on both tables, with few or many additions."""
    while slow.step != "over":
        fast = listed(state)
        assert sorted(fast) == slow.moves()
        quiet_moves = [move for move in sorted(fast) if move[0] != "+"]
        move = dice.choice(sorted(fast) if dice.random() < additions or not quiet_moves else quiet_moves)
        rules.play(state, slow.turn, fast[move])
        slow.play(move)
        assert position(state) == str(slow)
        assert parse(str(slow)).tobytes() == state.tobytes()
    assert rules.over(state)


@pytest.mark.parametrize(("seats", "size", "rounds"), OPTION_SETS)
def test_whole_games_agree(seats: int, size: int, rounds: int) -> None:
    dice = random.Random(f"{seats} {size} {rounds}")
    for additions in (0.8, 0.1):
        walk(SlowOursins(seats, size, rounds), first_position(seats, size, rounds), dice, additions)


def crowded(dice: random.Random) -> SlowOursins:
    """A full corner of the board, any pawns, the pawn of the seat to play about to be placed."""
    slow = SlowOursins(dice.choice((2, 3, 4)), dice.choice((5, 6)), 3, step="3")
    for place in slow.places():
        if place[0] < 4 and place[1] < 4 and dice.random() < 0.95:
            top = dice.choice("yyyyr")
            slow.urchins[place] = top if dice.random() < 0.7 or len(slow.urchins) > 12 else OTHER[top] + top
    for seat in range(slow.seats):
        if dice.random() < 0.8:
            slow.pawns[seat] = dice.choice([place for place in slow.urchins if place not in slow.pawns.values()])
    for colour in "yr":
        slow.reserve[colour] = 20 - sum(here.count(colour) for here in slow.urchins.values())
    return slow


def test_fishing_agrees_on_thousands_of_crowded_boards() -> None:
    dice = random.Random(7)
    sizes = set()
    for _ in range(1500):
        slow = crowded(dice)
        if min(slow.reserve.values()) < 1:
            continue
        state = parse(str(slow))
        fast = listed(state)
        assert sorted(fast) == slow.moves()
        move = dice.choice(sorted(fast))
        rules.play(state, slow.turn, fast[move])
        slow.play(move)
        assert position(state) == str(slow)
        sizes.add(sum(slow.taken))
    assert {0, 2, 3, 4, 9, 12} <= sizes  # from nothing, through protected squares, to four squares at once with piles


@pytest.mark.parametrize(("seats", "size", "rounds"), OPTION_SETS)
def test_random_moves_are_drawn_from_each_way_to_move_once(seats: int, size: int, rounds: int) -> None:
    """Playouts count the ways to move in another order than the list: none may be missed or come twice."""
    state, rng = first_position(seats, size, rounds), seeded(3)
    while not rules.over(state):
        ways = sorted(number for number in listed(state).values() if rules.DECLINE < number < rules.ADD)
        if rules.may_move(state) and state.step != rules.PLACING:
            assert sorted(rules.nth_move(state, n) for n in range(rules.count_moves(state))) == ways
        rules.play(state, int(state.turn), rules.random_move(state, int(state.turn), rng))


def test_every_choice_of_a_step_is_drawn_as_often() -> None:
    state, rng = parse("...../...../[ry]..../.y1.../y.r0.. 0 2 17,18 0,0 0/6"), seeded(11)
    draws = 20_000
    drawn = Counter(rules.random_move(state, 0, rng) for _ in range(draws))
    assert set(drawn) == set(listed(state).values())
    expected = draws / len(drawn)
    assert max(abs(count - expected) for count in drawn.values()) < 5 * expected**0.5


def test_a_game_without_free_additions_still_ends() -> None:
    """§5 With nobody willing to add, additions come only when they are due."""
    state, dice, decisions = first_position(4, 6, 3), random.Random(2), 0
    while not rules.over(state):
        choices = listed(state)
        quiet = [move for move in choices if move[0] != "+"] or list(choices)
        rules.play(state, int(state.turn), choices[dice.choice(quiet)])
        decisions += 1
    assert 800 < decisions < 2500
