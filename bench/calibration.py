"""Whether chances mean what they say: of positions said to be won by 70 %, about 70 % should be won.

    python -m bench.calibration xok [games] [nodes] [--keep]

The mind plays itself, from random openings that no training has seen; each decision's chances for the mover are kept,
and how the game ended. Every other game tells what the chances mean (`mind/meaning.py`); the table is about the rest,
with chances as they would then be said. `--keep` writes the meaning into the net of the game.
"""

import sys
from pathlib import Path
from typing import Any, NamedTuple

import joblib
import msgspec
import numpy as np

from recif.games import GAMES
from recif.games.core.contract import Meaning
from recif.games.core.luck import below, seeded
from recif.games.core.position import Position
from recif.lab.statistics import Duel
from recif.mind.coach.prospects import outlook
from recif.mind.levels import chance
from recif.mind.meaning import logit, meant
from recif.mind.minds import ponder
from recif.mind.net.files import FILE, net_of, write_net
from recif.mind.search.think import Budget, View

TENTHS = 10
OPENING = 6
SEED = 90_000_001  # far from the seeds of training


class Said(NamedTuple):
    chance: float
    outcome: float


def play(game: str, nodes: int, number: int) -> list[Said]:
    """What the mover's chances were said to be at each decision of a game, and what came of them."""
    position, rng = Position(GAMES[game], GAMES[game].new()), seeded(SEED + number)
    told: list[tuple[int, float]] = []
    turn, opening = 0, below(rng, OPENING) + 1
    while not position.is_over:
        if not position.waiting:
            position.draw(rng)
            continue
        seat = position.waiting[0]
        moves = position.numbers(seat)
        move = moves[below(rng, len(moves))]
        if turn >= opening and len(moves) > 1:
            thought = ponder(View(position, seat), Budget(nodes), SEED + number * 1_000 + turn)
            told.append((seat, outlook(thought)[seat]))
            move = thought.draw(chance(SEED + number * 1_000 + turn)).move
        position.game.rules.play(position.state, seat, move)
        turn += 1
    share = 1 / len(position.winners)
    return [Said(chance, share if seat in position.winners else 0.0) for seat, chance in told]


def fitted(said: list[Said]) -> Meaning:
    """The shift, stretch and bend under which the outcomes are likeliest: logistic regression, by Newton's method."""
    x = np.array([logit(one.chance) for one in said])
    won = np.array([one.outcome for one in said])
    for powers in ((0, 1, 3), (0, 1)):  # without the bend, where it would make chances fall as they should grow
        told = np.stack([x**power for power in powers], 1)
        fit = np.array([0.0, 1.0, 0.0][: len(powers)])
        for _ in range(30):
            chance = 1 / (1 + np.exp(-told @ fit))
            bend = (told.T * (chance * (1 - chance))) @ told + 1e-3 * np.eye(len(fit))
            fit += np.linalg.solve(bend, told.T @ (won - chance))
        if fit[1] > 0 and fit[-1] >= 0:
            break
    shift, stretch, *rest = (round(float(number), 3) for number in fit)
    return shift, stretch, rest[0] if rest else 0.0


def keep(game: str, meaning: Meaning) -> None:
    """Write it into the net that comes with a game."""
    stored, features = net_of(GAMES[game]), GAMES[game].features
    if stored is None or features is None:
        raise SystemExit(f"{game} has no net: write meaning={meaning} into its Game")
    origin = msgspec.structs.replace(stored.origin, meaning=meaning)
    write_net(Path(str(features.__file__)).with_name(FILE), stored._replace(origin=origin))


def print_table(said: list[Said], meaning: Meaning) -> None:
    print("| said | won | 95 % interval | decisions |\n|---|---|---|---|")
    told = [one._replace(chance=meant(one.chance, meaning)) for one in said]
    for tenth in range(TENTHS):
        part = [one for one in told if tenth <= min(one.chance * TENTHS, TENTHS - 0.01) < tenth + 1]
        tally = Duel()
        for one in part:
            tally = tally.add(one.outcome)
        if part:
            mean = sum(one.chance for one in part) / len(part)
            low, high = tally.interval
            print(f"| {mean:.0%} | {tally.rate:.0%} | {low:.0%} – {high:.0%} | {len(part)} |")


def main(game: str, games: int, nodes: int, keeps: bool) -> None:
    work = (joblib.delayed(play)(game, nodes, number) for number in range(games))
    found: list[Any] = list(joblib.Parallel(n_jobs=1)(work))
    learned, held_out = ([one for each in found[half::2] for one in each] for half in (0, 1))
    meaning = fitted(learned)
    print(f"{game}: {games} games, {nodes} nodes, meaning {meaning} by {len(learned)} decisions\n")
    print_table(held_out, meaning)
    if keeps:
        keep(game, meaning)


if __name__ == "__main__":
    words = [word for word in sys.argv[1:] if word != "--keep"]
    games, nodes = int((words[1:2] or ["200"])[0]), int((words[2:3] or ["400"])[0])
    main(words[0], games, nodes, keeps="--keep" in sys.argv)
