"""Whether chances mean what they say: of positions said to be won by 70 %, about 70 % should be won.

    python -m bench.calibration xok [games] [nodes] [--keep | --as-kept [setup ...]]

The mind plays itself, from random openings that no training has seen; each decision's chances for the mover are kept,
and how the game ended. Every other game tells what the chances mean (`mind/meaning.py`); the table is about the rest,
with chances as they would then be said. `--keep` writes the meaning into the net of the game. `--as-kept` learns
nothing: its tables hold all games against the meaning that the net has, in each setup named (`"3 seats"`) or in all.

Decisions of one game end alike, so an interval counts what they tell as if each game had decided but once.
"""

import sys
from collections import Counter
from pathlib import Path
from typing import Any, NamedTuple, cast

import joblib
import msgspec
import numpy as np

from recif.games import GAMES
from recif.games.core.contract import Meaning
from recif.games.core.features import Table
from recif.games.core.luck import below, seeded
from recif.games.core.position import Position
from recif.lab.statistics import independent, wilson
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
    game: int


def play(game: str, nodes: int, number: int, table: Table | None = None) -> list[Said]:
    """What the mover's chances were said to be at each decision of a game, and what came of them."""
    begin = GAMES[game].new(table.seats, table.options) if table else GAMES[game].new()
    position, rng = Position(GAMES[game], begin), seeded(SEED + number)
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
    return [Said(chance, share if seat in position.winners else 0.0, number) for seat, chance in told]


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


def print_table(said: list[Said], meaning: Meaning, seats: int = 2) -> None:
    print("| said | won | 95 % interval | decisions | games |\n|---|---|---|---|---|")
    told = [one._replace(chance=meant(one.chance, meaning, seats)) for one in said]
    for tenth in range(TENTHS):
        part = [one for one in told if tenth <= min(one.chance * TENTHS, TENTHS - 0.01) < tenth + 1]
        if part:
            print(band(part), flush=True)


def band(part: list[Said]) -> str:
    """A line of a table: what was said, what came of it, and how sure that is."""
    said, won = (sum(each) / len(part) for each in ([one.chance for one in part], [one.outcome for one in part]))
    games = Counter(one.game for one in part)
    low, high = wilson(won, independent(games.values()))
    return f"| {said:.0%} | {won:.0%} | {low:.0%} – {high:.0%} | {len(part)} | {len(games)} |"


def games_of(game: str, games: int, nodes: int, table: Table | None = None) -> list[list[Said]]:
    work = (joblib.delayed(play)(game, nodes, number, table) for number in range(games))
    return list(joblib.Parallel(n_jobs=1)(work))


def learn(game: str, games: int, nodes: int, keeps: bool) -> None:
    """Fit what chances mean to every other game, and hold the rest against it."""
    found = games_of(game, games, nodes)
    learned, held_out = ([one for each in found[half::2] for one in each] for half in (0, 1))
    meaning = fitted(learned)
    print(f"{game}: {games} games, {nodes} nodes, meaning {meaning} by {len(learned)} decisions\n")
    print_table(held_out, meaning)
    if keeps:
        keep(game, meaning)


def check(game: str, games: int, nodes: int, setups: list[str]) -> None:
    """Hold games of several setups against the meaning that the net has."""
    stored, features = net_of(GAMES[game]), cast(Any, GAMES[game].features)
    meaning = stored.origin.meaning if stored else GAMES[game].meaning
    for setup in setups or features.SETUPS:
        print(f"\n{game}, {setup}: {games} games, {nodes} nodes, as kept {meaning}\n")
        found = games_of(game, games, nodes, features.SETUPS[setup])
        print_table([one for each in found for one in each], meaning, features.SETUPS[setup].seats)


if __name__ == "__main__":
    at = sys.argv.index("--as-kept") if "--as-kept" in sys.argv else len(sys.argv)
    before, after = sys.argv[1:at], sys.argv[at:]
    words = [word for word in before if word != "--keep"]
    games, nodes = int((words[1:2] or ["200"])[0]), int((words[2:3] or ["400"])[0])
    if after:
        check(words[0], games, nodes, after[1:])
    else:
        learn(words[0], games, nodes, keeps="--keep" in before)
