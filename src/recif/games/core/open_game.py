"""Parts of the contract that games under a clear sky share.

A game with nothing hidden takes `view`, `guess` and `seen` from here; one without luck `luck`, `befall` and `draw`; one
that writes its winners into `won` when it ends, `over` and `winners`.
"""

from recif.games.core.compiled import assign, rule


@rule
def view(state, seat, out):
    """Everybody knows all that there is to know."""
    assign(out, state)


@rule
def guess(state, seat, rng):
    pass


@rule
def seen(state, seat, move, viewer):
    return move


@rule
def luck(state, out, weights):
    return 0


@rule
def befall(state, outcome):
    pass


@rule
def draw(state, rng):
    return -1


@rule
def over(state):
    return state.won != 0


@rule
def winners(state):
    return state.won
