"""What a training run does, and what came of a part of it."""

from pathlib import Path
from typing import TypeVar

import msgspec

from recif.games.core.contract import Refused, Text


class TrainingPlan(msgspec.Struct, forbid_unknown_fields=True):
    """What a run does; kept in its folder, so that it goes on in the same way."""

    game: str
    seed: int = 1
    generations: int = 5
    games: int = 1_200  # of self-play, a generation
    nodes: int = 250  # of a search in self-play
    share: int = 20  # games of a batch
    window: int = 6  # generations to learn from
    epochs: int = 8
    rate: float = 3e-3  # at first
    rows: int = 1_024  # of a step
    gate_nodes: int = 400
    gate_games: int = 200
    outcome: float = 0.6  # of what a position is worth: how its game ended; the rest is what the search thought of it
    habits: tuple[int, int, int] = (8, 15, 4)  # of self-play: see Habits
    start: str = ""  # a net that plays the first games and goes on learning; none: the hunch plays, nets are fresh


class PolicyPlan(msgspec.Struct, forbid_unknown_fields=True):
    """What a run that learns a policy does; rates and bonuses fall from the first to the second by equal factors."""

    game: str
    seed: int = 1
    rounds: int = 450
    decisions: int = 32_768  # of a round
    passes: int = 2  # over each round
    rows: int = 2_048  # of a step
    rate: tuple[float, float] = (2e-3, 2e-4)
    entropy: tuple[float, float] = (0.03, 0.003)  # for keeping several moves in play, in chances to win
    near: float = 0.02  # for staying near what was played, likewise
    clip: float = 0.2  # of odds against those that were played
    every: int = 25  # rounds, between checkpoints
    rival: str = ""  # a policy that plays all seats but one: a best answer to it is learned


class LossCurve(msgspec.Struct):
    """What training came to: losses on games that were held out, epoch by epoch."""

    positions: int
    value: list[float]
    policy: list[float]
    seconds: float


def keep(path: Path, plan: TrainingPlan) -> TrainingPlan:
    """The plan of a folder: the one it has, which may be prolonged, or the one given."""
    if path.exists():
        known = read_plan(path, TrainingPlan)
        if known is None or msgspec.structs.replace(known, generations=plan.generations) != plan:
            raise other_plan(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(msgspec.json.encode(plan))
    return plan


def keep_policy(path: Path, plan: PolicyPlan) -> PolicyPlan:
    """The same for a policy, whose rates fall with its rounds: it is not prolonged."""
    if path.exists() and read_plan(path, PolicyPlan) != plan:
        raise other_plan(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(msgspec.json.encode(plan))
    return plan


P = TypeVar("P", TrainingPlan, PolicyPlan)


def read_plan(path: Path, kind: type[P]) -> P | None:
    """None: the folder holds a plan of another kind."""
    try:
        return msgspec.json.decode(path.read_bytes(), type=kind)
    except msgspec.ValidationError:
        return None


def other_plan(path: Path) -> Refused:
    return Refused(
        "other-plan",
        Text(
            f"{path.parent} contient un autre entraînement : gardez ses réglages ou changez de dossier",
            f"{path.parent} holds another training: keep its settings or take another folder",
        ),
    )
