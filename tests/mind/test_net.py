"""Nets: the same numbers as plain arithmetic, the same thought again, and files that fit or are refused."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from recif.games import GAMES
from recif.games.core import hunch as plain
from recif.games.core.compiled import blank
from recif.games.core.contract import Refused
from recif.games.core.features import SURE
from recif.games.core.luck import seeded
from recif.games.core.position import Position
from recif.lab.arena import Bout, hold
from recif.mind.minds import mind_of
from recif.mind.net import net as nets
from recif.mind.net.files import FILE, Stored, net_of, read_net, write_net
from recif.mind.net.net import FINE, ONE, Net
from recif.mind.search import search
from recif.mind.search.think import Budget, View, think
from recif.mind.search.tree import EXACT, plant
from tests.games.setups import Setup, random_game
from tests.mind.nets import random_net, random_stored

LEARNED = [name for name, game in GAMES.items() if game.features]
WITH_NETS = [name for name, game in GAMES.items() if net_of(game)]


def positions(game: str, seed: int = 3) -> list[Position]:
    """Where one seat decides, in a random game of each setup that nets are trained on."""
    notes: Any = GAMES[game].features
    setups = [Setup(GAMES[game], table.seats, table.options) for table in notes.SETUPS.values()]
    return [at.copy() for setup in setups for at, _ in random_game(setup, seed) if at.waiting]


def plainly(net: Net, listed: list[int]) -> tuple[np.ndarray[Any, Any], int]:
    """The hidden layer and the value by NumPy's arithmetic."""
    hidden = np.clip(net.bias.astype(int) + net.first[listed].astype(int).sum(0), 0, ONE)
    small = np.clip((net.layer.astype(int) @ hidden >> nets.FINE_BITS) + net.layer_bias, 0, ONE)
    return hidden, int(small @ net.out.astype(int)) + int(net.out_bias[0]) * FINE


def opinions(notes: Any, net: Net, at: Position) -> list[float]:
    """By how much each seat likes its position better than the mover does its own."""
    found, listed = [], np.zeros(notes.MOST, np.int64)
    for seat in range(at.seats):
        count = notes.features(at.state, seat, listed)
        found.append(plainly(net, listed[:count].tolist())[1] / (ONE * FINE))
    return [one - found[at.waiting[0]] for one in found]


@pytest.mark.parametrize("game", LEARNED)
def test_value_and_policy_are_what_plain_arithmetic_says(game: str) -> None:
    notes: Any = GAMES[game].features
    net, rules = random_net(game), GAMES[game].rules
    assert bool(net.policy) == bool(notes.SLOTS)
    desk = search.new_desk(rules, notes, net)
    for at in positions(game)[::5]:
        seat, listed = at.waiting[0], np.zeros(notes.MOST, np.int64)
        count = notes.features(at.state, seat, listed)
        if count == SURE:
            continue
        hidden, logit = plainly(net, listed[:count].tolist())
        nets.value(notes, net, at.state, seat, desk)
        thinks = [0.0, -logit / (ONE * FINE)] if notes.views(at.state) == 1 else opinions(notes, net, at)
        assert desk.values[seat] == pytest.approx(1 / np.exp(thinks).sum(), abs=0.005)
        assert sum(desk.values) == pytest.approx(1)
        if net.policy is None:
            continue
        moves = notes.moves(rules, at.state, seat, desk.moves)
        nets.weigh(rules, notes, net, net.policy, at.state, seat, moves, desk)
        small = np.clip((net.policy.layer.astype(int) @ hidden >> nets.FINE_BITS) + net.policy.bias, 0, ONE)
        each = net.policy.slots.astype(int) @ small + net.policy.slot_bias.astype(int) * FINE
        slots = np.array(desk.slots[: moves * notes.SLOTS_A_MOVE]).reshape(moves, -1)
        promise = each[slots].sum(1)
        assert np.argmax(desk.weights[:moves]) in np.flatnonzero(promise >= promise.max() - (1 << nets.WEIGHT_BITS))
        assert desk.weights[:moves].min() >= 1


@pytest.mark.parametrize("game", LEARNED)
def test_features_and_slots_have_numbers_of_their_own(game: str) -> None:
    notes: Any = GAMES[game].features
    rules = GAMES[game].rules
    moves, slots = np.zeros(rules.MOVES, np.int64), np.zeros(rules.MOVES * notes.SLOTS_A_MOVE, np.int64)
    for at in positions(game):
        seat, listed = at.waiting[0], np.full(notes.MOST, -7, np.int64)
        count = notes.features(at.state, seat, listed)
        found = listed[: max(count, 0)].tolist()
        once = [number for number in found if number not in getattr(notes, "COUNTED", ())]
        assert len(set(once)) == len(once)
        assert all(0 <= number < notes.FEATURES for number in found)
        count = notes.moves(rules, at.state, seat, moves)
        assert set(moves[:count].tolist()) <= set(at.numbers(seat))
        notes.slots(at.state, seat, moves, count, slots)
        assert all(0 <= slot < notes.SLOTS for slot in slots[: count * notes.SLOTS_A_MOVE].tolist())


@pytest.mark.parametrize("game", LEARNED)
def test_symmetries_are_ways_to_say_the_same(game: str) -> None:
    notes: Any = GAMES[game].features
    features, slots = notes.symmetries()
    assert features.shape == (len(slots), notes.FEATURES)
    assert slots.shape == (len(slots), notes.SLOTS)
    assert all(sorted(one) == list(range(notes.FEATURES)) for one in features)
    assert features[0].tolist() == list(range(notes.FEATURES))


def test_a_seat_that_wins_at_once_needs_no_net() -> None:
    notes: Any = GAMES["xok"].features
    for at in positions("xok", 8):
        seat = at.waiting[0]
        wins = any(at.copy().play(seat, move).winners == (seat,) for move in at.moves(seat) if _ends(at, seat, move))
        assert (notes.features(at.state, seat, np.zeros(notes.MOST, np.int64)) == SURE) == wins


def _ends(at: Position, seat: int, move: str) -> bool:
    after = at.copy().play(seat, move)
    return after.is_over and max(after.scores) >= 10


@pytest.mark.parametrize("game", LEARNED)
def test_a_search_by_net_is_the_same_again(game: str) -> None:
    notes: Any = GAMES[game].features
    at = positions(game)[3]
    view, net = View(at, at.waiting[0]), random_net(game)
    one = think(view, Budget(200), 5, notes, net=net)
    assert one == think(view, Budget(200), 5, notes, net=net)
    assert {idea.move for idea in one.ideas} <= set(at.numbers(view.seat))
    assert sum(one.values) == pytest.approx(1)


def test_a_desk_that_is_used_again_takes_no_position_for_another() -> None:
    """Hidden layers are kept for a while by the number of a node; numbers begin anew with every tree."""
    at, net = positions("xok")[2], random_net("xok")
    fresh, used = (search.new_desk(at.game.rules, at.game.features, net) for _ in range(2))
    used.held[:] = np.arange(search.RECENT)
    used.layers[:] = np.arange(len(net.bias))
    assert _visits(at, used, net) == _visits(at, fresh, net)


def _visits(at: Position, desk: Any, net: Net) -> list[int]:
    """How often a search of a hundred nodes tries each move, the most promising first."""
    rules: Any = at.game.rules
    notes: Any = at.game.features
    tree = plant(101, 400)
    walk = search.Walk(tree, desk, blank(rules.State), at.waiting[0], notes.KNOBS, seeded(3), net)
    search.open_root(rules, tree, at.state, EXACT)
    assert search.grow(rules, notes, walk, at.state, 100, np.zeros(1, np.int64)) == 100
    first, count = int(tree.nodes[0].first), int(tree.nodes[0]["count"])
    return [int(visits) for visits in tree.edges["visits"][first : first + count]]


def test_a_net_keeps_its_numbers_in_a_file(tmp_path: Path) -> None:
    stored = random_stored("xok")
    write_net(tmp_path / "net.npz", stored)
    again = read_net(tmp_path / "net.npz", GAMES["xok"])
    assert again.origin == stored.origin
    assert all(np.array_equal(a, b) for a, b in zip(again.net[:-1], stored.net[:-1], strict=True))
    assert stored.net.policy is not None
    assert again.net.policy is not None
    assert all(np.array_equal(a, b) for a, b in zip(again.net.policy, stored.net.policy, strict=True))


@pytest.mark.parametrize("change", [{"game": "kroc"}, {"rules": 1}, {"features": 99}])
def test_a_net_for_something_else_is_refused(tmp_path: Path, change: dict[str, Any]) -> None:
    stored = random_stored("xok")
    for name, value in change.items():
        setattr(stored.origin, name, value)
    write_net(tmp_path / "net.npz", stored)
    with pytest.raises(Refused, match="train another one: recif train xok"):
        read_net(tmp_path / "net.npz", GAMES["xok"])


def test_a_file_that_is_no_net_is_refused(tmp_path: Path) -> None:
    (tmp_path / "net.npz").write_bytes(b"seaweed")
    with pytest.raises(Refused, match="is not a net"):
        read_net(tmp_path / "net.npz", GAMES["xok"])


def test_a_setup_that_a_net_does_not_know_is_played_by_hunch() -> None:
    net, origin = random_stored("xok")
    origin.setups = ["side 5"]
    stored = Stored(net, origin)
    views = {side: View(Position(GAMES["xok"], GAMES["xok"].new(2, {"side": side})), 0) for side in (4, 5)}
    assert mind_of(views[5], stored).net is net
    assert mind_of(views[4], stored) == (GAMES["xok"].hunch, None)


def test_some_games_come_with_a_net() -> None:
    assert {"xok", "urchins", "crocodiles"} <= set(WITH_NETS)


def test_the_nets_that_come_with_games_are_small() -> None:
    folders = [Path(str(GAMES[name].rules.__file__)).parent for name in WITH_NETS]
    sizes = [(folder / FILE).stat().st_size for folder in folders]
    assert max(sizes) <= 500_000
    assert sum(sizes) <= 2_000_000


@pytest.mark.parametrize("game", WITH_NETS)
def test_a_net_knows_the_default_setup_and_beats_the_hunches(game: str) -> None:
    """Twice as many nodes take a net as long as hunches with playouts, or less; dealt cards take more games."""
    at = positions(game)[0]
    assert mind_of(View(at, at.waiting[0])).net is not None
    games, least = (100, 0.6) if game == "crabs" else (12, 0.7)
    outcome = hold(Bout(game, "nodes:200", "hunch:100", games=games, early=False, opening=4))
    assert outcome.rate >= least


def test_a_game_begun_by_older_rules_is_played_by_hunch() -> None:
    old = Position(GAMES["xok"], GAMES["xok"].new(2, version=1))
    assert mind_of(View(old, 0)).net is None


def test_a_net_and_its_search_say_the_same_on_any_machine() -> None:
    """Numbers written down once: they hold wherever this runs."""
    view = View(Position(GAMES["xok"], GAMES["xok"].new(2)), 0)
    thought = think(view, Budget(500), 9, GAMES["xok"].features or plain, net=random_net("xok", 4))
    assert (thought.best.move, thought.best.visits) == (188, 260)
