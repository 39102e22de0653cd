"""Notices, for the rest of the server: what is told to whom, what has been seen, by which ways."""

from collections.abc import Callable, Mapping

from recif.games.core.contract import Game
from recif.server.notices.outbox import NoticeOutbox
from recif.server.notices.push import Vouching, new_key
from recif.server.notices.pushing import Pushing
from recif.server.people.accounts import People
from recif.server.settings import Settings
from recif.server.store.interface import Store

PUSH_KEY = "push-key"  # the name under which it is kept
NOBODY = "https://localhost.invalid/"  # whom push services may write to, where nobody is named


class Notices:
    """`is_here`: whether a person has a table in front of them at this server."""

    def __init__(
        self,
        store: Store,
        people: People,
        games: Mapping[str, Game],
        settings: Settings,
        now: Callable[[], int],
        is_here: Callable[[str, str], bool],
    ) -> None:
        self._store, self._people, self._games, self._settings = store, people, games, settings
        self._now, self._is_here = now, is_here

    async def open(self) -> None:
        """The pair of keys is made at the first start and stays: devices have agreed to it."""
        secret = await self._store.keep_first(PUSH_KEY, new_key())
        origin = next((one for one in self._settings.origins if one.startswith("https://")), NOBODY)
        self.vouching = Vouching(secret, self._settings.contact or origin)
        self.pushing = Pushing(self._store, self.vouching, self._settings.reach, self._now)
        self.outbox = NoticeOutbox(
            self._store, self._people, self._games, {"push": self.pushing}, self._now, self._is_here
        )

    async def close(self) -> None:
        await self.pushing.close()
