"""Whether chances mean what they say: of positions said to be won by 70 %, about 70 % should be won.

    python -m bench.calibration xok [games] [nodes]

The mind plays itself, from random openings that no training has seen; each decision's chances for the mover are kept,
and how the game ended.
"""

import sys
from typing import NamedTuple

import joblib

from recif.games import GAMES
from recif.games.core.luck import below, seeded
from recif.games.core.position import Position
from recif.lab.statistics import Tally
from recif.mind.coach.prospects import outlook
from recif.mind.minds import ponder
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
            move = thought.best.move
        position.game.rules.play(position.state, seat, move)
        turn += 1
    share = 1 / len(position.winners)
    return [Said(chance, share if seat in position.winners else 0.0) for seat, chance in told]


def main(game: str, games: int, nodes: int) -> None:
    found = joblib.Parallel(n_jobs=1)(joblib.delayed(play)(game, nodes, number) for number in range(games))
    said = [one for each in found for one in each]
    print(f"{game}: {games} games, {len(said)} decisions, {nodes} nodes\n")
    print("| said | won | 95 % interval | decisions |\n|---|---|---|---|")
    for tenth in range(TENTHS):
        part = [one for one in said if tenth <= min(one.chance * TENTHS, TENTHS - 0.01) < tenth + 1]
        tally = Tally()
        for one in part:
            tally = tally.add(one.outcome)
        if part:
            mean = sum(one.chance for one in part) / len(part)
            low, high = tally.interval
            print(f"| {mean:.0%} | {tally.rate:.0%} | {low:.0%} – {high:.0%} | {len(part)} |")


if __name__ == "__main__":
    main(sys.argv[1], *(int(word) for word in [*sys.argv[2:], "200", "800"][:2]))
