"""Is the first move too good? What the base of machine matches that comes with a game says of it.

    python -m bench.openings [xok]

In a third of those matches the machines choose from the first decision on, in a third the first decision is by feel, in
a third the first two. Games that are the same to the last move are counted once.
"""

import sys
from collections import defaultdict
from collections.abc import Iterable

from recif.games import GAMES
from recif.games.core.contract import Game
from recif.lab.statistics import wilson
from recif.school.base import FREE, path_of, read

BEGUN = ("chosen", "by feel", "by feel, and the answer too")
OFTEN = 20  # different games after a first move that has a line of its own


def games_of(game: Game) -> dict[tuple[int, str], list[float]]:
    """What the first seat got in each different game, by how many decisions were by feel and by the first move."""
    found: dict[tuple[int, str], dict[tuple[int, ...], float]] = defaultdict(dict)
    for number, match in enumerate(read(path_of(game)).matches(game)):
        winners = match.position_at(len(match.log)).winners
        share = (0 in winners) / len(winners)
        found[number % FREE, match.log[0].text][tuple(match.numbers)] = share
    return {begun: list(shares.values()) for begun, shares in found.items()}


def line(begun: str, first: str, shares: Iterable[float]) -> str:
    got = list(shares)
    rate = sum(got) / len(got)
    low, high = wilson(rate, len(got))
    return f"| {begun} | {first} | {rate:.0%} | {low:.0%} – {high:.0%} | {len(got)} |"


def main(game: Game) -> None:
    found = games_of(game)
    print(f"{game.title.en}, level {read(path_of(game)).plan.level}\n")
    print("| first move | | wins of the first seat | 95 % interval | different games |\n|---|---|---|---|---|")
    for free, begun in enumerate(BEGUN):
        own = {first: shares for (by_feel, first), shares in found.items() if by_feel == free}
        print(line(begun, "all", (share for shares in own.values() for share in shares)))
        for first, shares in sorted(own.items(), key=lambda each: -len(each[1])):
            if len(shares) >= OFTEN:
                print(line(begun, first, shares))


if __name__ == "__main__":
    main(GAMES[(sys.argv[1:] or ["xok"])[0]])
