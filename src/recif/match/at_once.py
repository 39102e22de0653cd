"""Games in which everybody chooses at the same time: the rules are asked, nobody keeps a list."""

from collections.abc import Mapping
from typing import Any

from recif.games.core.contract import Game
from recif.match.match import Match


def is_at_once(game: Game, seats: int, options: Mapping[str, Any] | None = None) -> bool:
    """Whether several seats decide together when a match begins, whatever luck brings first."""
    match = Match(game, seats, options)
    while match.is_luck_due:
        match.befall(next(iter(match.position.luck())))
    return len(match.deciding) > 1
