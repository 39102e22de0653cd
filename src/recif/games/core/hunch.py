"""No knowledge at all: every move is as good as another, and a playout goes to the end of the game.

A hunch module is handed to the search beside the rules, and has the names below; those it knows nothing better for, it
takes from here.
"""

from typing import NamedTuple

from recif.games.core.compiled import rule


class Knobs(NamedTuple):
    """How a search weighs things; see `levels`."""

    explore: float  # of upper confidence bounds
    trust: float  # in the hunch's priors
    hope: float  # an untried move is worth this much more than its node
    stir: float  # even chances in the mixture of seats that choose at once
    ripe: int  # visits before a node is given its edges


KNOBS = Knobs(explore=0.7, trust=0.0, hope=1e6, stir=0.1, ripe=4)  # UCT: try everything once, then by upper bounds
HORIZON = 1_000_000  # decisions in a playout before `value` is asked


@rule
def moves(rules, state, seat, out):
    """The moves worth a thought: those of the rules, or fewer where several come to the same."""
    return rules.moves(state, seat, out)


@rule
def weigh(rules, state, seat, moves, count, weights):
    """How promising each move looks, as whole numbers from 1 to a million."""
    for i in range(count):
        weights[i] = 1


@rule
def playout_move(rules, state, seat, rng):
    """What a seat plays beyond the tree."""
    return rules.random_move(state, seat, rng)


@rule
def value(rules, state, values):
    """Each seat's chances in a position where a playout is cut short; together 1."""
    for seat in range(state.seats):
        values[seat] = 1.0 / state.seats
