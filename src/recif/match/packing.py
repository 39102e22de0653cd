"""Moves without sentences, packed: a column for each part, since most moves of a turn share most of what they say.

A column is `[values]`, one for each move or one for all of them, or `[values, which]`: by move the value's place,
counted from 1, and 0 where the move has no such part. Where every value is a list of names, they are written as one
text each: `[values, which, [" "]]` tells what stands between two names, and `which` may be empty.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from recif.games.core.compiled import Numbers
from recif.games.core.contract import Column

NONE = object()
BETWEEN = " "  # two names


def places(moves: Sequence[int]) -> Numbers:
    """By move, where it stands in a table of these, which are ascending."""
    found = np.zeros(moves[-1] + 1, np.int64)
    found[moves] = np.arange(len(moves))
    return found


def columns(parts: Sequence[Mapping[str, Any]]) -> dict[str, Column]:
    """The parts of moves, by name."""
    names = dict.fromkeys(name for part in parts for name in part)
    return {name: column([part.get(name, NONE) for part in parts]) for name in names}


def column(found: Iterable[Any]) -> Column:
    values: list[Any] = []
    known: dict[str, int] = {}
    which = [_place(value, values, known) for value in found]
    is_plain = 0 not in which and len(values) in (1, len(which))
    if all(map(_are_names, values)):
        return [[BETWEEN.join(names) for names in values], [] if is_plain else which, [BETWEEN]]
    return [values] if is_plain else [values, which]


def _are_names(value: Any) -> bool:
    """Quotes, commas and brackets around them would be a third of what is sent."""
    return type(value) is list and len(value) > 0 and all(type(name) is str and _is_name(name) for name in value)


def _is_name(text: str) -> bool:
    return text != "" and BETWEEN not in text


def _place(value: Any, values: list[Any], known: dict[str, int]) -> int:
    """By how it is written: 1 and true are equal, and lists have no hash."""
    if value is NONE:
        return 0
    written = repr(value)
    if written not in known:
        values.append(value)
        known[written] = len(values)
    return known[written]
