"""Where those who play for ratings come from: kept while the match goes on, as a hash that nobody else can make."""

import hmac
from collections import OrderedDict, defaultdict
from hashlib import sha256

from recif.match.signing import new_secret
from recif.server.live.table import LiveTable
from recif.server.store.interface import Store
from recif.server.store.rows import TableRow

KEY = "place-key"  # the name under which it is kept
REMEMBERED = 50_000
MOST_MATCHES = 50  # rated ones of an address that are looked at


class Whereabouts:
    """Every place of everybody at a rated table is on disk before it is forgotten here."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._key = b""
        self._noted: OrderedDict[tuple[str, str, str, bool], None] = OrderedDict()

    async def open(self) -> None:
        self._key = (await self._store.keep_first(KEY, new_secret())).encode()

    def _place(self, address: str) -> str:
        return hmac.new(self._key, address.encode(), sha256).hexdigest()[:32]

    async def note(self, live: LiveTable, person: str, address: str) -> None:
        """Somebody does something at a rated table. Two who ever came from one address are near each other."""
        place, is_seated = self._place(address), person in live.people
        key = (place, live.row.id, person, is_seated)
        if key in self._noted:
            return
        self._noted[key] = None
        if len(self._noted) > REMEMBERED:
            self._noted.popitem(last=False)
        self._store.note_place(place, live.row.id, person, lambda: None)
        if not live.row.near and _are_near([*await self._store.places_of(live.row.id), (place, person)], live.people):
            live.row.near = live.is_row_changed = True

    async def matches(self, address: str, person: str) -> list[TableRow]:
        """Rated matches that others play from there."""
        rows = await self._store.played_at(self._place(address), MOST_MATCHES)
        return [row for row in rows if all(chair.person != person for chair in row.chairs)]


def _are_near(found: list[tuple[str, str]], people: frozenset[str]) -> bool:
    at: dict[str, set[str]] = defaultdict(set)
    for place, person in found:
        if person in people:
            at[place].add(person)
    return any(len(some) > 1 for some in at.values())
