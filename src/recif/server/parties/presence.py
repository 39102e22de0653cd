"""Who is at a party now, with a phone that answers, and since when others are gone. Nothing of it is kept.

Of several servers each knows its own connections, and hears of those of the others again and again: a server that
falls silent takes its people with it.
"""

from collections import defaultdict

from recif.server.views.audience import Connection

HEARD_MS = 40_000  # of somebody at another server
AGAIN_TICKS = 15  # seconds after which other servers are told again


class Presence:
    """Times are handed in."""

    def __init__(self, since: int) -> None:
        self._since = since  # nothing is known of the time before
        self._here: dict[str, dict[Connection, None]] = defaultdict(dict)  # by party
        self._elsewhere: dict[str, dict[str, int]] = defaultdict(dict)  # by party: a person, and when it was heard
        self._left: dict[str, dict[str, int]] = defaultdict(dict)

    def come(self, party: str, connection: Connection) -> bool:
        """Whether the person was not there."""
        is_new = all(other.person != connection.person for other in self._here[party])
        self._here[party][connection] = None
        self._left[party].pop(connection.person, None)
        return is_new

    def go(self, party: str, connection: Connection, now: int) -> bool:
        """Whether the person has no other screen there."""
        here = self._here[party]
        if here.pop(connection, connection) is not None:
            return False
        if any(other.person == connection.person for other in here):
            return False
        self._left[party][connection.person] = now
        if not here:
            del self._here[party]
        return True

    def hear(self, party: str, person: str, is_here: bool, now: int) -> None:
        """From another server."""
        if is_here:
            self._elsewhere[party][person] = now
            self._left[party].pop(person, None)
        elif self._elsewhere[party].pop(person, None) is not None:
            self._left[party][person] = now

    def connections(self, party: str) -> list[Connection]:
        return list(self._here.get(party, ()))

    @property
    def parties(self) -> list[str]:
        return list(self._here)

    def gone(self, party: str, person: str, now: int) -> int | None:
        """Since when; None if they are here."""
        if any(connection.person == person for connection in self._here.get(party, ())):
            return None
        heard = self._elsewhere.get(party, {}).get(person)
        if heard is not None and now - heard < HEARD_MS:
            return None
        return self._left.get(party, {}).get(person, heard or self._since)

    def is_unheard(self, party: str, person: str) -> bool:
        """Nothing was ever heard of this person's phone."""
        return person not in self._left.get(party, {}) and person not in self._elsewhere.get(party, {})

    def forget(self, party: str) -> None:
        for known in (self._here, self._elsewhere, self._left):
            known.pop(party, None)
