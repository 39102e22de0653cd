"""Train weights on games of self-play, and see on games held out what they have learned."""

import time
from typing import Any

import numpy as np

from recif.console.language import Announce
from recif.games.core.contract import Text
from recif.lab.training.plan import LossCurve, TrainingPlan
from recif.lab.training.samples import in_fractions, samples_of
from recif.lab.training.trainer import LearningNet, Losses, Samples, Trainer, fresh, most_of
from recif.mind.net.net import Net

HELD_OUT = 20  # one game of so many is not learned from, but tells what was learned
GENTLY = 0.4  # of the rate, where a net goes on learning


def teach(
    notes: Any, plan: TrainingPlan, games: dict[str, Any], say: Announce, begin: Net | None = None
) -> tuple[LearningNet, LossCurve]:
    """Train fresh weights, or those of a net that has learned already, on games; the rate falls to nothing."""
    began = time.monotonic()
    samples = samples_of(games, plan.outcome)
    is_held_out = games["rows"]["game"] % HELD_OUT == 0
    train, test = np.flatnonzero(~is_held_out), np.flatnonzero(is_held_out)
    maps = notes.symmetries()
    weights = fresh(notes.FEATURES, notes.WIDTH, max(notes.SLOTS, 1), plan.seed)
    forget_unseen(weights, samples, maps[0])
    rate = plan.rate
    if begin:
        weights, rate = in_fractions(begin, weights), GENTLY * plan.rate
    trainer = Trainer(weights, maps, plan.rows, most_of(samples))
    rng = np.random.default_rng(plan.seed)
    epochs = plan.epochs
    steps, study = epochs * (len(train) // plan.rows), LossCurve(len(train), [], [], 0.0)
    for epoch in range(epochs):
        order = rng.permutation(train)
        for at in range(0, len(order) - plan.rows + 1, plan.rows):
            turns = rng.integers(0, len(maps[0]), plan.rows)
            trainer.losses(samples, order[at : at + plan.rows], turns)
            trainer.step(rate * min(1.0, (trainer.steps + 1) / 50) * max(0.02, 1 - trainer.steps / steps))
        found = held_out(trainer, samples, test, plan.rows)
        study.value.append(found.value)
        study.policy.append(found.policy)
        study.seconds = time.monotonic() - began
        far = f"{epoch + 1}/{epochs}"
        say(
            Text(
                f"époque {far} : valeur {found.value:.4f}, coups {found.policy:.4f}, {study.seconds:.0f} s",
                f"epoch {far}: value {found.value:.4f}, policy {found.policy:.4f}, {study.seconds:.0f} s",
            )
        )
    return trainer.weights, study


def forget_unseen(weights: LearningNet, samples: Samples, maps: Any) -> None:
    """What no sample shows, however the board is laid, adds nothing; it also takes less room in the file."""
    is_met = np.zeros(len(weights.first), bool)
    is_met[maps[:, np.unique(samples.features)]] = True
    weights.first[~is_met] = 0


def held_out(trainer: Trainer, samples: Samples, test: Any, rows: int) -> Losses:
    """Mean losses on what was not learned from."""
    found = []
    for at in range(0, len(test), rows):
        part = test[at : at + rows]
        found.append((len(part), trainer.losses(samples, part, np.zeros(len(part), np.int64), learns=False)))
    total = max(sum(count for count, _ in found), 1)
    return Losses(
        sum(count * losses.value for count, losses in found) / total,
        sum(count * losses.policy for count, losses in found) / total,
    )
