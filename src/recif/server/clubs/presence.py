"""Who is here now: everybody with a connection at this server, and whom other servers tell of when they are asked.

Servers ask each other only when somebody looks at a club: a club costs nothing while nobody does.
"""

from collections import Counter
from collections.abc import Collection

from recif.server.store.interface import Store
from recif.server.tables.peers import Peers

FRESH_MS = 60_000  # for which what another server said counts
MOST_TOLD = 100  # people of a club that a server tells another of


class ClubPresence:
    def __init__(self, store: Store, peers: Peers) -> None:
        self._store = store
        self._peers = peers
        self._here: Counter[str] = Counter()  # connections of each person
        self._elsewhere: dict[str, dict[str, int]] = {}  # by club: who, and when somebody said so
        peers.on("club_asked", self._asked)
        peers.on("club_here", self._told)

    def come(self, person: str) -> None:
        self._here[person] += 1

    def go(self, person: str) -> None:
        self._here[person] -= 1
        if self._here[person] <= 0:
            del self._here[person]

    async def of(self, club: str, now: int) -> list[str]:
        """Members who are here and do not hide."""
        members = await self._store.member_ids(club)
        self._peers.tell("club_asked", club, now)
        elsewhere = self._elsewhere.get(club, {})
        return [one for one in members if one in self._here or now - elsewhere.get(one, -FRESH_MS) < FRESH_MS]

    async def _asked(self, club: str, now: int) -> None:
        here = [one for one in await self._store.member_ids(club) if one in self._here][:MOST_TOLD]
        if here:
            self._peers.tell("club_here", club, now, here)

    async def _told(self, club: str, now: int, here: Collection[str]) -> None:
        """What is old is forgotten with it."""
        known = {one: at for one, at in self._elsewhere.get(club, {}).items() if now - at < FRESH_MS}
        self._elsewhere[club] = known | dict.fromkeys(here, now)
        if len(self._elsewhere) > MOST_TOLD:
            self._elsewhere.pop(next(iter(self._elsewhere)))
