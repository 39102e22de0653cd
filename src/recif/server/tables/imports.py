"""Records from outside: what one may hold is looked at before anything of it is played."""

from collections.abc import Iterable

import msgspec

from recif.games.core.contract import Refused, Text
from recif.match.record import MatchRecord

LONGEST = 256 * 1024  # bytes
MOST_EVENTS = 2_000
LONGEST_TEXT = 100  # characters of an event, a name, a number


def check(record: MatchRecord) -> None:
    """Refused where a record holds more than a match does."""
    luck = record.luck
    for fr, en, is_within in (
        ("événements", "events", len(record.events) <= MOST_EVENTS and _are_short(text for _, text in record.events)),
        ("noms", "names", len(record.names) <= max(0, record.seats) and _are_short(record.names)),
        ("date", "date", _are_short([record.date])),
        ("cadence", "pace", _are_short([record.pace])),
        ("coups repris", "cuts", len(record.cuts) <= MOST_EVENTS),
        ("options", "options", len(msgspec.json.encode(record.options)) <= 4096),
        ("tirage", "luck", luck is None or (len(luck.numbers) <= 16 and _are_short([*luck.numbers, luck.secret]))),
        ("taille", "size", len(msgspec.json.encode(record)) <= LONGEST),
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
