"""Where candidates for levels stand: each plays so many games against the one before it, all of them.

    python -m bench.levels urchins 60 3/1 8/0.7 15/0.5 6000/0

A candidate is its nodes and its haste; of those that play by feel alone, with a haste of 1, glances instead of nodes,
which all that follow take. The first also meets somebody who takes the first good thing in sight (`obvious`).
"""

import sys
from itertools import pairwise

from bench.strength import opening_of
from recif.lab import players
from recif.lab.arena import Bout, hold
from recif.lab.players import player
from recif.mind.levels import by_feel, chance
from recif.mind.selfplay import Chooser

KIND = "candidate"


def candidate(words: str) -> Chooser:
    """A level that no game has (yet): glances, nodes and haste."""
    glances, nodes, haste = words.split("/")
    looks = player(f"nodes:{nodes}")
    is_hasty = lambda seed: chance(seed + 1) < float(haste)  # noqa: E731
    return lambda view, seed: by_feel(view, seed, int(glances)) if is_hasty(seed) else looks(view, seed)


def main(game: str, games: int, rows: list[str]) -> None:
    players.KINDS[KIND] = candidate
    glances = rows[0].partition("/")[0]
    names = ["obvious"] + [f"{KIND}:{glances}/{row}" for row in rows]
    for low, high in pairwise(names):
        bout = Bout(game, high, low, games=games, early=False, opening=opening_of(game))
        outcome = hold(bout)
        step = "—" if outcome.elo is None else f"{outcome.elo:+.0f}"
        low_end, high_end = f"{outcome.low:.0%}", f"{outcome.high:.0%}"
        took = f"{outcome.seconds:.0f} s"
        print(f"{game} {high} – {low}: {outcome.rate:.1%} [{low_end}, {high_end}], {step} Elo, {took}", flush=True)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), sys.argv[3:])
