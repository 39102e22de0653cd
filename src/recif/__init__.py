"""Récif from Python: five board games, their rules, a mind that plays them, records. The guide is docs/python.md.

>>> import recif
>>> game = recif.start("xok", side=4)
>>> game.play(0, "d4d5").play(1, recif.choose(game, 1, level=1, seed=1)).waiting
(0,)
>>> len(game.undo().log)
1

Nothing is loaded before it is asked for: `import recif` takes a millisecond or two.
"""

import importlib

TYPE_CHECKING = False  # `typing` itself would take ten times as long to load as all of this
if TYPE_CHECKING:
    from recif.games import GAMES
    from recif.games.core.contract import LUCK, REFEREE, SPECTATOR, Refused
    from recif.library.playing import Idea, Search, choose, search
    from recif.library.position import Position, position, start
    from recif.library.record import Record

__version__ = "0.1.0"
__all__ = [
    "GAMES",
    "LUCK",
    "REFEREE",
    "SPECTATOR",
    "Idea",
    "Position",
    "Record",
    "Refused",
    "Search",
    "choose",
    "position",
    "search",
    "start",
]

_ROOMS = {
    "recif.games": ("GAMES",),
    "recif.games.core.contract": ("LUCK", "REFEREE", "SPECTATOR", "Refused"),
    "recif.library.playing": ("Idea", "Search", "choose", "search"),
    "recif.library.position": ("Position", "position", "start"),
    "recif.library.record": ("Record",),
}
_HOMES = {name: room for room, names in _ROOMS.items() for name in names}


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    globals()[name] = found = getattr(importlib.import_module(_HOMES[name]), name)  # from now on it is simply there
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
