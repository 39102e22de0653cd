"""Small games solved: the solvers against plain enumeration, and the mind against the solvers."""

from collections.abc import Callable

import pytest

from recif.games import GAMES
from recif.games.core.exact import Small
from recif.games.core.hexes import names
from recif.games.core.luck import below, seeded
from recif.games.core.position import Position, start
from recif.games.urchins.exact import smaller
from recif.games.xok import rules
from recif.games.xok.exact import chain
from recif.games.xok.small import BOARD_3, faces_board, first
from recif.lab.exact.__main__ import judge
from recif.lab.exact.alphabeta import SHARED, UNKNOWN, WIN, solve
from recif.lab.exact.cases import CASES, case_of


def plain_value(at: Position) -> int:
    """The same by nothing but the rules."""
    if at.is_over:
        return SHARED if len(at.winners) == 2 else WIN if at.winners == (0,) else -WIN
    (seat,) = at.waiting
    values = []
    for move in at.numbers(seat):
        twin = at.copy()
        twin.game.rules.play(twin.state, seat, move)
        values.append(plain_value(twin))
        if values[-1] == (WIN if seat == 0 else -WIN):
            break
    return max(values) if seat == 0 else min(values)


@pytest.mark.parametrize(
    "text",
    [
        "4 w d1,d2,d3,d4,d5,d6,d7,c6 a1,a2,b1,b2,g4,g5,g6,g7",
        "4 b d1,d2,d3,d4,d5,d6,d7 a1,a2,a3,a4,b1,b2,b3,b4",
    ],
)
def test_a_win_in_one_is_seen(text: str) -> None:
    at = Position(GAMES["xok"], GAMES["xok"].parse(text))
    assert solve(at.game.rules, at.state).value == (WIN if " w " in text else -WIN)


def test_alpha_beta_agrees_with_plain_enumeration() -> None:
    """Endings reached by chance, a few decisions before the end."""
    values = set()
    for seed in range(4):
        for case, back in ((smaller(3, 2, 2), 5), (chain(3), 2), (chain(4), 2)):
            at = _played(case.at, seed)[-back:][0]
            value = plain_value(at)
            values.add(value)
            assert solve(at.game.rules, at.state, bits=10).value == value
    assert len(values) > 1


def _played(at: Position, seed: int) -> list[Position]:
    rng, out = seeded(seed), []
    while not at.is_over:
        out.append(at.copy())
        (seat,) = at.waiting
        moves = at.numbers(seat)
        at.game.rules.play(at.state, seat, moves[below(rng, len(moves))])
    return out


def test_too_large_a_game_is_left_unsolved() -> None:
    at = start(GAMES["xok"])
    assert solve(at.game.rules, at.state, most=1_000).value == UNKNOWN


def test_the_small_board_has_nineteen_cells_and_a_shark_must_face_one() -> None:
    case = chain(4)
    assert BOARD_3.bit_count() == 19
    assert len(case.at.numbers(0)) == 42
    assert int(first().fish_left[0]) == 14
    corner = names(3)["a1"]
    west, east = ((rules.PAIRS + way) * 64 + corner for way in (4, 1))
    assert not faces_board(west)
    assert faces_board(east)


def test_a_shorter_chain_ends_the_game_as_it_should() -> None:
    case = chain(4)
    lines = 0
    for at in _played(case.at.copy(), 3):
        lines += 1
        assert max(at.scores) < 4
    assert lines >= 3


@pytest.mark.parametrize("make", CASES, ids=map(str, range(len(CASES))))
def test_the_mind_plays_what_is_solved_perfectly(make: Callable[[], Small]) -> None:
    """With few nodes: a proven result is the true one, and its move keeps what there is to keep."""
    case = case_of(make())
    found = judge(case, 4_000)
    assert found.proven in (None, found.value)
    near = 0.05 if case.matrix else 1e-9  # a mixture comes near the best one
    assert found.kept == pytest.approx(found.value, abs=near)
