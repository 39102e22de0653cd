"""Which mind plays a position: the net where it knows the setup, else the hunch."""

from typing import Any

from recif.mind.net.files import Stored, net_of
from recif.mind.search.think import Budget, Mind, Thought, View, think


def mind_of(view: View, stored: Stored | None = None) -> Mind:
    """The net that comes with the game, or another one, if it was trained on the setup of the view."""
    stored = stored or net_of(view.game)
    features: Any = view.game.features
    if stored and features.setup_of(view.state) in stored.origin.setups:
        return Mind(features, stored.net)
    return Mind(view.game.hunch)


def ponder(view: View, budget: Budget, seed: int = 0, mind: Mind | None = None) -> Thought:
    """A search with all that is known of the game."""
    hunch, net = mind or mind_of(view)
    return think(view, budget, seed, hunch, net=net)
