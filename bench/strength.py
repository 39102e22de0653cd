"""Measure the levels: each against the one below, the strongest against random play and against plain UCT.

    python bench/strength.py [game ...]      play what is missing; results go to docs/strength/<game>.json
    python bench/strength.py --write         write the tables of docs/strength.md from them

A match stops once the sequential test and the interval agree. Delete a line of a JSON file to have it played again.
"""

import sys
from pathlib import Path

import msgspec

from recif.games import GAMES
from recif.mind.arena import Bout, Outcome, hold
from recif.mind.levels import TABLE

FOLDER = Path(__file__).parent.parent / "docs" / "strength"
MOST = 400  # games a match
AGAINST_UCT = ("xok", "urchins", "crocodiles")


def bouts(game: str) -> list[Bout]:
    """The cheap ones first, so that a table grows early."""
    top = TABLE.get(game, TABLE[""])[7][0]
    pairs = [Bout(game, str(level), str(level - 1), games=MOST) for level in range(2, 9)]
    uct = [Bout(game, "8", f"uct:{top}", games=40)] if game in AGAINST_UCT else []
    return [*pairs[:5], Bout(game, "8", "random", games=40, early=False), *pairs[5:], *uct]


def path_of(game: str) -> Path:
    return FOLDER / f"{game}.json"


def known(game: str) -> list[Outcome]:
    path = path_of(game)
    return msgspec.json.decode(path.read_bytes(), type=list[Outcome]) if path.exists() else []


def save(game: str, outcomes: list[Outcome]) -> None:
    FOLDER.mkdir(exist_ok=True)
    lines = ",\n".join(msgspec.json.encode(outcome).decode() for outcome in outcomes)
    path_of(game).write_text(f"[\n{lines}\n]\n")


def measure(game: str) -> None:
    """Play the matches of a game that have no result yet."""
    outcomes = known(game)
    done = {(outcome.first, outcome.second) for outcome in outcomes}
    for bout in bouts(game):
        if (bout.first, bout.second) in done:
            continue
        outcome = hold(bout)
        print(f"{game} {bout.first} v {bout.second}: {line(outcome)}", flush=True)
        outcomes.append(outcome)
        save(game, outcomes)


def line(outcome: Outcome) -> str:
    return f"{outcome.rate:.1%} [{outcome.low:.1%}, {outcome.high:.1%}] of {outcome.games} games"


if __name__ == "__main__":
    for name in sys.argv[1:] or GAMES:
        measure(name)
