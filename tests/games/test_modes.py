"""Compiled, bounds-checked and uncompiled rules agree move for move, byte for byte, and so do nets."""

import pytest
from tests.games.copies import ROOT, python
from tests.games.digest import lines

from recif.games import GAMES

EVENTS = 400


@pytest.mark.parametrize("mode", ["NUMBA_BOUNDSCHECK", "NUMBA_DISABLE_JIT"])
@pytest.mark.parametrize("game", GAMES)
def test_compiled_bounds_checked_and_uncompiled_rules_and_nets_agree(game: str, mode: str) -> None:
    """A game and a mode at a time, so that both cores have something to do."""
    other = python(ROOT, "-m", "tests.games.digest", game, str(EVENTS), **{mode: "1"})
    assert other.returncode == 0, other.stderr
    compiled = list(lines(game, EVENTS))
    assert compiled
    assert other.stdout.splitlines() == compiled
