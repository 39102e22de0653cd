"""Each case solved, and what the mind makes of it (bench/results/exact.md): `python -m recif.lab.exact [NODES]`."""

import sys
import time
from typing import NamedTuple

import numpy as np

from recif.lab.exact.cases import CASES, Case, case_of
from recif.mind.search.think import Budget, Thought, View, think

NODES = 20_000


class SolvedCase(NamedTuple):
    """A case solved: its value to seat 0, what the mind's move or mixture is worth, what it says the chances are."""

    value: float
    kept: float
    chances: float
    proven: float | None


def judge(case: Case, nodes: int = NODES) -> SolvedCase:
    seat = case.at.waiting[0]
    thought: Thought = think(View(case.at, seat), Budget(nodes), seed=1, hunch=case.at.game.hunch)
    value = case.value(case.at)
    kept = assured(case, thought) if case.matrix else case.value(case.at.after(seat, thought.best.move))
    proven = (thought.proven & 1) / thought.proven.bit_count() if thought.proven else None
    return SolvedCase(value, kept, thought.values[0], proven)


def assured(case: Case, thought: Thought) -> float:
    """What the mind's mixture brings seat 0, whatever the other does."""
    assert case.matrix
    shares = {idea.move: idea.share for idea in thought.meant}
    mixture = np.array([shares.get(move, 0.0) for move in case.at.numbers(0)])
    return float((mixture / mixture.sum() @ case.matrix(case.at)).min())


def main() -> None:
    nodes = int(sys.argv[1]) if len(sys.argv) > 1 else NODES
    print("| position | value to the first seat | kept by the mind | it gives the first seat | CPU s |")
    print("|---|---|---|---|---|")
    for make in CASES:
        case, began = case_of(make()), time.process_time()
        found = judge(case, nodes)
        proven = " (proven)" if found.proven is not None else ""
        spent = time.process_time() - began
        cells = (f"{abs(found.value):.3f}", f"{abs(found.kept):.3f}", f"{found.chances:.3f}{proven}", f"{spent:.0f}")
        print(f"| {case.name.en} | {' | '.join(cells)} |", flush=True)


if __name__ == "__main__":
    main()
