"""A bot in 20 lines: any game, no library. It takes what is worth most at once, and else plays by chance.

    recif bot "python examples/counter.py" http://localhost:8787/t/k3v9xw2mab
    recif ladder xok 1 "program:python examples/counter.py" --games 20

Lines in and out are those of the referee (docs/referee.md).
"""

import json
import random
import sys


def worth(game: str, move: str) -> int:
    """What a move seems worth by its text alone."""
    if game == "xok":
        return move.count("+") + 2 * ("*" in move)  # a shark, and better one with two mouths
    return "x" in move or move.endswith("bar")  # crocodiles eat and get home; elsewhere all moves are alike


for line in sys.stdin:
    told = json.loads(line)
    if told.get("phase") != "choice":
        continue
    seat = told["seat"]
    moves = told["moves"][str(seat)]
    best = max(moves, key=lambda move: (worth(told["game"], move), random.random()))
    print(json.dumps({"play": {"seat": seat, "move": best}}), flush=True)
