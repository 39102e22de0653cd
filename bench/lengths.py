"""How long matches last: `python -m bench.lengths [GAME …]` lets machines play, and writes `lengths.json` of each game.

What is counted are turns: decisions that a seat takes one after the other, or that several take at once, are one. What
they amount to in minutes is in school/lengths.py.
"""

import sys
from pathlib import Path
from statistics import median

import msgspec

from recif import games
from recif.games import GAMES, NAMES
from recif.games.core.contract import LUCK
from recif.match.match import Match
from recif.mind.selfplay import by_level, played
from recif.school.lengths import FILE, Lengths

LEVEL = 3  # whom newcomers are offered
MATCHES = 20  # of each number of seats


def turns(match: Match) -> int:
    """Of a finished match."""
    count, deciders, was_at_once = 0, set[int](), False
    for (seat, _), is_at_once in zip(match.log, match.at_once, strict=True):
        if seat == LUCK:
            continue
        joins = was_at_once and is_at_once and seat not in deciders
        goes_on = not is_at_once and deciders == {seat}
        if not joins and not goes_on:
            count, deciders = count + 1, set()
        deciders.add(seat)
        was_at_once = is_at_once
    return count


def measured(name: str) -> Lengths:
    game = GAMES[name]
    found = {}
    for seats in game.seats:
        matches = [played(game, lambda _: by_level(LEVEL), 1_000 * seats + n, seats) for n in range(MATCHES)]
        found[str(seats)] = round(median(turns(match) for match in matches))
        print(f"{name}, {seats} seats: {found[str(seats)]} turns", flush=True)
    return Lengths(LEVEL, MATCHES, found)


if __name__ == "__main__":
    for name in sys.argv[1:] or NAMES:
        told = msgspec.json.format(msgspec.json.encode(measured(name)), indent=2)
        (Path(games.__path__[0]) / name / FILE).write_bytes(told + b"\n")
