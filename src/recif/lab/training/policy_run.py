"""A run that learns a policy over what a seat knows, for games that hide something or let all choose at once.

Each round plays games with the present policy, in the whole numbers in which it will be used, and learns from them.
Its critic sees everything, has the features and the shape of the net of the game's search, and is written as one.
The same plan gives the same bytes; a run that was killed goes on from its last checkpoint.
"""

from pathlib import Path
from typing import Any, cast

import numpy as np
from threadpoolctl import threadpool_limits

from recif.console.language import Announce
from recif.games import GAMES
from recif.games.core.contract import Game, Text
from recif.games.core.folder import eyes_of
from recif.games.core.luck import seeded
from recif.lab.training.actor import Actor, Pull, decisions_of, positions_of
from recif.lab.training.plan import PolicyPlan, keep_policy
from recif.lab.training.rounds import Players, Sheets, new_sheets, play_round, tables_of
from recif.lab.training.samples import in_whole_numbers
from recif.lab.training.trainer import LearningNet, Losses, Most, Samples, Trainer, fresh
from recif.mind.net.files import Origin, Stored, read_net, write_net
from recif.mind.net.net import Net

PLAN, POLICY, NET, STATE = "plan.json", "policy.npz", "net.npz", "state.npz"


class PolicyRun:
    """A run in its folder."""

    def __init__(self, folder: Path, plan: PolicyPlan, say: Announce = lambda _: None) -> None:
        self.game = GAMES[plan.game]
        self.eyes: Any = eyes_of(self.game)
        self.notes = cast(Any, self.game.features)
        self.folder, self.say = folder, say
        self.plan = keep_policy(folder / PLAN, plan)
        eyes, notes, rules = self.eyes, self.notes, self.game.rules
        self.maps = notes.symmetries()
        self.actor = Actor(fresh(eyes.FEATURES, eyes.WIDTH, eyes.SLOTS, plan.seed), eyes, plan.rows, rules.MOVES)
        critic = fresh(notes.FEATURES, notes.WIDTH, 1, plan.seed + 1)
        self.critic = Trainer(critic, self.maps, plan.rows, Most(1, rules.SEATS))
        self.counts = np.zeros(4, np.int64)  # rounds, games, positions, decisions
        self.rival = read_net(Path(plan.rival), self.game, eyes).net if plan.rival else None
        self.sheets: Sheets = new_sheets(self.game, notes, eyes, plan.decisions)
        self.tables = tables_of(self.game, notes)

    def go_on(self) -> Path:
        """Whatever rounds are not done yet; where the policy is at the end."""
        self.take_up()
        with threadpool_limits(1):  # sums of several threads depend on how many they are
            while self.counts[0] < self.plan.rounds:
                self.round(int(self.counts[0]))
                if self.counts[0] % self.plan.every == 0 or self.counts[0] == self.plan.rounds:
                    self.keep()
        return self.folder / POLICY

    def players(self) -> Players:
        critic, policy = in_whole_numbers(self.critic.weights, has_policy=False), in_whole_numbers(self.actor.weights)
        return Players(critic, policy, self.rival or policy)

    def round(self, number: int) -> None:
        """Play, then learn from what was played."""
        plan, seed = self.plan, self.plan.seed * 1_000_003 + number
        parts, alone = (self.notes, self.eyes), self.rival is not None
        share = play_round(self.game, parts, self.players(), self.sheets, self.tables, alone, seeded(seed))
        used = self.sheets.used[0]
        done, rng = number / max(plan.rounds - 1, 1), np.random.default_rng(seed)
        self.actor.pull = Pull(plan.clip, between(plan.entropy, done), plan.near)
        self.actor.picked, self.actor.gains = self.sheets.chosen, self.sheets.gains
        rate = between(plan.rate, done)
        entropy = self.learn(self.actor, decisions_of(self.sheets), rate, rng).policy
        loss = self.learn(self.critic, positions_of(self.sheets), rate, rng).value
        self.counts += (1, int(used.games), int(used.positions), int(used.decisions))
        self.tell(entropy, loss, share)

    def learn(self, trainer: Trainer, samples: Samples, rate: float, rng: Any) -> Losses:
        """So many passes over what was played; the losses of the last."""
        count, rows = len(samples.sights_end), self.plan.rows
        losses: list[Losses] = []
        for _ in range(self.plan.passes):
            order, losses = rng.permutation(count), []
            for at in range(0, count - rows + 1, rows):
                turns = rng.integers(0, len(trainer.maps[0]), rows)
                losses.append(trainer.losses(samples, order[at : at + rows], turns))
                trainer.step(rate)
        return Losses(*(float(np.mean(column)) for column in zip(*losses, strict=True)))

    def tell(self, entropy: float, loss: float, share: float) -> None:
        rounds, games = int(self.counts[0]), int(self.counts[1])
        alone = f", {100 * share:.1f} %" if self.rival is not None else ""
        far = f"{rounds}/{self.plan.rounds}"
        if rounds % 10 == 0:
            self.say(
                Text(
                    f"tour {far} : {games} parties, entropie {entropy:.3f}, valeur {loss:.4f}{alone}",
                    f"round {far}: {games} games, entropy {entropy:.3f}, value {loss:.4f}{alone}",
                )
            )

    def keep(self) -> None:
        """Both nets, and all that a later run goes on from; the last of them is written last."""
        players, notes, eyes = self.players(), self.notes, self.eyes
        for name, net, version in (
            (POLICY, players.policy, eyes.FEATURES_VERSION),
            (NET, players.critic, notes.FEATURES_VERSION),
        ):
            write_net(self.folder / name, Stored(net, self.origin(version)))
        half = (self.folder / STATE).with_suffix(".half")
        with half.open("wb") as file:
            np.savez(file, counts=self.counts, **self.kept())
        half.replace(self.folder / STATE)

    def origin(self, version: int) -> Origin:
        rounds, games, positions, _ = self.counts.tolist()
        return Origin(self.game.id, self.game.version, version, list(self.notes.SETUPS), rounds, games, positions)

    def kept(self) -> dict[str, Any]:
        """Weights and moments of both, by name."""
        found: dict[str, Any] = {}
        for name, trainer in (("actor", self.actor), ("critic", self.critic)):
            found[f"{name} steps"] = np.array(trainer.steps)
            for kind in ("weights", "means", "squares"):
                parts: LearningNet = getattr(trainer, kind)
                found |= {f"{name} {kind} {field}": part for field, part in parts._asdict().items()}
        return found

    def take_up(self) -> None:
        """What a run before this one had come to."""
        path = self.folder / STATE
        if not path.exists():
            return
        with np.load(path) as state:
            self.counts[:] = state["counts"]
            for name, trainer in (("actor", self.actor), ("critic", self.critic)):
                trainer.steps = int(state[f"{name} steps"])
                for kind in ("weights", "means", "squares"):
                    for field, part in getattr(trainer, kind)._asdict().items():
                        part[:] = state[f"{name} {kind} {field}"]


def between(ends: tuple[float, float], done: float) -> float:
    """From the first to the second by equal factors."""
    return float(ends[0] * (ends[1] / ends[0]) ** done)


def share_of(game: Game, policy: Net, rival: Net, games: int, seed: int) -> float:
    """How much a policy wins, alone among seats of another, in at least so many games."""
    eyes, notes = eyes_of(game), cast(Any, game.features)
    critic = in_whole_numbers(fresh(notes.FEATURES, notes.WIDTH, 1, 1), has_policy=False)
    sheets, tables = new_sheets(game, notes, eyes, eyes.LONGEST), tables_of(game, notes)
    won, played, players, rng = 0.0, 0, Players(critic, policy, rival), seeded(seed)
    while played < games:
        share = play_round(game, (notes, eyes), players, sheets, tables, True, rng)
        won, played = won + share * int(sheets.used[0].games), played + int(sheets.used[0].games)
    return won / played
