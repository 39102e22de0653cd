"""Parties as they are kept: found by a screen, a code or a key, and changed under their version."""

import secrets
from collections.abc import Awaitable, Callable

from msgspec.structs import replace

from recif.server.messages.refusals import refuse
from recif.server.parties import acts
from recif.server.people.accounts import new_id
from recif.server.store.durability import durable
from recif.server.store.interface import Store
from recif.server.store.rows import PartyRow

LETTERS = "BCDFGHJKLMNPQRSTVWXZ"  # no vowels: no words; nothing that looks like something else
CODE_LENGTH = 4
TRIES = 50  # to find a code that nobody has


class KeptParties:
    """`changed` is called with each party that is another than it was, once that is on disk."""

    def __init__(self, store: Store, now: Callable[[], int], changed: Callable[[str], Awaitable[None]]) -> None:
        self._store = store
        self._now = now
        self._changed = changed

    async def at_screen(self, screen: str) -> PartyRow:
        """The party of a television: the one it has, or a new one."""
        return await self._store.party_of_screen(screen, self._now()) or await self._new(screen)

    async def _new(self, screen: str) -> PartyRow:
        for _ in range(TRIES):
            code = "".join(secrets.choice(LETTERS) for _ in range(CODE_LENGTH))
            now = self._now()
            row = PartyRow(new_id(), code, secrets.token_urlsafe(16), screen, now, now + acts.LASTS_MS)
            if await self._save(row):
                return row
        raise refuse("busy")

    async def of_code(self, code: str) -> PartyRow | None:
        said = "".join(letter for letter in code.upper() if letter.isalpha())
        return await self._store.party_of_code(said, self._now()) if len(said) == CODE_LENGTH else None

    async def of_key(self, party: str, key: str) -> PartyRow | None:
        row = await self.find(party)
        return row if row and secrets.compare_digest(row.key.encode(), key.encode()) else None

    async def find(self, party: str) -> PartyRow | None:
        return await self._store.party(party, self._now())

    async def of_guest(self, party: str, person: str) -> PartyRow:
        """Refused to whoever is not there, as if there were none."""
        row = await self.find(party)
        if row is None or (person != row.screen and not acts.is_guest(row, person)):
            raise refuse("no-such-party")
        return row

    async def change(self, party: str, change: Callable[[PartyRow], PartyRow]) -> PartyRow:
        while True:
            row = await self.find(party)
            if row is None:
                raise refuse("no-such-party")
            after = change(row)
            if after is row:
                return row
            after = replace(after, version=row.version + 1, until=self._now() + acts.LASTS_MS)
            if await self._save(after):
                await self._changed(party)
                return after

    async def _save(self, row: PartyRow) -> bool:
        stamped = replace(row, stamp=secrets.token_urlsafe(9))
        await durable(self._store, lambda then: self._store.save_party(stamped, then))
        return await self._store.is_party(stamped)
