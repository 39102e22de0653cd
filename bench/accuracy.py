"""Does accuracy tell players apart? Each plays matches against itself, which are then reviewed.

    python -m bench.accuracy [game ...] [--matches 6] [--nodes 8000]
    python -m bench.accuracy --keep tests/mind/accuracy --matches 2

Prints the mean accuracy of a seat and how far matches stray from it, for random clicking and levels 1, 4 and 8; and how
long the review of a decision takes, and so one of a match of 60 moves. `--keep` writes the matches of each game into a
file instead, a line each, for the test that reviews them.
"""

import argparse
import statistics
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import msgspec

from recif.games import GAMES
from recif.lab.players import player
from recif.match.match import Match
from recif.match.record import record
from recif.mind.coach.review import NODES, Review, review
from recif.mind.selfplay import played

PLAYERS = ("random", "1", "4", "8")
LONG = 60  # moves of a match that people would call long
SEED = 100  # of the first match


def matches(game: str, who: str, count: int) -> Iterator[Match]:
    chooser = player(who)
    for number in range(count):
        yield played(GAMES[game], lambda _: chooser, SEED + number)


def reviews(game: str, who: str, count: int, nodes: int) -> Iterator[tuple[Review, float]]:
    """Each with the CPU seconds that it took."""
    for number, match in enumerate(matches(game, who, count)):
        began = time.thread_time()
        yield review(match, nodes, seed=number), time.thread_time() - began


def told(shares: list[float]) -> str:
    spread = f" ± {statistics.stdev(shares):.0f}" if len(shares) > 1 else ""
    return f"{statistics.mean(shares):.0f}{spread}" if shares else "—"


def keep(game: str, count: int, folder: Path) -> None:
    lines = [
        f"{who} {msgspec.json.encode(record(match)).decode()}\n"
        for who in PLAYERS
        for match in matches(game, who, count)
    ]
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{game}.txt").write_text("".join(lines), encoding="utf-8")


def main() -> None:
    asked = argparse.ArgumentParser()
    asked.add_argument("games", nargs="*", default=list(GAMES))
    asked.add_argument("--matches", type=int, default=6)
    asked.add_argument("--nodes", type=int, default=NODES)
    asked.add_argument("--keep", type=Path)
    options = asked.parse_args()
    if options.keep:
        for game in options.games:
            keep(game, options.matches, options.keep)
        return
    head = " | ".join(PLAYERS)
    print(f"| game | {head} | s a decision | s for {LONG} moves |\n|---|{'---|' * (len(PLAYERS) + 2)}")
    for game in options.games:
        print(row(game, options.matches, options.nodes), flush=True)


def row(game: str, count: int, nodes: int) -> str:
    cells, decisions, seconds = [], 0, 0.0
    for who in PLAYERS:
        shares: list[float] = []
        for found, took in reviews(game, who, count, nodes):
            decisions += len(found.judgements)
            seconds += took
            shares += [share for share in found.accuracies if share is not None]
        cells.append(told(shares))
        print(f"{game}: {who} {cells[-1]} ({len(shares)} seats)", file=sys.stderr, flush=True)
    each = seconds / decisions
    return f"| {game} | {' | '.join(cells)} | {each:.3f} | {each * LONG:.1f} |"


if __name__ == "__main__":
    main()
