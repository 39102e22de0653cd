"""What a run has come to, as rows and as a picture."""

from pathlib import Path
from typing import NamedTuple

import msgspec

from recif.games.core.contract import Text
from recif.lab.arena import Outcome
from recif.lab.plots import canvas
from recif.lab.training.plan import LossCurve
from recif.lab.training.run import GATE, STUDY

GENERATION = Text("génération", "generation")
RATE = Text("contre le champion (%)", "against the champion (%)")
LOSSES = Text("perte : valeur (●), coups (▲)", "loss: value (●), policy (▲)")


class Generation(NamedTuple):
    generation: int
    study: LossCurve
    gate: Outcome


def steps_of(folder: Path) -> list[Generation]:
    """The generations that have been compared."""
    found = []
    for path in folder.glob(f"generation-*/{GATE}"):
        study = msgspec.json.decode((path.parent / STUDY).read_bytes(), type=LossCurve)
        gate = msgspec.json.decode(path.read_bytes(), type=Outcome)
        found.append(Generation(int(path.parent.name.rpartition("-")[2]), study, gate))
    return sorted(found)


def plot_progress(folder: Path, path: Path, language: str) -> None:
    """The match of each generation with its interval, and its losses on games held out."""
    steps = steps_of(folder)
    figure, axes = canvas()
    at = [step.generation for step in steps]
    for step in steps:
        axes.plot([step.generation] * 2, [100 * step.gate.low, 100 * step.gate.high], color="tab:blue")
    axes.plot(at, [100 * step.gate.rate for step in steps], "o-", color="tab:blue")
    axes.axhline(50, color="black", linewidth=0.8)
    axes.set_xlabel(GENERATION.say(language))
    axes.set_ylabel(RATE.say(language))
    losses = axes.twinx()
    losses.plot(at, [step.study.value[-1] for step in steps], "o:", color="tab:gray")
    losses.plot(at, [step.study.policy[-1] for step in steps], "^:", color="tab:gray")
    losses.set_ylabel(LOSSES.say(language))
    figure.savefig(path)
