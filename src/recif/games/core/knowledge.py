"""What a viewer may know, for the words of games that hide something."""

from recif.games.core.compiled import Record, blank
from recif.games.core.contract import REFEREE, Rules


def as_known(rules: Rules, state: Record, viewer: int) -> Record:
    """The state without what the viewer may not know."""
    if viewer == REFEREE:
        return state
    known = blank(rules.State)
    rules.view(state, viewer, known)
    return known
