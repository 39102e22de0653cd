"""Training: gradients, whole numbers, and runs that go on where they were."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest
from threadpoolctl import threadpool_info, threadpool_limits

from recif.games import GAMES
from recif.games.core.compiled import blank, rule
from recif.games.core.contract import Refused, Text
from recif.games.core.luck import seeded
from recif.games.core.position import Position
from recif.games.crabs.cards import CARDS
from recif.games.xok import features as notes
from recif.lab.training.plan import LossCurve, TrainingPlan
from recif.lab.training.run import GATE, NET, STUDY, Run
from recif.lab.training.samples import calibrated, in_fractions, in_whole_numbers, samples_of, sharpened
from recif.lab.training.selfplay import (
    GameBatch,
    Habits,
    Row,
    Sight,
    best_of,
    choose,
    clarity_of,
    new_sheet,
    play_batch,
    search_once,
)
from recif.lab.training.trainer import Samples, Trainer, fresh, most_of
from recif.mind.net import net as nets
from recif.mind.net.files import read_net, write_net
from recif.mind.net.net import FINE, ONE
from recif.mind.search import search
from recif.mind.search.think import Mind
from recif.mind.search.tree import EXACT, VEILED, plant
from tests.games.setups import Setup, random_game
from tests.mind.nets import random_stored

TINY = TrainingPlan(
    "xok", seed=3, generations=1, games=6, nodes=20, share=2, epochs=2, rows=16, gate_nodes=15, gate_games=2
)


@pytest.fixture(scope="module")
def games() -> dict[str, Any]:
    return play_batch(GAMES["xok"], notes, Mind(GAMES["xok"].hunch), GameBatch(1, 1, 0, 4, 20))


def a_trainer(games: dict[str, Any]) -> Trainer:
    return Trainer(fresh(notes.FEATURES, 16, notes.SLOTS, 1), notes.symmetries(), 32, most_of(samples_of(games)))


def test_a_batch_is_the_same_again(games: dict[str, Any]) -> None:
    again = play_batch(GAMES["xok"], notes, Mind(GAMES["xok"].hunch), GameBatch(1, 1, 0, 4, 20))
    assert all(np.array_equal(games[name], again[name]) for name in games)


def test_lists_of_a_batch_end_where_they_should(games: dict[str, Any]) -> None:
    rows, sights = games["rows"], games["sights"]
    assert rows["sights_end"][-1] == len(sights)
    assert sights["features_end"][-1] == len(games["features"])
    assert rows["moves_end"][-1] * notes.SLOTS_A_MOVE == len(games["slots"])
    assert np.all(np.diff(sights["features_end"]) > 0)
    assert set(sights["outcome"].tolist()) <= {0.0, 0.5, 1.0}
    assert len(set(rows["game"].tolist())) == 4


@pytest.fixture(scope="module")
def bites() -> dict[str, Any]:
    """Games in which all seats choose at once, and each looks at every position."""
    kroc = GAMES["kroc"]
    return play_batch(kroc, kroc.features, Mind(kroc.hunch), GameBatch(1, 1, 0, 8, 30))


def test_every_seat_tells_of_a_position_in_which_all_choose_at_once(bites: dict[str, Any]) -> None:
    sights, ends = bites["sights"], bites["rows"]["sights_end"].tolist()
    tables = [sights[start:end] for start, end in zip([0, *ends], ends, strict=False)]
    assert len({len(table) for table in tables}) > 1, "several numbers of seats"
    for table in tables:
        assert sorted(table["seat"].tolist()) == list(range(len(table)))
        assert table["average"].sum() == pytest.approx(1)
        assert table["outcome"].sum() == pytest.approx(1)


def searched(root: Position, seat: int) -> list[tuple[int, int]]:
    """Moves and visits of a search of self-play."""
    tree = search_of(root, seat).tree
    return [(int(edge.move), int(edge.visits)) for edge in tree.edges[: int(tree.nodes[0].count)]]


def search_of(root: Position, seat: int) -> search.Walk:
    game = root.game
    sheet, tree = new_sheet(game.rules, game.features, clarity_of(game)), plant(200, 64)
    desk, state = search.new_desk(game.rules, game.hunch), blank(game.rules.State)
    walk = search.Walk(tree, desk, state, 0, game.hunch.KNOBS, seeded(4), None)
    search_once(game.rules, game.hunch, walk, sheet, root.state, seat, 100, np.zeros(1, np.int64))
    return walk


def test_habits_tell_how_often_self_play_leaves_its_best_move() -> None:
    xok = GAMES["xok"]
    root = [at.copy() for at, _ in random_game(Setup(xok, 2, {}), 5)][4]
    seat = root.waiting[0]
    walk = search_of(root, seat)

    def chosen(since: int, habits: Habits) -> set[int]:
        return {choose(xok.hunch, xok.rules, walk, root.state, seat, since, habits) for _ in range(40)}

    best = int(walk.tree.edges[best_of(walk.tree)].move)
    tried = {move for move, visits in searched(root, seat) if visits}
    assert chosen(8, Habits(8, 0, 0)) == {best}
    assert {best} < chosen(7, Habits(8, 0, 0)) <= tried
    assert {best} < chosen(8, Habits(0, 100, 0)) <= tried
    assert not chosen(8, Habits(0, 0, 100)) <= tried


def test_a_seat_searches_from_what_it_may_know() -> None:
    """Two worlds that look the same to a seat, and not to the other, are searched alike."""
    differed = 0
    for at, _ in random_game(Setup(GAMES["crabs"], 2, {}), 5):
        if len(at.waiting) == 1 and len(at.numbers(at.waiting[0])) > 1:
            seat, other = at.waiting[0], at.view(at.waiting[0])
            at.game.rules.guess(other.state, seat, seeded(3))
            assert searched(at, seat) == searched(other, seat)
            differed += other.state.hand[1 - seat] != at.state.hand[1 - seat]
    assert differed > 5
    assert [clarity_of(GAMES[name]) for name in ("crabs", "kroc", "xok")] == [VEILED, EXACT, EXACT]


def test_hidden_hands_are_learned_from_as_they_are() -> None:
    crabs = GAMES["crabs"]
    notes: Any = crabs.features
    games = play_batch(crabs, notes, Mind(crabs.hunch), GameBatch(1, 1, 0, 3, 20))
    ends = games["sights"]["features_end"]
    for start, end in zip([0, *ends[:-1]], ends, strict=True):
        listed = games["features"][start:end]
        other = listed[(listed >= notes.HANDS + 2 * CARDS) & (listed < notes.DECKS)]
        is_empty = notes.SIZES + notes.MOST_HELD in listed
        assert (len(other) == 0) == is_empty


@pytest.mark.parametrize("part", ["first", "bias", "layer", "out"])
def test_gradients_are_right_where_every_seat_looks(bites: dict[str, Any], part: str) -> None:
    kroc: Any = GAMES["kroc"].features
    samples = samples_of(bites)
    trainer = Trainer(fresh(kroc.FEATURES, 16, 1, 1), kroc.symmetries(), 32, most_of(samples))
    chosen = np.arange(32) + 3
    check_slopes(trainer, samples, chosen, np.zeros(32, np.int64), part)


@pytest.mark.parametrize("part", ["first", "layer", "layer_bias", "out", "policy_layer", "slots", "slot_bias"])
def test_gradients_are_the_slopes_of_the_loss(games: dict[str, Any], part: str) -> None:
    trainer, samples = a_trainer(games), samples_of(games)
    chosen = np.arange(min(32, len(samples.values)))
    check_slopes(trainer, samples, chosen, chosen % 12, part)


def check_slopes(trainer: Trainer, samples: Samples, chosen: Any, turns: Any, part: str) -> None:
    trainer.losses(samples, chosen, turns)
    grad = getattr(trainer.grads, part).copy().reshape(-1)
    weight = getattr(trainer.weights, part).reshape(-1)
    for at in np.argsort(-np.abs(grad))[:3]:
        losses = []
        for nudge in (0.01, -0.01):
            weight[at] += np.float32(nudge)
            losses.append(sum(trainer.losses(samples, chosen, turns, learns=False)))
            weight[at] -= np.float32(nudge)
        assert (losses[0] - losses[1]) / 0.02 == pytest.approx(grad[at], rel=0.1, abs=2e-4)


def test_training_lowers_the_loss(games: dict[str, Any]) -> None:
    trainer, samples = a_trainer(games), samples_of(games)
    chosen = np.arange(min(32, len(samples.values)))
    turns = np.zeros(len(chosen), np.int64)
    before = sum(trainer.losses(samples, chosen, turns))
    for _ in range(60):
        trainer.losses(samples, chosen, turns)
        trainer.step(0.01)
    assert sum(trainer.losses(samples, chosen, turns)) < 0.8 * before


@rule
def read_onto(net, features, count, desk):  # type: ignore[no-untyped-def]
    nets.read(net, features, count, desk.hidden)


def test_a_net_in_whole_numbers_is_the_trained_one(games: dict[str, Any]) -> None:
    trainer, samples = a_trainer(games), samples_of(games)
    weights, net = trainer.weights, in_whole_numbers(trainer.weights)
    listed = samples.features[: samples.features_end[0]].astype(np.int64)
    hidden = np.clip(weights.bias + weights.first[listed].sum(0), 0, 1)
    z = np.clip(hidden @ weights.layer + weights.layer_bias, 0, 1) @ weights.out + weights.out_bias[0]
    desk = search.new_desk(GAMES["xok"].rules, notes, net)
    read_onto(net, listed, len(listed), desk)
    assert nets.logit(net, desk) / (ONE * FINE) == pytest.approx(z, abs=0.05)


def test_a_net_that_goes_on_learning_begins_as_it_was(games: dict[str, Any]) -> None:
    weights = a_trainer(games).weights
    net, other = in_whole_numbers(weights), fresh(notes.FEATURES, 16, notes.SLOTS, 2)
    again = in_fractions(net, other)
    assert all(np.allclose(a, b, atol=0.01) for a, b in zip(weights, again, strict=True))
    without = in_fractions(net._replace(policy=None), other)
    assert all(np.array_equal(a, b) for a, b in zip(without, again[:6] + other[6:], strict=True))


def test_a_run_that_begins_with_a_net_goes_on_from_its_weights(tmp_path: Path) -> None:
    begin = write_random(tmp_path / "begin.npz")
    run = Run(tmp_path / "run", msgspec.structs.replace(TINY, start=str(begin), rate=0.0))
    run.play(1)
    run.learn(1)
    learned, known = (read_net(path, GAMES["xok"]).net for path in (run.at(1) / NET, begin))
    assert np.array_equal(learned.first, known.first)


def write_random(path: Path) -> Path:
    write_net(path, random_stored("xok"))
    return path


def test_what_a_search_thought_is_made_to_agree_with_outcomes() -> None:
    rows, movers = np.zeros(2_000, Row), np.zeros(2_000, Sight)
    rng = np.random.default_rng(1)
    rows["best"] = movers["average"] = rng.choice([0.2, 0.8], len(rows))
    movers["outcome"] = rng.random(len(rows)) < np.where(rows["best"] > 0.5, 0.6, 0.4)
    found = calibrated(rows, movers)
    assert found[rows["best"] > 0.5].mean() == pytest.approx(0.6, abs=0.05)


def test_chances_of_all_seats_are_raised_to_the_power_that_outcomes_tell() -> None:
    rng = np.random.default_rng(1)
    rows, seats = np.zeros(4_000, Row), np.zeros((4_000, 3), Sight)
    seats["average"] = rng.permuted(np.tile([0.4, 0.35, 0.25], (len(rows), 1)), axis=1)
    true = seats["average"] ** 2 / (seats["average"] ** 2).sum(1, keepdims=True)
    winners = (true.cumsum(1) < rng.random((len(rows), 1))).sum(1)
    seats["outcome"][np.arange(len(rows)), winners] = 1
    rows["proven"][:1_000] = 1  # what is proven tells nothing of what is not
    seats["outcome"][:1_000] = np.eye(3)[0]
    assert sharpened(rows, seats)[1_000:] == pytest.approx(true[1_000:], abs=0.03)


def test_a_run_leaves_a_net_and_what_was_measured_and_is_not_done_twice(tmp_path: Path) -> None:
    Run(tmp_path, TINY).go_on()
    at = tmp_path / "generation-1"
    assert read_net(at / NET, GAMES["xok"]).origin.setups == ["side 5", "side 4"]
    assert len(msgspec.json.decode((at / STUDY).read_bytes(), type=LossCurve).value) == TINY.epochs
    assert (at / GATE).exists()
    said: list[Text] = []
    Run(tmp_path, TINY, say=said.append).go_on()
    assert said == []


def test_a_run_that_was_killed_goes_on_to_the_same_net(tmp_path: Path) -> None:
    whole, cut = tmp_path / "whole", tmp_path / "cut"
    for folder in (whole, cut):
        run = Run(folder, TINY)
        run.play(1)
        if folder == cut:  # as if it had died while it wrote its second batch
            second = run.batches(1)[1]
            second.with_suffix(".half").write_bytes(second.read_bytes()[:100])
            second.unlink()
        again = Run(folder, TINY)
        again.play(1)
        again.learn(1)
    nets = [read_net(folder / "generation-1" / NET, GAMES["xok"]).net for folder in (whole, cut)]
    assert all(np.array_equal(a, b) for a, b in zip(nets[0][:-1], nets[1][:-1], strict=True))


def test_a_net_learns_on_one_thread_so_that_it_is_the_same_on_any_number_of_cores(tmp_path: Path) -> None:
    threads: list[int] = []

    def look(_: Text) -> None:
        threads.extend(pool["num_threads"] for pool in threadpool_info() if pool["user_api"] == "blas")

    run = Run(tmp_path, TINY)
    run.play(1)
    run.say = look
    with threadpool_limits(2, user_api="blas"):
        run.learn(1)
    assert set(threads) == {1}


def test_a_folder_keeps_its_plan(tmp_path: Path) -> None:
    Run(tmp_path, TINY)
    Run(tmp_path, msgspec.structs.replace(TINY, generations=9))
    with pytest.raises(Refused, match="holds another training"):
        Run(tmp_path, msgspec.structs.replace(TINY, generations=9, nodes=99))


def test_a_game_without_features_is_not_trained(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, "xok", replace(GAMES["xok"], features=None))
    with pytest.raises(Refused, match="has no features"):
        Run(tmp_path, TINY)
