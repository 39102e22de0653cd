"""Which mind plays a position: the net where it knows the setup, else the hunch; and what its chances mean."""

from recif.games.core.contract import PLAIN, Meaning
from recif.games.core.features import Features
from recif.mind.net.files import Stored, net_of
from recif.mind.search.think import Budget, Mind, Thought, View, think


def mind_of(view: View, stored: Stored | None = None) -> Mind:
    """The net that comes with the game, or another one, if it knows the setup of the view."""
    stored = stored or net_of(view.game)
    features = view.game.features
    return Mind(features, stored.net) if features and stored and knows(stored, view) else Mind(view.game.hunch)


def knows(stored: Stored, view: View) -> bool:
    """Whether a net was trained on the setup of the view."""
    features: Features | None = view.game.features
    return features is not None and features.setup_of(view.state) in stored.origin.setups


def ponder(view: View, budget: Budget, seed: int = 0, mind: Mind | None = None) -> Thought:
    """A search with all that is known of the game."""
    hunch, net = mind or mind_of(view)
    return think(view, budget, seed, hunch, net=net)


def meaning_of(view: View) -> Meaning:
    """What the chances of the mind of a view mean, as measured with so many seats, or with the most below that."""
    stored = net_of(view.game)
    if stored is None or not knows(stored, view):
        return view.game.meaning
    meanings = stored.origin.meanings
    return meanings[max(seats for seats in meanings if seats <= int(view.state.seats))] if meanings else PLAIN
