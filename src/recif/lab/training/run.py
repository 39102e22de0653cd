"""A training run: generations of self-play, training and a match against the champion, all in one folder.

Everything is a file that is written whole or not at all, and every step is found to be done by its file: a run that was
killed goes on where it was. The same plan and seed give the same games.
"""

import time
from pathlib import Path
from typing import Any

import joblib
import msgspec
import numpy as np
from threadpoolctl import threadpool_limits

from recif.console.language import Announce
from recif.games import GAMES
from recif.games.core.contract import Game, Refused, Text
from recif.lab.arena import Bout, Outcome, hold
from recif.lab.pace import cpu_seconds
from recif.lab.training.plan import TrainingPlan, keep
from recif.lab.training.samples import in_whole_numbers, read_games
from recif.lab.training.selfplay import GameBatch, Habits, play_batch
from recif.lab.training.teaching import teach
from recif.mind.net.files import Origin, Stored, read_net, write_net
from recif.mind.net.net import Net
from recif.mind.search.think import Mind

VERDICTS = {
    "stronger": Text("plus forte", "stronger"),
    "not stronger": Text("pas plus forte", "not stronger"),
    "open": Text("indécis", "open"),
}
PLAN, NET, STUDY, GATE = "plan.json", "net.npz", "study.json", "gate.json"


class Run:
    """A run in its folder."""

    def __init__(self, folder: Path, plan: TrainingPlan, jobs: int = 1, say: Announce = lambda _: None) -> None:
        self.game: Game = GAMES[plan.game]
        self.notes: Any = self.game.features
        if self.notes is None:
            raise Refused(
                "no-features",
                Text(
                    f"{self.game.title.fr} n’a pas encore de caractéristiques à apprendre (features.py)",
                    f"{self.game.title.en} has no features to learn from yet (features.py)",
                ),
            )
        self.folder, self.jobs, self.say = folder, jobs, say
        self.plan = keep(folder / PLAN, plan)

    def go_on(self) -> Path | None:
        """Whatever is not done yet; the champion at the end."""
        for generation in range(1, self.plan.generations + 1):
            self.play(generation)
            self.learn(generation)
            self.compare(generation)
        return self.champion(self.plan.generations + 1)

    def at(self, generation: int) -> Path:
        return self.folder / f"generation-{generation}"

    def champion(self, before: int) -> Path | None:
        """The last net that won its match before a generation; None: the hunch. An open match is won by points."""
        for generation in range(before - 1, 0, -1):
            gate = self.at(generation) / GATE
            if gate.exists() and has_won(msgspec.json.decode(gate.read_bytes(), type=Outcome)):
                return self.at(generation) / NET
        return Path(self.plan.start) if self.plan.start else None

    def batches(self, generation: int) -> list[Path]:
        count = -(-self.plan.games // self.plan.share)
        return [self.at(generation) / f"games-{number:04}.npz" for number in range(count)]

    def play(self, generation: int) -> None:
        """Self-play, a file a batch, on as many cores as are wanted."""
        missing = [(n, path) for n, path in enumerate(self.batches(generation)) if not path.exists()]
        if not missing or (self.at(generation) / NET).exists():
            return
        self.at(generation).mkdir(exist_ok=True)
        champion = self.champion(generation)
        plan = self.plan
        batches = (
            GameBatch(plan.seed, generation, n, plan.share, plan.nodes, Habits(*plan.habits)) for n, _ in missing
        )
        work = (
            joblib.delayed(play_into)(path, champion, plan.game, batch)
            for (_, path), batch in zip(missing, batches, strict=True)
        )
        begin = time.monotonic()
        ended = joblib.Parallel(n_jobs=self.jobs, return_as="generator_unordered")(work)
        for done, rows in enumerate(ended, 1):
            left = (time.monotonic() - begin) / done * (len(missing) - done) / 60
            self.say(
                Text(
                    f"génération {generation} : {done}/{len(missing)} lots, {rows} positions dans le dernier,"
                    f" encore {left:.0f} min",
                    f"generation {generation}: {done}/{len(missing)} batches, {rows} positions in the last,"
                    f" {left:.0f} min left",
                )
            )

    def learn(self, generation: int) -> None:
        """Train on the last generations; starts again if it was cut short."""
        path = self.at(generation) / NET
        if path.exists():
            return
        recent = range(max(1, generation - self.plan.window + 1), generation + 1)
        games = read_games([path for one in recent for path in self.batches(one)])
        with threadpool_limits(1):  # what several threads add up depends on how many they are, and so would the net
            weights, study = teach(self.notes, self.plan, games, self.say, self.begins(generation))
        (self.at(generation) / STUDY).write_bytes(msgspec.json.encode(study))
        setups, played = list(self.notes.SETUPS), generation * self.plan.games
        origin = Origin(
            self.game.id, self.game.version, self.notes.FEATURES_VERSION, setups, generation, played, study.positions
        )
        write_net(path, Stored(in_whole_numbers(weights, has_policy=self.notes.SLOTS > 0), origin))

    def begins(self, generation: int) -> Net | None:
        """What a generation goes on from: the champion, in a run that began with a net, whose games are not at hand."""
        champion = self.champion(generation)
        return read_net(champion, self.game).net if self.plan.start and champion else None

    def compare(self, generation: int) -> None:
        """A match against the champion at equal CPU time, by a sequential test."""
        path = self.at(generation) / GATE
        if path.exists():
            return
        champion, plan = self.champion(generation), self.plan
        first = f"net:{self.at(generation) / NET}:{plan.gate_nodes}"
        second = f"net:{champion}:{plan.gate_nodes}" if champion else self.hunch_as_long_as(first)
        opening = 2 * self.notes.OPENING[1]
        bout = Bout(plan.game, first, second, games=plan.gate_games, seed=plan.seed + generation, opening=opening)
        outcome = hold(bout, self.jobs)
        rate = f"{100 * outcome.rate:.1f} % [{100 * outcome.low:.1f}, {100 * outcome.high:.1f}], {outcome.games}"
        verdict = VERDICTS[outcome.verdict]
        self.say(
            Text(
                f"génération {generation} contre {second} : {rate} parties, {verdict.fr}",
                f"generation {generation} against {second}: {rate} games, {verdict.en}",
            )
        )
        path.write_bytes(msgspec.json.encode(outcome))

    def hunch_as_long_as(self, words: str) -> str:
        """The hunch with as many nodes as it looks at in the CPU time of another player."""
        nodes = self.plan.gate_nodes
        ratio = cpu_seconds(self.game, words) / cpu_seconds(self.game, f"hunch:{nodes}")
        return f"hunch:{max(1, round(nodes * ratio))}"


def has_won(outcome: Outcome) -> bool:
    """By the sequential test; where the games ran out before it knew, by more than half of the points."""
    return outcome.verdict == "stronger" or (outcome.verdict == "open" and outcome.rate > 0.5)


def play_into(path: Path, champion: Path | None, name: str, batch: GameBatch) -> int:
    """Play a batch and write it, all or nothing; return how many positions it has."""
    game = GAMES[name]
    notes: Any = game.features
    mind = Mind(notes, read_net(champion, game).net) if champion else Mind(game.hunch)
    games = play_batch(game, notes, mind, batch)
    half = path.with_suffix(".half")
    with half.open("wb") as file:
        np.savez_compressed(file, allow_pickle=False, **games)
    half.replace(path)
    return len(games["rows"])
