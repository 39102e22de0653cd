"""What servers at one database count together: a quota is spent once, wherever it is spent."""

from collections.abc import Callable, Iterable

from recif.server.limits import Buckets
from recif.server.store.interface import Shared

LIFETIME_MS = 24 * 60 * 60 * 1000  # after which every bucket is full again
MOST_KEYS = 60  # of those who spend much, in one notification, which may have 8,000 bytes
LONGEST_KEY = 80  # a person, or an address; a proxy that tells nonsense must not make it too long

CHAT = "chat"  # each line is told anyway


class SharedQuotas:
    """A burst may be spent at each server before they have heard of each other, and is paid back."""

    def __init__(self, store: Shared, now: Callable[[], int]) -> None:
        self._store = store
        self._now = now
        self._counted: dict[str, Buckets] = {}

    def count(self, all_quotas: Iterable[Buckets]) -> None:
        """What is spent of these is told to the other servers, who charge it too."""
        for quota in all_quotas:
            self._counted[quota.name] = quota
            quota.is_told = quota.name != CHAT

    def charge(self, name: str, key: str, spent: float) -> None:
        """What was spent at another server."""
        if quota := self._counted.get(name):  # newer servers may count what we do not
            quota.charge(key, spent, self._now())

    def tell(self) -> None:
        now = self._now()
        for quota in self._counted.values():
            spent = [(key, amount) for key, amount in quota.to_tell(now) if len(key) <= LONGEST_KEY]
            for first in range(0, len(spent), MOST_KEYS):
                self._store.tell("spent", quota.name, spent[first : first + MOST_KEYS])

    async def may(self, quota: Buckets, key: str) -> bool:
        """Whether one more is allowed."""
        return not quota.name or await self._store.take_quota(quota.name, key, *quota.rate, self._now())

    async def forget(self) -> None:
        await self._store.forget_quotas(self._now() - LIFETIME_MS)
