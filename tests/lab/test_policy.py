"""Policies over what a seat knows: they see nothing hidden, learn, and come out the same again."""

from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest

from recif.cli.main import parser
from recif.games import GAMES
from recif.games.core.contract import Refused
from recif.games.core.folder import eyes_of, file_of
from recif.games.core.luck import seeded
from recif.lab.arena import Bout, hold
from recif.lab.training.actor import Pull, decisions_of
from recif.lab.training.kernels import push_moves
from recif.lab.training.plan import PolicyPlan, TrainingPlan, keep
from recif.lab.training.policy_run import NET, PLAN, POLICY, STATE, PolicyRun, share_of
from recif.lab.training.rounds import play_round
from recif.lab.training.samples import in_whole_numbers
from recif.lab.training.trainer import fresh
from recif.mind.net.files import Origin, Stored, read_net, write_net
from recif.mind.net.net import Net
from tests.games.setups import Setup, random_game

LEARNERS = [name for name in GAMES if file_of(GAMES[name], "policy")]
TINY = PolicyPlan("kroc", seed=2, rounds=4, decisions=256, rows=64, every=2)


def decisions(name: str, games: int) -> Any:
    """Positions of random games of all setups, with each seat that has a choice."""
    setups = list(GAMES[name].features.SETUPS.values())  # type: ignore[union-attr]
    for number in range(games):
        table = setups[number % len(setups)]
        for at, _ in random_game(Setup(GAMES[name], table.seats, table.options), number):
            yield from ((at, seat) for seat in at.waiting if len(at.numbers(seat)) > 1)


def listed(eyes: Any, state: Any, seat: int) -> list[int]:
    out = np.zeros(eyes.MOST, np.int64)
    return [int(number) for number in out[: eyes.features(state, seat, out)]]


@pytest.mark.parametrize("name", LEARNERS)
def test_a_policy_is_told_the_same_of_a_position_and_of_the_seats_view_of_it(name: str) -> None:
    eyes, checked = eyes_of(GAMES[name]), 0
    for at, seat in decisions(name, 24):
        known = listed(eyes, at.state, seat)
        assert known == listed(eyes, at.view(seat).state, seat)
        assert len(set(known)) == len(known)
        assert 0 <= min(known) <= max(known) < eyes.FEATURES
        checked += 1
    assert checked > 200


def test_a_policy_is_told_the_same_of_every_world_that_its_seat_cannot_tell_apart() -> None:
    eyes, differed = eyes_of(GAMES["crabs"]), 0
    for at, seat in decisions("crabs", 6):
        other = at.view(seat)
        at.game.rules.guess(other.state, seat, seeded(3))
        assert listed(eyes, at.state, seat) == listed(eyes, other.state, seat)
        differed += other.state.hand[1 - seat] != at.state.hand[1 - seat]
    assert differed > 20


@pytest.mark.parametrize("name", LEARNERS)
def test_no_two_moves_of_a_seat_have_the_same_slot(name: str) -> None:
    eyes = eyes_of(GAMES[name])
    for at, seat in decisions(name, 24):
        moves, out = at.numbers(seat), np.zeros(64, np.int64)
        eyes.slots(at.state, seat, np.array(moves), len(moves), out)
        slots = out[: len(moves)].tolist()
        assert len(set(slots)) == len(slots)
        assert 0 <= min(slots) <= max(slots) < eyes.SLOTS


def kept(folder: Path) -> list[bytes]:
    return [(folder / name).read_bytes() for name in (POLICY, NET)]


def test_the_same_plan_gives_the_same_bytes_also_where_it_was_cut_short(tmp_path: Path) -> None:
    PolicyRun(tmp_path / "whole", TINY).go_on()
    first = PolicyRun(tmp_path / "cut", TINY)
    for number in range(3):  # killed in the fourth round: the last checkpoint is that of the second
        first.round(number)
        if number == 1:
            first.keep()
    PolicyRun(tmp_path / "cut", TINY).go_on()
    assert kept(tmp_path / "whole") == kept(tmp_path / "cut")
    with np.load(tmp_path / "whole" / STATE) as state:
        assert state["counts"][0] == TINY.rounds


def a_policy(name: str, **bias: float) -> Net:
    """One that likes all moves alike, but for slots with a bias."""
    eyes = eyes_of(GAMES[name])
    weights = fresh(eyes.FEATURES, eyes.WIDTH, eyes.SLOTS, 1)
    weights.slots[:] = 0
    for slot, liking in bias.items():
        weights.slot_bias[int(slot.removeprefix("slot_"))] = liking
    return in_whole_numbers(weights)


def write_policy(path: Path, name: str, net: Net) -> Path:
    game = GAMES[name]
    write_net(path, Stored(net, Origin(game.id, game.version, eyes_of(game).FEATURES_VERSION, [])))
    return path


def test_a_planted_weakness_is_found(tmp_path: Path) -> None:
    """The rival always bites what is worth most to it: whoever knows that keeps away, or stands in its way."""
    rival = write_policy(tmp_path / "rival.npz", "kroc", a_policy("kroc", slot_0=8.0))
    plan = msgspec.structs.replace(TINY, rounds=20, decisions=2_048, rate=(1e-2, 2e-3), rival=str(rival), every=20)
    PolicyRun(tmp_path / "run", plan).go_on()
    game = GAMES["kroc"]
    weak = read_net(rival, game, eyes_of(game)).net
    answer = read_net(tmp_path / "run" / POLICY, game, eyes_of(game)).net
    before, after = share_of(game, a_policy("kroc"), weak, 400, 7), share_of(game, answer, weak, 400, 7)
    assert after > before + 0.05


def test_a_policy_that_meets_itself_has_a_fair_share() -> None:
    tables, even = GAMES["kroc"].features, a_policy("kroc")
    fair = np.average([1 / table.seats for table in tables.SETUPS.values()], weights=tables.SHARES)  # type: ignore
    assert share_of(GAMES["kroc"], even, even, 400, 3) == pytest.approx(fair, abs=0.08)


def test_a_push_follows_the_slopes_of_what_it_should_raise(tmp_path: Path) -> None:
    """The gradient of gain × odds + bonus × entropy − price × distance, by the biases of the moves, by small steps."""
    run = PolicyRun(tmp_path, TINY)
    game, notes, eyes = run.game, run.notes, run.eyes
    play_round(game, (notes, eyes), run.players(), run.sheets, run.tables, False, seeded(1))
    samples, chosen, pull = decisions_of(run.sheets), np.arange(40), Pull(9.0, 0.1, 0.3)
    weights, rng = run.actor.weights, np.random.default_rng(1)
    weights.slot_bias[:] = rng.normal(0, 0.3, len(weights.slot_bias))
    small = rng.random((40, weights.slots.shape[1])).astype(np.float32)
    gains = rng.normal(0, 0.3, len(samples.values)).astype(np.float32)

    def raised() -> float:
        total = 0.0
        for row in chosen:
            first = samples.moves_end[row - 1] if row else 0
            slots, played = (part[first : samples.moves_end[row]] for part in (samples.slots, samples.aims))
            z = weights.slots[slots] @ small[row] + weights.slot_bias[slots]
            odds = np.exp(z - z.max()) / np.exp(z - z.max()).sum()
            picked = run.sheets.chosen[row]
            total += gains[row] * odds[picked] / played[picked] - pull.entropy * np.sum(odds * np.log(odds))
            total -= pull.near * np.sum(odds * np.log(odds / played))
        return float(total)

    grads, back = run.actor.grads, np.zeros((40, weights.slots.shape[1]), np.float32)
    push_moves(
        samples, chosen, run.sheets.chosen, gains, pull, small, weights, grads.slots, grads.slot_bias, back,
        run.actor.scratch,
    )  # fmt: skip
    for slot in np.argsort(-np.abs(grads.slot_bias))[:4]:
        sums = []
        for nudge in (0.01, -0.01):
            weights.slot_bias[slot] += np.float32(nudge)
            sums.append(raised())
            weights.slot_bias[slot] -= np.float32(nudge)
        assert (sums[1] - sums[0]) / 0.02 == pytest.approx(grads.slot_bias[slot], rel=0.05, abs=1e-3)


def test_what_came_of_a_game_adds_up_over_its_seats(tmp_path: Path) -> None:
    run = PolicyRun(tmp_path, TINY)
    play_round(run.game, (run.notes, run.eyes), run.players(), run.sheets, run.tables, False, seeded(1))
    used, sheets = run.sheets.used[0], run.sheets
    ends = sheets.sights_end[: int(used.positions)]
    sums = np.add.reduceat(sheets.returns[: int(used.sights)], np.concatenate([[0], ends[:-1]]))
    assert sums == pytest.approx(1, abs=1e-4)
    assert int(used.decisions) >= TINY.decisions


def test_a_policy_sits_in_the_arena(tmp_path: Path) -> None:
    worst = a_policy("kroc", slot_3=8.0)
    path = write_policy(tmp_path / "policy.npz", "kroc", worst)
    outcome = hold(Bout("kroc", f"policy:{path}", "random", games=20, early=False))
    assert outcome.rate < 0.5


def test_a_policy_is_not_taken_for_a_net_of_the_search_nor_the_other_way_round(tmp_path: Path) -> None:
    for name in LEARNERS:
        path = write_policy(tmp_path / "policy.npz", name, a_policy(name))
        with pytest.raises(Refused, match="is for"):
            read_net(path, GAMES[name])
    run = PolicyRun(tmp_path / "run", TINY)
    run.keep()
    assert read_net(tmp_path / "run" / NET, GAMES["kroc"]).net.policy is None
    with pytest.raises(Refused, match="is for"):
        read_net(tmp_path / "run" / NET, GAMES["kroc"], eyes_of(GAMES["kroc"]))


def test_a_folder_holds_one_kind_of_training(tmp_path: Path) -> None:
    PolicyRun(tmp_path, TINY)
    for plan in (msgspec.structs.replace(TINY, rounds=9), msgspec.structs.replace(TINY, seed=9)):
        with pytest.raises(Refused, match="holds another training"):
            PolicyRun(tmp_path, plan)
    with pytest.raises(Refused, match="holds another training"):
        keep(tmp_path / PLAN, TrainingPlan("kroc"))


def test_a_game_that_hides_nothing_has_no_policy_to_learn(tmp_path: Path) -> None:
    arguments = parser("fr").parse_args(["train", "xok", "--policy", "--folder", str(tmp_path)])
    with pytest.raises(Refused, match="nothing to learn a policy from"):
        arguments.run(arguments, "fr")


def test_a_policy_is_learned_from_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["train", "kroc", "--policy", "--rounds", "1", "--folder", str(tmp_path)]
    arguments = parser("fr").parse_args(words)
    assert arguments.run(arguments, "fr") == 0
    assert capsys.readouterr().out.strip() == str(tmp_path / POLICY)
