"""Lots of an event, by the same mechanism as luck at a table (match/provable.py): they can be drawn again.

A person's lot mixes the event's committed secret with the number that the person added: it never changes, and neither
the organiser nor the person alone can choose it.
"""

from collections.abc import Mapping

from recif.match.provable import Luck, add, below

RANGE = 1 << 62


class Lots:
    """`luck` with its secret."""

    def __init__(self, luck: Luck, numbers: Mapping[str, str]) -> None:
        self._luck = luck
        self._numbers = numbers

    def of(self, person: str, where: str = "") -> int:
        """The lot of a person, once for the whole event or at some place of it."""
        return below(add(self._luck, (self._numbers.get(person, ""),)), f"lot {person} {where}", RANGE)

    def below(self, n: int, where: str) -> int:
        """A lot that is nobody's: the numbers of all who have joined are in it."""
        return below(add(self._luck, tuple(self._numbers.values())), where, n)
