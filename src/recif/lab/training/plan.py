"""What a training run does, and what came of a part of it."""

from pathlib import Path

import msgspec

from recif.games.core.contract import Refused, Text


class TrainingPlan(msgspec.Struct):
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
    start: str = ""  # a net that plays the first games and goes on learning; none: the hunch plays, nets are fresh


class LossCurve(msgspec.Struct):
    """What training came to: losses on games that were held out, epoch by epoch."""

    positions: int
    value: list[float]
    policy: list[float]
    seconds: float


def keep(path: Path, plan: TrainingPlan) -> TrainingPlan:
    """The plan of a folder: the one it has, which may be prolonged, or the one given."""
    if path.exists():
        known = msgspec.json.decode(path.read_bytes(), type=TrainingPlan)
        if msgspec.structs.replace(known, generations=plan.generations) != plan:
            raise Refused(
                "other-plan",
                Text(
                    f"{path.parent} contient un autre entraînement : gardez ses réglages ou changez de dossier",
                    f"{path.parent} holds another training: keep its settings or take another folder",
                ),
            )
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(msgspec.json.encode(plan))
    return plan
