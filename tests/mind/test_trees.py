"""The same view, seed and number of nodes grow the same tree, to the last bit, however the search is run."""

from math import exp as machine_exp
from math import log, sqrt, ulp

import numpy as np
import pytest

from recif.games import GAMES
from recif.games.core.curves import exp, log_count
from recif.mind.net.net import FAINTEST, LEAST_SHARE, REACH
from recif.mind.search.tree import Node, find, plant
from tests.games.copies import ROOT, python
from tests.mind.trees import LONG, SHORT, kept, rows


@pytest.mark.parametrize("nodes", [SHORT, LONG])
@pytest.mark.parametrize("game", GAMES)
def test_compiled_code_grows_the_trees_of_the_table(game: str, nodes: int) -> None:
    assert list(rows(GAMES[game], nodes)) == kept(game, nodes) != []


@pytest.mark.parametrize("game", GAMES)
def test_plain_python_grows_the_trees_of_the_table(game: str) -> None:
    other = python(ROOT, "-m", "tests.mind.trees", game, str(SHORT), NUMBA_DISABLE_JIT="1")
    assert other.returncode == 0, other.stderr
    assert other.stdout.splitlines() == kept(game, SHORT)


def test_a_node_has_no_field_that_was_left_as_memory_had_it() -> None:
    found = []
    for rubbish in (0, 0x55):
        tree = plant(4, 1)
        tree.nodes.view(np.uint8)[:] = rubbish
        find(tree, 12345)
        found.append(tree.nodes[0].tobytes())
    assert found[0] == found[1]
    assert len(found[0]) == Node.itemsize


def test_our_exp_is_that_of_mathematics_but_for_a_last_bit() -> None:
    for i in range(-4000, 4001):
        true = machine_exp(i / 100.3)
        assert abs(exp(i / 100.3) - true) <= 2 * ulp(true)


def test_our_logarithm_of_counts_is_rounded_to_what_any_other_is() -> None:
    counts = [*range(1, 5000), *(3**n for n in range(19)), *(2**n - 1 for n in range(1, 31))]
    for count in counts:
        assert np.float32(0.7 * sqrt(log_count(count))) == np.float32(0.7 * sqrt(log(count)))


def test_tables_of_nets_are_the_same_by_any_exp() -> None:
    """Whole numbers far from where rounding turns: another last bit of the machine's `exp` changes none of them."""
    told = [65536 / (1 + machine_exp(-i / 256)) + 0.5 for i in range(-REACH, REACH + 1) if i]
    told += [65536 * machine_exp(-i / 64) + 0.5 for i in range(1, LEAST_SHARE + 1)]
    told += [10_000 * machine_exp(-i / 32) for i in range(1, FAINTEST + 1)]
    assert min(abs(one - round(one)) for one in told) > 1e-9
