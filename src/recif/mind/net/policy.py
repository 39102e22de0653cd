"""A move by a policy over what a seat knows: one look at a net, no search."""

from recif.games.core.compiled import rule
from recif.games.core.luck import weighted
from recif.mind.net import net as nets


@rule
def by_policy(rules, eyes, net, desk, state, seat, rng):
    """A move drawn as the policy likes each; `state` may be the seat's view."""
    count = rules.moves(state, seat, desk.moves)
    return desk.moves[weighted(rng, desk.weights, count) if weigh(eyes, net, desk, state, seat, count) else 0]


@rule
def weigh(eyes, net, desk, state, seat, count):
    """Fill how much the policy likes each of the desk's moves; return how many features it read, 0 if all is forced."""
    if count == 1:
        return 0
    listed = eyes.features(state, seat, desk.features)
    nets.read(net, desk.features, listed, desk.hidden)
    nets.promise(eyes, net.policy, state, seat, count, desk)
    return listed
