"""Positions are values: copies go their own way, equal ones hash alike, and they cross threads and processes."""

import copy
import pickle
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context

import pytest

import recif
from recif.games import start
from recif.games.core import position as core
from recif.games.core.contract import LUCK
from recif.games.core.luck import seeded
from tests.games.setups import SETUPS, Setup, random_game

Copying = Callable[[recif.Position], recif.Position]


def pickled(position: recif.Position) -> recif.Position:
    again: recif.Position = pickle.loads(pickle.dumps(position))
    return again


every_setup = pytest.mark.parametrize("setup", SETUPS, ids=str)
every_way = pytest.mark.parametrize(
    "twin", [recif.Position.copy, copy.copy, copy.deepcopy, pickled], ids=["copy", "copy.copy", "deepcopy", "pickle"]
)


def played(setup: Setup, events: int) -> recif.Position:
    game = recif.start(setup.game.id, setup.seats, **setup.options)
    for at, (seat, number) in random_game(setup, 11):
        if len(game.log) == events:
            break
        text = setup.game.words.text(at.state, seat, number)
        if seat == LUCK:
            game.befall(text)
        else:
            game.play(seat, text)
    return game


def some(setup: Setup) -> list[recif.Position]:
    """A game at its start, under way, and as each viewer sees it there."""
    game = played(setup, 17)
    viewers = (recif.REFEREE, recif.SPECTATOR, *range(setup.seats))
    return [played(setup, 0), game, *(game.view(viewer) for viewer in viewers)]


def play_on(game: recif.Position, seed: int, decisions: int = 8) -> recif.Position:
    """A few random events more."""
    rng = seeded(seed)
    for _ in range(decisions):
        if game.is_luck_due:
            game.draw(rng)
        elif game.waiting:
            game.play(game.waiting[0], game.random_move(game.waiting[0], rng))
    return game


@every_way
@every_setup
def test_a_copy_is_equal_and_goes_its_own_way(setup: Setup, twin: Copying) -> None:
    for position in some(setup):
        before, log = bytes(position), position.log
        made = twin(position)
        assert made == position
        assert hash(made) == hash(position)
        assert (made.log, made.viewer, made.setup) == (log, position.viewer, position.setup)
        if position.viewer == recif.REFEREE:
            play_on(made, 3)
            assert made != position
        assert (bytes(position), position.log) == (before, log)


@every_way
def test_a_copy_takes_back_what_the_original_did(twin: Copying) -> None:
    for setup in SETUPS[::9]:
        game = played(setup, 17)
        assert twin(game).undo(17) == played(setup, 0)


@every_way
def test_a_position_from_the_middle_keeps_what_was_played_from_there(twin: Copying) -> None:
    game = recif.position("xok", "5 w e5,e6 e7,f7").play(0, "a1a2")
    made = twin(game)
    assert (made, made.log) == (game, game.log)
    assert made.undo() == recif.position("xok", "5 w e5,e6 e7,f7")


def test_positions_are_equal_by_game_state_and_viewer_whatever_their_past() -> None:
    one = recif.start("xok").play(0, "e5e6").play(1, "a1a2").play(0, "c3c4").play(1, "i5i6")
    two = recif.start("xok").play(0, "c3c4").play(1, "i5i6").play(0, "e5e6").play(1, "a1a2")
    assert one.log != two.log
    assert one == two
    assert {one: "here"}[two] == "here"
    assert one != one.view(0)
    assert one.view(0) == two.view(0) != two.view(1)
    assert one != recif.start("xok", side=4)
    assert recif.start("crabs") != recif.start("kroc")


def test_a_pickled_view_tells_nothing_that_its_viewer_does_not_know() -> None:
    """Two worlds that look the same to a seat are the same once pickled."""
    game = recif.start("crabs")
    while not game.waiting:
        game.draw(3)
    world = game.view(0)
    world.game.rules.guess(world.state, 0, seeded(99))
    assert bytes(world) != bytes(game)
    assert pickle.dumps(world.view(0)) == pickle.dumps(game.view(0))


def test_older_rules_stay_older_rules() -> None:
    record = str(recif.Record.of(recif.start("xok").play(0, "e5e6"))).replace("[Rules 2]", "[Rules 1]")
    old = recif.Record.read(record).position()
    assert pickled(old) == copy.copy(old) == old
    assert old != recif.start("xok").play(0, "e5e6")


def test_positions_of_the_rules_alone_are_values_too() -> None:
    plain = start("crocodiles").play(0, "@d2")
    for made in (copy.copy(plain), copy.deepcopy(plain), pickle.loads(pickle.dumps(plain))):
        assert type(made) is core.Position
        assert made == plain
        made.play(1, next(iter(made.moves(1))))
        assert made != plain


def test_a_game_is_one_and_the_same_wherever_it_is_pickled() -> None:
    for game in recif.GAMES.values():
        assert pickle.loads(pickle.dumps(game)) is copy.deepcopy(game) is game


def test_threads_play_on_from_one_position_each_with_a_copy_of_its_own() -> None:
    for setup in SETUPS[::9]:
        game = played(setup, 9)
        before = bytes(game)
        alone = [play_on(game.copy(), seed) for seed in range(16)]
        with ThreadPoolExecutor(8) as pool:
            together = list(pool.map(play_on, [copy.copy(game) for _ in alone], range(16)))
        assert together == alone
        assert [one.log for one in together] == [one.log for one in alone]
        assert bytes(game) == before


def test_positions_cross_processes_and_come_back() -> None:
    positions = [position for setup in SETUPS[::7] for position in some(setup)]
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        back = list(pool.map(copy.copy, positions, chunksize=20))
        texts = list(pool.map(str, positions, chunksize=20))
    assert back == positions
    assert [one.log for one in back] == [one.log for one in positions]
    assert texts == [str(one) for one in positions]
