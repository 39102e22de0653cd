"""What a net is told of Oursins: the same of a board that is laid otherwise, and what one more action could fish."""

from collections.abc import Callable
from itertools import product

import numpy as np
import pytest
from tests.games.setups import Setup, random_game

from recif.games import GAMES
from recif.games.core.bits import popcount
from recif.games.core.compiled import Record, copy
from recif.games.core.position import Position
from recif.games.urchins import features, patterns, rules
from recif.games.urchins.diagonals import falling_diagonals, rising_diagonals
from recif.games.urchins.hunch import prize
from recif.games.urchins.rules import ADD, DECLINE, PAWN, RANK, SIDE

GAME = GAMES["urchins"]


def positions(seats: int, size: int) -> list[Position]:
    """Of a random game, where somebody decides."""
    setup = Setup(GAME, seats, {"size": size, "quiet": 3})
    return [at.copy() for at, _ in random_game(setup, 5) if at.waiting][::4]


Laying = Callable[[int], int]


def laying(turn: int, size: int) -> Laying:
    """Where a cell comes to lie."""

    def to(cell: int) -> int:
        rank, file = divmod(cell, RANK)
        rank = size - 1 - rank if turn & 1 else rank
        file = size - 1 - file if turn & 2 else file
        return RANK * file + rank if turn & 4 else RANK * rank + file

    return to


def laid(state: Record, to: Laying, swapped: int) -> Record:
    """The same position on a turned board, the colours swapped or not."""

    def cells(bits: int) -> int:
        return sum(1 << to(cell) for cell in range(RANK * SIDE) if int(bits) >> cell & 1)

    found = copy(state)
    for colour in range(2):
        found.tops[colour] = cells(state.tops[colour ^ swapped])
        found.reserve[colour] = state.reserve[colour ^ swapped]
    found.piles = cells(state.piles)
    for seat in range(state.seats):
        found.pawns[seat] = cells(state.pawns[seat])
    return found


def laid_move(move: int, to: Laying, swapped: int) -> int:
    if move >= PAWN:
        return PAWN + to(move - PAWN)
    if move >= ADD:
        return ADD + 64 * ((move - ADD >> 6) ^ swapped) + to(move & 63)
    return move if move == DECLINE else 64 * to(move >> 6) + to(move & 63)


def told(state: Record, seat: int) -> list[int]:
    out = np.zeros(features.MOST, np.int64)
    return [int(number) for number in out[: features.features(state, seat, out)]]


def slots_of(state: Record, moves: list[int]) -> list[list[int]]:
    out = np.zeros(features.SLOTS_A_MOVE * len(moves), np.int64)
    features.slots(state, int(state.turn), np.array(moves), len(moves), out)
    return out.reshape(len(moves), -1).tolist()


@pytest.mark.parametrize(("seats", "size"), [(2, 6), (2, 5), (4, 6)])
def test_a_board_laid_otherwise_is_told_by_the_same_features_laid_otherwise(seats: int, size: int) -> None:
    maps = features.symmetries()
    for at in positions(seats, size):
        moves = at.numbers(at.waiting[0])
        for number, (turn, swapped) in enumerate(product(range(8), range(2))):
            to = laying(turn, size)
            other = laid(at.state, to, swapped)
            for seat in range(seats):
                assert sorted(maps[0][number][told(at.state, seat)]) == sorted(told(other, seat))
            expected = [maps[1][number][slots].tolist() for slots in slots_of(at.state, moves)]
            assert slots_of(other, [laid_move(move, to, swapped) for move in moves]) == expected


def test_kinds_of_squares_are_those_that_no_turn_tells_apart() -> None:
    assert len(set(patterns.KIND.tolist())) <= 2 * len(patterns.KINDS)
    for number in range(len(patterns.KINDS)):
        twice, flips = divmod(patterns.swapped_kind(number), 2)
        assert divmod(patterns.swapped_kind(twice), 2) == (number, flips)


def test_hot_cells_are_those_where_one_more_of_a_colour_makes_a_square() -> None:
    for at in positions(2, 6):
        yellow, red = (int(cells) for cells in at.state.tops)
        both = hot_cells(at.state)
        for found, (own, other) in zip(both, ((yellow, red), (red, yellow)), strict=True):
            for cell in range(RANK * SIDE):
                bit = 1 << cell
                if not int(at.state.board) & ~int(rules.pawned(at.state)) & ~own & bit:
                    assert not found & bit
                    continue
                assert bool(found & bit) == makes_a_square(own | bit, other & ~bit, cell)


def hot_cells(state: Record) -> tuple[int, ...]:
    return tuple(map(int, patterns.hot(patterns.free(state), *diagonals_of(state), *state.tops)))


def diagonals_of(state: Record) -> tuple[int, int]:
    squares = int(patterns.whole_squares(state))
    return rising_diagonals(*state.tops) & squares, falling_diagonals(*state.tops) & squares


def makes_a_square(own: int, other: int, cell: int) -> bool:
    return bool(rules.squares_from(cell, 0, own, other))


def test_one_more_action_fishes_at_least_what_the_best_addition_to_an_urchin_or_an_empty_cell_does() -> None:
    seen = 0
    for at in positions(2, 6):
        seat, state = at.waiting[0], at.state
        if state.step != rules.ACTING:
            continue
        foes, cells = rules.enemies(state, seat), patterns.free(state)
        (rising, falling), (yellow, red) = diagonals_of(state), state.tops
        hope = patterns.most_by_one(rising, falling, yellow, red, foes, cells, state.piles)
        for move in at.numbers(seat):
            after = copy(state)
            rules.play(after, seat, move)
            bit = 1 << (move & 63)
            caught = int(rules.squares_from(move & 63, rules.enemies(after, seat), *after.tops))
            if move >= ADD and caught:
                caught &= ~int(rules.enemies(after, seat))
                seen += 1
                assert bit & hot_cells(state)[move - ADD >> 6]
                assert hope >= popcount(caught) + popcount(caught & int(after.piles))
                assert prize(after, seat, *after.tops) >= 3
    assert seen > 20
