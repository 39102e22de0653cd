"""Training: gradients, whole numbers, and runs that go on where they were."""

from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest

from recif.games import GAMES
from recif.games.core.contract import Refused, Text
from recif.games.xok import features as notes
from recif.lab.training.lessons import calibrated, in_whole_numbers, lessons_of
from recif.lab.training.plan import Plan, Study
from recif.lab.training.run import GATE, NET, STUDY, Run
from recif.lab.training.selfplay import Batch, play_batch
from recif.lab.training.trainer import Trainer, fresh
from recif.mind.net import net as nets
from recif.mind.net.files import read_net
from recif.mind.net.net import FINE, ONE
from recif.mind.search import search
from recif.mind.search.think import Mind

TINY = Plan("xok", seed=3, generations=1, games=6, nodes=20, share=2, epochs=2, rows=16, gate_nodes=15, gate_games=2)


@pytest.fixture(scope="module")
def games() -> dict[str, Any]:
    return play_batch(GAMES["xok"], notes, Mind(GAMES["xok"].hunch), Batch(1, 1, 0, 4, 20))


def a_trainer(games: dict[str, Any]) -> Trainer:
    most = int(np.diff(games["rows"]["moves_end"], prepend=0).max())
    return Trainer(fresh(notes.FEATURES, 16, notes.SLOTS, 1), notes.symmetries(), 32, most)


def test_a_batch_is_the_same_again(games: dict[str, Any]) -> None:
    again = play_batch(GAMES["xok"], notes, Mind(GAMES["xok"].hunch), Batch(1, 1, 0, 4, 20))
    assert all(np.array_equal(games[name], again[name]) for name in games)


def test_lists_of_a_batch_end_where_they_should(games: dict[str, Any]) -> None:
    rows = games["rows"]
    assert rows["features_end"][-1] == len(games["features"])
    assert rows["moves_end"][-1] * notes.SLOTS_A_MOVE == len(games["slots"])
    assert np.all(np.diff(rows["features_end"]) > 0)
    assert set(rows["outcome"].tolist()) <= {0.0, 0.5, 1.0}
    assert len(set(rows["game"].tolist())) == 4


@pytest.mark.parametrize("part", ["first", "layer", "layer_bias", "out", "policy_layer", "slots", "slot_bias"])
def test_gradients_are_the_slopes_of_the_loss(games: dict[str, Any], part: str) -> None:
    trainer, lessons = a_trainer(games), lessons_of(games)
    chosen = np.arange(min(32, len(lessons.values)))
    turns = chosen % 12
    trainer.losses(lessons, chosen, turns)
    grad = getattr(trainer.grads, part).copy().reshape(-1)
    weight = getattr(trainer.weights, part).reshape(-1)
    for at in np.argsort(-np.abs(grad))[:3]:
        losses = []
        for nudge in (0.01, -0.01):
            weight[at] += np.float32(nudge)
            losses.append(sum(trainer.losses(lessons, chosen, turns, learns=False)))
            weight[at] -= np.float32(nudge)
        assert (losses[0] - losses[1]) / 0.02 == pytest.approx(grad[at], rel=0.1, abs=2e-4)


def test_training_lowers_the_loss(games: dict[str, Any]) -> None:
    trainer, lessons = a_trainer(games), lessons_of(games)
    chosen = np.arange(min(32, len(lessons.values)))
    turns = np.zeros(len(chosen), np.int64)
    before = sum(trainer.losses(lessons, chosen, turns))
    for _ in range(60):
        trainer.losses(lessons, chosen, turns)
        trainer.step(0.01)
    assert sum(trainer.losses(lessons, chosen, turns)) < 0.8 * before


def test_a_net_in_whole_numbers_is_the_trained_one(games: dict[str, Any]) -> None:
    trainer, lessons = a_trainer(games), lessons_of(games)
    weights, net = trainer.weights, in_whole_numbers(trainer.weights)
    listed = lessons.features[: lessons.features_end[0]].astype(np.int64)
    hidden = np.clip(weights.bias + weights.first[listed].sum(0), 0, 1)
    z = np.clip(hidden @ weights.layer + weights.layer_bias, 0, 1) @ weights.out + weights.out_bias[0]
    desk = search.new_desk(GAMES["xok"].rules, notes, net)
    nets.read(net, listed, len(listed), desk.hidden)
    assert nets.logit(net, desk) / (ONE * FINE) == pytest.approx(z, abs=0.05)


def test_what_a_search_thought_is_made_to_agree_with_outcomes() -> None:
    rows = np.zeros(2_000, [("best", "f8"), ("average", "f8"), ("outcome", "f8"), ("proven", "i8")])
    rng = np.random.default_rng(1)
    rows["best"] = rows["average"] = rng.choice([0.2, 0.8], len(rows))
    rows["outcome"] = rng.random(len(rows)) < np.where(rows["best"] > 0.5, 0.6, 0.4)
    found = calibrated(rows)
    assert found[rows["best"] > 0.5].mean() == pytest.approx(0.6, abs=0.05)


def test_a_run_leaves_a_net_and_what_was_measured_and_is_not_done_twice(tmp_path: Path) -> None:
    Run(tmp_path, TINY).go_on()
    at = tmp_path / "generation-1"
    assert read_net(at / NET, GAMES["xok"]).origin.setups == ["side 5", "side 4"]
    assert len(msgspec.json.decode((at / STUDY).read_bytes(), type=Study).value) == TINY.epochs
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


def test_a_folder_keeps_its_plan(tmp_path: Path) -> None:
    Run(tmp_path, TINY)
    Run(tmp_path, msgspec.structs.replace(TINY, generations=9))
    with pytest.raises(Refused, match="holds another training"):
        Run(tmp_path, msgspec.structs.replace(TINY, generations=9, nodes=99))


def test_a_game_without_features_is_not_trained(tmp_path: Path) -> None:
    with pytest.raises(Refused, match="has no features"):
        Run(tmp_path, Plan("crabs"))
