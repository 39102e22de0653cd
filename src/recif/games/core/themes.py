"""What the puzzles of a game are about. A game's `themes.py` has the names below; `alike` may be left out.

THEMES   the themes in words, by their short names, the most telling first
themes   which of them a decision has: by what it does, as the rules tell
alike    whether two moves are one idea, although they do not lead to the same state
"""

from collections.abc import Iterable, Mapping

from recif.games.core.contract import Text

QUIET = "quiet"  # what a game may call a decision that nothing else can be said of


def in_order(known: Mapping[str, Text], found: Iterable[str]) -> list[str]:
    """Themes once each, the most telling first; what is more than quiet is not called so."""
    met = set(found)
    told = [theme for theme in known if theme in met]
    return [theme for theme in told if theme != QUIET] or told
