"""What the lab counts in Cric Crac Kroc: the cards that a shark takes."""

from collections.abc import Iterator, Mapping
from typing import Any

from recif.games.core.compiled import Record
from recif.games.core.contract import Text
from recif.games.kroc import rules
from recif.games.kroc.cards import CARDS, NAMES

THINGS: Mapping[str, Text] = dict(zip(CARDS, NAMES, strict=True))
TURNED: Mapping[str, tuple[Any, ...]] = {}


def used(before: Record, seat: int, move: int, after: Record) -> Iterator[tuple[int, str]]:
    """Kept cards show in front of a shark; a bottle in its hunger, a treasure in what is due next."""
    for who in range(int(after.seats)):
        for kind in range(rules.KINDS):
            for _ in range(int(after.kept[who, kind] - before.kept[who, kind])):
                yield who, CARDS[kind]
    shown = before.phase == rules.CHOOSING and before.due == 1 << seat  # the last choice: all sharks are sated first
    hungry = int(after.hungry) & ~(0 if shown else int(before.hungry))
    for who in range(int(after.seats)):
        if hungry >> who & 1:
            yield who, CARDS[rules.BOTTLE]
    if after.phase in (rules.DRAWING, rules.STEALING):
        yield int(rules.taker(after, after.at_pile)), CARDS[rules.TREASURE]
