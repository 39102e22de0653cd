"""Random games by plain rules over the small NumPy: a process of its own, since there is one `numpy` in a process."""

import sys

from tests.games.copies import ROOT


def main(game: str, events: int) -> None:
    sys.path.insert(0, str(ROOT / "src/recif/page/site"))
    import numpy as np

    from tests.games.digest import digests

    print(*digests(game, events), sep="\n")
    print("the small NumPy" if hasattr(np, "Unknown") else "another NumPy")
