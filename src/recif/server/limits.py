"""How much anybody may ask for: token buckets, and the other bounds in one place."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Limits:
    """A public server's bounds. Rates are (a second, at once)."""

    message_bytes: int = 8 * 1024
    messages: tuple[float, float] = (20, 60)  # of a socket
    chat: tuple[float, float] = (0.5, 6)  # of a socket
    requests: tuple[float, float] = (20, 100)  # REST, of an address
    people: tuple[float, float] = (0.1, 30)  # new guests, of an address
    passwords: tuple[float, float] = (0.05, 8)  # tries, of an address and of a name
    sockets: int = 40  # of a person
    addresses: int = 400  # sockets of an address
    follows: int = 30  # tables followed by a socket
    tables: int = 60  # unfinished, of a person
    body_bytes: int = 2_100_000
    outbox_bytes: int = 512 * 1024  # waiting in a socket that does not read
    stalled_ms: int = 6_000  # a socket that takes nothing for so long is cut
    silence: float = 25  # seconds after which a silent socket is pinged; without an answer for half of it, it is cut


class Bucket:
    """So many a second, so many at once. The time, in milliseconds, is handed in."""

    __slots__ = ("at", "burst", "left", "rate")

    def __init__(self, rate: tuple[float, float]) -> None:
        self.rate, self.burst = rate
        self.left = self.burst
        self.at = 0

    def take(self, now: int) -> bool:
        """Whether one more is allowed."""
        self.left = min(self.burst, self.left + max(0, now - self.at) * self.rate / 1000)
        self.at = now
        if self.left < 1:
            return False
        self.left -= 1
        return True


class Buckets:
    """A bucket for each key; full ones are forgotten."""

    MOST = 10_000

    def __init__(self, rate: tuple[float, float]) -> None:
        self.rate = rate
        self._buckets: dict[str, Bucket] = {}

    def take(self, key: str, now: int) -> bool:
        if len(self._buckets) > self.MOST:
            idle = 1000 * self.rate[1] / self.rate[0]
            self._buckets = {k: b for k, b in self._buckets.items() if now - b.at < idle}
        return self._buckets.setdefault(key, Bucket(self.rate)).take(now)
