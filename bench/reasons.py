"""How many hints give a reason, and how many of the reasons a second, deeper look confirms.

    python -m bench.reasons [game …] [--hints 500] [--kept folder]
    python -m bench.reasons [game …] --hints 30 --spread

With `--kept`, every hint is written down as it is measured, and a run that was broken off goes on from there.
`--spread` tells by how much a comparison of two moves differs from search to search.

Positions are those of matches of level 4, every number of seats in turn. A reason is confirmed if a search with DEEPER
times the nodes still finds the advised move no worse (within NOISE) than the best move that lacks the idea, both looked
at for themselves: the counterfactual is forced, not read off the same tree.
"""

import argparse
import os
import sys
from collections import Counter
from collections.abc import Iterator
from itertools import count, islice
from pathlib import Path
from statistics import quantiles, stdev

import msgspec
from msgspec import Struct

from recif.games import GAMES
from recif.games.core.contract import Game
from recif.games.core.luck import seeded
from recif.games.core.position import start
from recif.mind.coach.hint import SECOND
from recif.mind.coach.prospects import after, ponder
from recif.mind.coach.reasons import TRUSTED, ideas_of, lead, reason
from recif.mind.levels import choose, level_of
from recif.mind.search.think import Candidate, View

LEVEL, LEAST, DEEPER = 7, 4_000, 4  # whose nodes a hint has at a table, and how many at least (server/advice/asking.py)
NOISE = 0.02
SEEDS = 6
PLAIN = {"only", "win", "forced", "shared", "lost"}  # what is certain needs no second look


def decisions(game: Game) -> Iterator[View]:
    """One decision of three in matches of level 4."""
    for match in count():
        at, rng = start(game, game.seats[match % len(game.seats)]), seeded(match)
        while not at.is_over:
            if not at.waiting:
                at.draw(rng)
                continue
            seat = at.waiting[0]
            view = View(at, seat)
            if int(rng[0]) % 3 == 0 and len(at.numbers(seat)) > 1:
                yield view
            game.rules.play(at.state, seat, choose(view, 4, int(rng[0]) & 0xFFFF))


def nodes_of(view: View) -> int:
    return max(level_of(view, LEVEL).nodes, LEAST)


def is_confirmed(view: View, advised: int, idea: str) -> bool:
    """Whether the best move without the idea is no better, by a deeper look at both."""
    nodes = DEEPER * nodes_of(view)
    thought = ponder(view, nodes, 1)
    found = {one.move: one for one in thought.ideas}
    rivals = [one for one in thought.ideas if one.visits >= TRUSTED and not _has(view, one.move, idea)]
    if not rivals:
        return True
    rival = max(rivals, key=lambda one: one.value)
    if thought.is_mixed:
        return found[advised].value >= rival.value - NOISE
    worth = [after(view, one, nodes, 2)[view.seat] for one in (found.get(advised, Candidate(advised, 0, 0, 0)), rival)]
    return worth[0] >= worth[1] - NOISE


def _has(view: View, move: int, idea: str) -> bool:
    return any(one.idea == idea for one in ideas_of(view, move))


def spread(game: Game, hints: int) -> str:
    """How far searches of the same two moves stray: quartiles of the standard deviation over SEEDS."""
    found = sorted(found for view in islice(decisions(game), 0, 5 * hints, 5) if (found := strayed(view)) is not None)
    low, half, high = quantiles(found, n=4)
    return f"| {game.title.fr} | {len(found)} | {low:.4f} | {half:.4f} | {high:.4f} |"


def strayed(view: View) -> float | None:
    nodes = nodes_of(view)
    thought = ponder(view, nodes, 0)
    ideas = ideas_of(view, thought.best.move)
    if not ideas or thought.proven:
        return None
    gaps = [lead(view, thought, ideas[0], nodes // SECOND, seed) for seed in range(SEEDS)]
    told = [gap for gap in gaps if gap is not None]
    return stdev(told) if len(told) == SEEDS else None


class Measured(Struct):
    """A hint: what its reason is about, and whether that was confirmed; None where it is certain or not given."""

    idea: str
    is_confirmed: bool | None


def measured(view: View) -> Measured:
    nodes = nodes_of(view)
    thought = ponder(view, nodes, 0)
    said = reason(view, thought, look=nodes // SECOND)
    if said is None or said.idea in PLAIN:
        return Measured(said.idea if said else "", None)
    return Measured(said.idea, is_confirmed(view, thought.best.move, said.idea))


def all_measured(game: Game, hints: int, kept: Path | None) -> list[Measured]:
    """Every hint, those of a run that was broken off among them."""
    path = kept / f"{game.id}.jsonl" if kept else Path(os.devnull)
    done = (
        [msgspec.json.decode(line, type=Measured) for line in path.read_bytes().splitlines()]
        if kept and path.exists()
        else []
    )
    with path.open("ab") as file:
        for view in islice(decisions(game), len(done), hints):
            done.append(measured(view))
            file.write(msgspec.json.encode(done[-1]) + b"\n")
            file.flush()
    return done[:hints]


def row(game: Game, found: list[Measured]) -> str:
    told = Counter(one.idea for one in found)
    looked = [one for one in found if one.is_confirmed is not None]
    missed = Counter(one.idea for one in looked if not one.is_confirmed)
    given = len(found) - told[""]
    sure = f"{sum(map(_is_sure, looked)) / max(len(looked), 1):.1%} of {len(looked)}"
    share = f"{given / len(found):.1%} of {len(found)}"
    return f"| {game.title.fr} | {share} | {sure} | {_listed(told, 6)} | {_listed(missed, 4)} |"


def _is_sure(one: Measured) -> bool:
    return bool(one.is_confirmed)


def _listed(counted: Counter[str], most: int) -> str:
    return ", ".join(f"{idea or 'none'} {number}" for idea, number in counted.most_common(most)) or "–"


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", choices=[*GAMES, []], metavar="game")
    parser.add_argument("--hints", type=int, default=500)
    parser.add_argument("--kept", type=Path)
    parser.add_argument("--spread", action="store_true")
    asked = parser.parse_args()
    if asked.spread:
        print("| game | decisions | lower quartile | median | upper quartile |\n|---|---|---|---|---|")
        for name in asked.games or GAMES:
            print(spread(GAMES[name], asked.hints), flush=True)
        sys.exit()
    print("| game | hints with a reason | confirmed | what was said | not confirmed |\n|---|---|---|---|---|")
    for name in asked.games or GAMES:
        print(row(GAMES[name], all_measured(GAMES[name], asked.hints, asked.kept)), flush=True)
