"""How many hints give a reason, and how many of the reasons a second, deeper look confirms.

    python -m bench.reasons [game …] [--hints 500]

Positions are those of matches of level 4, every number of seats in turn. A reason is confirmed if a search with DEEPER
times the nodes still finds the advised move no worse (within NOISE) than the best move that lacks the idea, both looked
at for themselves: the counterfactual is forced, not read off the same tree.
"""

import sys
from collections import Counter
from collections.abc import Iterator
from itertools import count, islice

from recif.games import GAMES
from recif.games.core.contract import Game
from recif.games.core.luck import seeded
from recif.games.core.position import start
from recif.mind.coach.hint import SECOND
from recif.mind.coach.prospects import after, ponder
from recif.mind.coach.reasons import TRUSTED, ideas_of, reason
from recif.mind.levels import choose, level_of
from recif.mind.search.think import Candidate, View

LEVEL, LEAST, DEEPER = 7, 4_000, 4  # whose nodes a hint has at a table, and how many at least (server/advice/asking.py)
NOISE = 0.02
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


def measure(game: Game, hints: int) -> str:
    told: Counter[str] = Counter()
    asked = confirmed = looked = 0
    for view in islice(decisions(game), hints):
        asked += 1
        nodes = nodes_of(view)
        thought = ponder(view, nodes, 0)
        said = reason(view, thought, look=nodes // SECOND)
        told[said.idea if said else ""] += 1
        if said and said.idea not in PLAIN:
            looked += 1
            confirmed += is_confirmed(view, thought.best.move, said.idea)
    common = ", ".join(f"{idea or 'none'} {number}" for idea, number in told.most_common(6))
    given = asked - told[""]
    sure = f"{confirmed / max(looked, 1):.0%} of {looked}"
    return f"| {game.title.fr} | {given / asked:.0%} of {asked} | {sure} | {common} |"


if __name__ == "__main__":
    words = sys.argv[1:]
    hints = int(words[words.index("--hints") + 1]) if "--hints" in words else 500
    names = [word for word in words if word in GAMES] or list(GAMES)
    print("| game | hints with a reason | confirmed | what was said |\n|---|---|---|---|")
    for name in names:
        print(measure(GAMES[name], hints), flush=True)
