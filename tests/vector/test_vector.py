"""A batch of games is the same games one by one."""

import doctest
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import recif
import recif.vector
from recif.games import GAMES, start
from recif.games.core.contract import Game, Refused
from recif.games.core.folder import arrays_of
from recif.games.core.luck import seeded
from recif.games.core.position import Position
from recif.vector import games, numbering
from recif.vector.games import Games, make, playouts
from recif.vector.numbering import Numbering
from tests.games.setups import SETUPS, Setup, random_game

PAGE = Path(__file__).parents[2] / "docs" / "arrays.md"
every_setup = pytest.mark.parametrize("setup", SETUPS[::5], ids=str)
every_game = pytest.mark.parametrize("game", GAMES)


def observed(position: Position, seat: int) -> np.ndarray:
    arrays = arrays_of(position.game)
    out = np.zeros(int(np.prod(arrays.shape(position.state))), np.int8)
    arrays.observe(position.view(seat).state, seat, out)
    return out


def values(winners: tuple[int, ...], seats: int) -> list[float]:
    lost = -1 / (seats - 1)
    return [(seats / len(winners) - 1) / (seats - 1) if seat in winners else lost for seat in range(seats)]


def test_what_the_docstrings_show_happens() -> None:
    for module in (recif.vector, games, numbering):
        found = doctest.testmod(module)
        assert found.attempted
        assert not found.failed
    assert not doctest.testfile(str(PAGE), module_relative=False).failed


@every_setup
def test_a_batch_plays_by_the_rules(setup: Setup) -> None:
    batch = Games(setup.start(), 3, threads=1)
    ended = 0
    for _ in range(150):
        before = [batch.position(i) for i in range(3)]
        actions = batch.random_actions()
        movers = batch.last.seat.copy()
        step = batch.step(actions)
        for i, position in enumerate(before):
            seat = int(movers[i])
            assert seat == position.waiting[0]
            position.game.rules.play(position.state, seat, batch.numbering.move(int(actions[i])))
            now = batch.position(i)
            if step.done[i]:
                ended += 1
                assert step.reward[i].sum() == pytest.approx(0, abs=1e-5)
            else:
                assert not step.reward[i].any()
                assert position.waiting == () or position == now
            mover = int(step.seat[i])
            assert mover == now.waiting[0]
            assert np.flatnonzero(step.mask[i]).tolist() == batch.numbering.legal(now, mover)
            assert (step.observation[i].ravel() == observed(now, mover)).all()
    assert ended or setup.game.id in ("crocodiles", "urchins", "crabs")


@every_game
def test_rewards_are_those_of_the_winners(game: str) -> None:
    for seats in GAMES[game].seats:
        batch = make(game, 1, seats, threads=1)
        for _ in range(3):
            while True:
                position, mover, action = batch.position(0), int(batch.last.seat[0]), batch.random_actions()
                if batch.step(action).done[0]:
                    break
            position.game.rules.play(position.state, mover, batch.numbering.move(int(action[0])))
            if position.is_over:
                assert batch.last.reward[0].tolist() == pytest.approx(values(position.winners, seats))
            assert not batch.position(0).is_over


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_every_move_has_an_action_of_its_own(setup: Setup) -> None:
    known = Numbering(setup.start())
    assert len(set(known.numbers.tolist())) == len(known)
    for position, _ in random_game(setup, 3):
        for seat in position.waiting:
            moves = position.numbers(seat)
            actions = known.legal(position, seat)
            assert actions == sorted(set(actions))
            assert [known.move(action) for action in actions] == moves


@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("xok", {}),
        ("xok", {"side": 4}),
        ("urchins", {"size": 5}),
        ("kroc", {"biting": ["heist"]}),
        ("crabs", {"mode": "asymmetric"}),
        ("crocodiles", {}),
        ("crocodiles", {"setup": "first"}),
    ],
)
def test_no_action_is_there_for_nothing(game: str, options: dict[str, Any]) -> None:
    """Each is legal in some random game."""
    batch = make(game, 1024, observe=False, **options)
    seen = batch.last.mask.any(axis=0)
    for _ in range(400):
        seen |= batch.step(batch.random_actions()).mask.any(axis=0)
    assert seen.all()


@every_setup
def test_an_observation_tells_nothing_that_is_hidden(setup: Setup) -> None:
    """Every world that a seat thinks possible looks the same to it."""
    rng = seeded(7)
    for i, (position, _) in enumerate(random_game(setup, 9)):
        if i % 11 == 0:
            for seat in range(setup.seats):
                world = position.view(seat)
                setup.game.rules.guess(world.state, seat, rng)
                assert (observed(world, seat) == observed(position, seat)).all()


@every_setup
def test_what_can_be_seen_is_observed(setup: Setup) -> None:
    """Positions of a game that look the same to a seat are the same to it."""
    views: dict[tuple[int, bytes], bytes] = {}
    for position, _ in random_game(setup, 13):
        for seat in position.waiting:
            known = bytes(position.view(seat))
            assert views.setdefault((seat, observed(position, seat).tobytes()), known) == known


@every_game
def test_what_is_left_out_changes_nothing_else(game: str) -> None:
    """Games without masks and observations, stepped by actions or without, are the same games."""
    whole, lean, alone = make(game, 64), make(game, 64, observe=False, masks=False), make(game, 64, masks=False)
    assert lean.last.mask.shape == (64, 0)
    for _ in range(120):
        actions = whole.random_actions()
        assert (actions == lean.random_actions()).all()
        for step in (whole.step(actions), lean.step(actions), alone.step()):
            assert (step.reward == whole.last.reward).all()
            assert (step.done == whole.last.done).all()
            assert (step.seat == whole.last.seat).all()
        assert (alone.last.observation == whole.last.observation).all()
    assert [whole.position(i) for i in range(64)] == [lean.position(i) for i in range(64)]


@every_game
def test_without_masks_an_illegal_action_is_still_refused(game: str) -> None:
    whole, lean = make(game, 3), make(game, 3, observe=False, masks=False)
    for _ in range(20):
        illegal = np.flatnonzero(~whole.last.mask[1])
        actions = whole.random_actions()
        lean.random_actions()
        if len(illegal):
            before, wrong = lean.position(1), actions.copy()
            wrong[1] = illegal[-1]
            with pytest.raises(Refused):
                lean.step(wrong)
            assert lean.position(1) == before
        whole.step(actions)
        lean.step(actions)


def test_threads_change_nothing() -> None:
    one, two = (make("crabs", 1024, threads=count) for count in (1, 2))
    for _ in range(30):
        actions = one.random_actions()
        assert (actions == two.random_actions()).all()
        for mine, other in zip(one.step(actions), two.step(actions), strict=True):
            assert np.array_equal(np.asarray(mine), np.asarray(other))


def test_a_seed_brings_the_same_luck_and_another_one_other_luck() -> None:
    batch = make("kroc", 64)
    first = batch.reset(5).observation.copy()
    assert (first == batch.reset(5).observation).all()
    assert (first != batch.reset(6).observation).any()
    assert len({row.tobytes() for row in first}) > 32, "each game has luck of its own"


def test_an_illegal_action_is_refused_with_the_sentence_of_the_rule() -> None:
    batch = make("xok", 2)
    batch.step([batch.numbering.action(m) for m in (start("xok").moves(0)["e5e6"],) * 2])
    before = bytes(batch.position(0))
    taken = batch.numbering.action(start("xok").moves(0)["e5e6"])
    with pytest.raises(Refused, match="e5 and e6 are taken already"):
        batch.step([taken, taken])
    assert bytes(batch.position(0)) == before
    assert not batch.step(batch.random_actions()).done.any()


def test_an_illegal_action_loses_where_that_is_agreed() -> None:
    batch = make("kroc", 2, 3, illegal="lose")
    illegal = int(np.flatnonzero(~batch.last.mask[0])[0])
    step = batch.step([illegal, int(batch.random_actions()[1])])
    assert step.done.tolist() == [True, False]
    assert step.reward.tolist() == [[-0.5, 0.25, 0.25], [0, 0, 0]]
    assert not batch.step(batch.random_actions()).done.any()


@pytest.mark.parametrize("illegal", ["raise", "lose"])
def test_what_is_no_action_is_refused(illegal: str) -> None:
    batch = make("xok", 2, illegal=illegal)  # type: ignore[arg-type]
    for actions in ([0], [0.5, 1.0], [[0, 1]], [-1, 0], [0, 1347], ["a", "b"]):
        with pytest.raises(Refused):
            batch.step(actions)
    batch.step(batch.random_actions())


def test_bad_requests_say_what_to_do() -> None:
    with pytest.raises(Refused, match="batch cannot be 0"):
        make("xok", 0)
    with pytest.raises(Refused, match="use 'raise', 'lose'"):
        make("xok", 1, illegal="laugh")  # type: ignore[arg-type]
    with pytest.raises(Refused, match="option side"):
        make("xok", 1, side=6)


def test_random_games_are_the_same_whatever_the_number_of_threads() -> None:
    one, two = (playouts("xok", 12_000, seed=3, threads=count, side=4) for count in (1, 2))
    assert (one[0] == two[0]).all()
    assert (one[1] == two[1]).all()
    assert set(one[0].tolist()) <= {1, 2, 3}
    assert one[1].min() >= 9, "ten pieces need five turns of a side"
    assert (one[1] != playouts("xok", 12_000, seed=4, side=4)[1]).any()


@every_game
def test_a_batch_says_what_every_plane_holds(game: str) -> None:
    first = start(game)
    parts = make(game, 1).parts
    assert sum(part.size for part in parts) == arrays_of(first.game).shape(first.state)[0]
    assert len({part.name for part in parts}) == len(parts)
    assert all(part.says for part in parts)


def test_the_page_says_how_the_log_of_each_of_our_games_is_written() -> None:
    """Ours stand on a shelf; a game that somebody adds needs no page to be edited."""
    ours = [game for game in GAMES.values() if game.shelf < Game.shelf]
    assert len(ours) >= 5
    for game in ours:
        assert f"\nLog: {arrays_of(game).log(start(game.id).state).says}.\n" in PAGE.read_text()


def test_a_game_without_arrays_says_so() -> None:
    class Bare:
        id = "bare"
        title = GAMES["xok"].title

    with pytest.raises(Refused, match=r"add games/bare/arrays\.py"):
        arrays_of(Bare())  # type: ignore[arg-type]


@pytest.mark.parametrize("version", [1, 2])
@pytest.mark.parametrize("side", [4, 5])
def test_a_mask_written_eight_cells_at_a_time_is_the_list_of_moves(side: int, version: int) -> None:
    """XOK has its own way to fill a mask; rules from before had other actions."""
    first = Position(GAMES["xok"], GAMES["xok"].new(2, {"side": side}, version))
    actions, arrays = Numbering(first), arrays_of(first.game)
    room, position = np.empty(first.game.rules.MOVES, np.int64), first.copy()
    for seed in range(40):
        rng = seeded(seed)
        position = first.copy() if position.is_over else position
        mask = np.zeros(len(actions) + 8, np.bool_)
        (seat,) = position.waiting
        arrays.allow(first.game.rules, position.state, seat, room, actions.dense, mask[:-8])
        assert np.flatnonzero(mask).tolist() == sorted(actions.legal(position, seat))
        position.game.rules.play(position.state, seat, position.game.rules.random_move(position.state, seat, rng))


def test_a_game_of_a_batch_is_a_position_of_the_library() -> None:
    batch = make("xok", batch=2, side=4)
    batch.step()
    one = batch.position(1)
    assert type(one) is recif.Position
    assert list(one.log) == []
    before = bytes(batch.position(1))
    one.play(1, one.random_move(1, 3))
    assert len(one.log) == 1
    assert bytes(batch.position(1)) == before
