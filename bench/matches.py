"""Matches of a fixed number of games that take hours: every game is kept as it ends, and a run goes on where it was.

The points of the first player, game by game, are in docs/strength/matches.json under what was played by which program.
"""

from pathlib import Path

import msgspec

from recif.lab.arena import Bout, play_game
from recif.lab.statistics import Duel

PATH = Path(__file__).parent.parent / "docs" / "strength" / "matches.json"
Points = dict[str, list[float]]


def kept() -> Points:
    return msgspec.json.decode(PATH.read_bytes(), type=Points) if PATH.exists() else {}


def keep(name: str, points: list[float]) -> None:
    """Read again before writing: other matches may be under way."""
    lines = [
        f"{msgspec.json.encode(name).decode()}: {msgspec.json.encode(each).decode()}"
        for name, each in sorted({**kept(), name: points}.items())
    ]
    half = PATH.with_suffix(".half")
    half.write_text("{\n" + ",\n".join(lines) + "\n}\n")
    half.replace(PATH)


def name_of(bout: Bout) -> str:
    """What was played, in the words of `recif arena`."""
    seats = f" --seats {bout.seats}" if bout.seats else ""
    alone = " --alone" if bout.alone else ""
    return f"{bout.game} {bout.first} {bout.second}{seats}{alone} --opening {bout.opening} --seed {bout.seed}"


def played(bout: Bout) -> Duel:
    """All games of a bout, those that are missing played now."""
    name = name_of(bout)
    points = kept().get(name, [])[: bout.games]
    for number in range(len(points), bout.games):
        points.append(play_game(bout, number))
        keep(name, points)
        print(f"{name}: {sum(points):g} of {len(points)}", flush=True)
    tally = Duel()
    for each in points:
        tally = tally.add(each)
    return tally


def told(tally: Duel) -> str:
    low, high = tally.interval
    return f"{tally.rate:.1%} [{low:.1%}, {high:.1%}] of {tally.games}"
