"""Records from outside: what one may hold is looked at before anything of it is played."""

from collections.abc import Iterable

import msgspec

from recif.games.core.contract import Refused, Text
from recif.match.record import MatchRecord

LONGEST = 256 * 1024  # bytes
MOST_EVENTS = 2_000
LONGEST_TEXT = 100  # characters of an event, a name, a number


def check(told: MatchRecord) -> None:
    """Refused where a record holds more than a match does."""
    luck = told.luck
    for fr, en, is_within in (
        ("événements", "events", len(told.events) <= MOST_EVENTS and _are_short(text for _, text in told.events)),
        ("noms", "names", len(told.names) <= max(0, told.seats) and _are_short(told.names)),
        ("date", "date", _are_short([told.date])),
        ("cadence", "pace", _are_short([told.pace])),
        ("coups repris", "cuts", len(told.cuts) <= MOST_EVENTS),
        ("options", "options", len(msgspec.json.encode(told.options)) <= 4096),
        ("tirage", "luck", luck is None or (len(luck.numbers) <= 16 and _are_short([*luck.numbers, luck.secret]))),
        ("taille", "size", len(msgspec.json.encode(told)) <= LONGEST),
    ):
        if not is_within:
            raise Refused(
                "bad-record",
                Text(
                    f"ce n’est pas la notation d’une partie de Récif : {fr} hors limites",
                    f"this is no record of a match of Récif: {en} beyond bounds",
                ),
            )


def _are_short(texts: Iterable[str]) -> bool:
    return all(len(text) <= LONGEST_TEXT for text in texts)
