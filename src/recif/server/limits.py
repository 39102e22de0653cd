"""How much anybody may ask for: token buckets, and the other bounds in one place."""

from dataclasses import dataclass

FORGETTING_MS = 1_000  # not oftener: it looks at every bucket
TELLING = 0.1  # of what is allowed at once: whoever spends less is not worth telling other servers of


@dataclass(frozen=True)
class Limits:
    """A public server's bounds. Rates are (a second, at once). An IPv6 address stands for its whole /64."""

    message_bytes: int = 8 * 1024
    messages: tuple[float, float] = (40, 120)  # of a person
    address_messages: tuple[float, float] = (400, 1200)
    person_work: tuple[float, float] = (0.1, 0.1)  # seconds of the loop that a person's messages take; then they wait
    address_work: tuple[float, float] = (0.3, 0.3)
    signs: tuple[float, float] = (1, 30)  # pings and pongs of a socket
    errands: tuple[float, float] = (0.3, 3.0)  # seconds of processor that an address's requests take beside the loop
    hashing: tuple[float, float] = (0.5, 10.0)  # the same for passwords
    reads: tuple[float, float] = (20, 60)  # of a socket at once; what it writes besides waits for its person's share
    chat: tuple[float, float] = (0.5, 6)  # of a person
    requests: tuple[float, float] = (80, 400)  # REST, of an address (a class opens the page at once)
    person_requests: tuple[float, float] = (20, 120)
    people: tuple[float, float] = (0.1, 30)  # new guests, of an address
    passwords: tuple[float, float] = (0.05, 8)  # tries, of an address
    commitments: tuple[float, float] = (0.5, 20)  # of a person
    sockets: int = 40  # of a person
    addresses: int = 400  # sockets of an address
    connections: int = 200  # of an address, besides sockets
    follows: int = 30  # tables followed by a socket
    tables: int = 60  # unfinished, of a person: made, or sat at
    shows: int = 3  # tables of a person at which machines alone play
    address_tables: tuple[float, float] = (0.2, 40)  # new ones
    imports: tuple[float, float] = (0.02, 10)  # records brought by a person
    address_imports: tuple[float, float] = (0.1, 40)
    joins: tuple[float, float] = (40 / 86_400, 40)  # parcels of records that an account brings from a page
    records: int = 100  # brought by a person, and kept
    study_saves: tuple[float, float] = (0.2, 20)  # of a person
    studies: int = 100  # shared by a person
    calls: tuple[float, float] = (0.2, 20)  # notices sent to a person, by whatever ways; more wait
    letters: tuple[float, float] = (3 / 86_400, 3)  # that a person, or an address, is asked to confirm by mail
    events: tuple[float, float] = (0.005, 10)  # new ones, of a person
    challenges: tuple[float, float] = (0.005, 10)  # of a person
    pushes: tuple[float, float] = (0.02, 5)  # that a person has sent to their own devices, to try them
    address_pushes: tuple[float, float] = (0.1, 20)
    codes: tuple[float, float] = (20 / 3600, 20)  # of televisions that an address guesses wrong
    foundings: tuple[float, float] = (1 / 3600, 3)  # of clubs, by a person
    club_calls: tuple[float, float] = (10 / 3600, 10)  # news, invitations, matches offered, by a person
    head_seconds: float = 20  # for a connection to ask for something, whole heading and all
    body_seconds: float = 30  # for a body to arrive
    answer_seconds: float = 180  # for a request to be over, its answer taken
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

    def _fill(self, now: int) -> None:
        passed = now - self.at
        if passed > 0:
            left = self.left + passed * self.rate / 1000
            self.left = left if left < self.burst else self.burst
        self.at = now

    def take(self, now: int, cost: float = 1) -> bool:
        """Whether one more is allowed; a full bucket allows anything once."""
        if now != self.at:  # many ask within a millisecond
            self._fill(now)
        if self.left < cost and self.left < self.burst:
            return False
        self.left -= cost
        return True

    def charge(self, amount: float, now: int) -> None:
        """It was done already, whatever it cost: who has nothing left waits."""
        if now != self.at:
            self._fill(now)
        self.left -= amount

    def is_full(self, now: int) -> bool:
        self._fill(now)
        return self.left >= self.burst

    def wait(self, now: int) -> float:
        """Seconds until something is left. Who had something left still has."""
        if self.left > 0:
            return 0
        self._fill(now)
        return 0 if self.left > 0 else -self.left / self.rate + 0.001


class Buckets:
    """A bucket for each key; full ones are forgotten."""

    MOST = 10_000

    def __init__(self, rate: tuple[float, float], name: str = "") -> None:
        """`name`: by which servers that share a database count together."""
        self.rate = rate
        self.name = name
        self.is_told = False  # to other servers, of what is spent here
        self._spent: dict[str, float] = {}  # and not told yet
        self._buckets: dict[str, Bucket] = {}
        self._forgot_at = -FORGETTING_MS

    def take(self, key: str, now: int, cost: float = 1) -> bool:
        is_allowed = (self._buckets.get(key) or self._new(key, now)).take(now, cost)
        if self.is_told and is_allowed:
            self._spent[key] = self._spent.get(key, 0) + cost
        return is_allowed

    def to_tell(self, now: int) -> list[tuple[str, float]]:
        """What those who spend much have spent here since this was last asked."""
        news = [(key, spent) for key, spent in self._spent.items() if spent >= TELLING * self.rate[1]]
        for key, _ in news:
            del self._spent[key]
        self._spent = {key: spent for key, spent in self._spent.items() if not self._is_full(key, now)}
        return news

    def charge(self, key: str, amount: float, now: int) -> None:
        (self._buckets.get(key) or self._new(key, now)).charge(amount, now)

    def give_back(self, key: str, now: int, cost: float = 1) -> None:
        """What was taken did not count in the end: other servers do not hear of it either."""
        self.charge(key, -cost, now)
        if key in self._spent:
            self._spent[key] -= cost

    def wait(self, key: str, now: int) -> float:
        bucket = self._buckets.get(key)
        return bucket.wait(now) if bucket else 0

    def _is_full(self, key: str, now: int) -> bool:
        bucket = self._buckets.get(key)
        return bucket is None or bucket.is_full(now)

    def _new(self, key: str, now: int) -> Bucket:
        if len(self._buckets) > self.MOST and now - self._forgot_at >= FORGETTING_MS:
            self._forgot_at = now
            self._buckets = {k: b for k, b in self._buckets.items() if not b.is_full(now)}
        return self._buckets.setdefault(key, Bucket(self.rate))
