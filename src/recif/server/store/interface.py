"""What the table asks of a database. sqlite.py answers; PostgreSQL can come later behind the same door.

Writes are durable before `then` is called, and in order. Reads are small and quick. There is no truth in memory: a
table is the fold of its entries, keyed by table and version.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Literal, NamedTuple, Protocol

from msgspec import Struct

from recif.games.core.contract import Language
from recif.match.clock import Pace
from recif.match.match import Reason, Result
from recif.server.messages.shapes import Flag, Status
from recif.server.store.entries import Chair, Entry

Then = Callable[[], None]


class TableRow(Struct):
    """A table, but for its entries."""

    id: str
    game: str
    options: dict[str, Any]
    chairs: list[Chair]
    pace: Pace
    public: bool
    shared: bool
    flag: Flag  # what running out of time does
    owner: str
    made: int
    commitment: str
    secret: str
    next_commitment: str  # for the rematch
    next_secret: str
    status: Status = "open"
    reason: Reason | Literal[""] = ""  # how it ended
    before: str = ""
    next: str = ""
    imported: str = ""  # the record it was made from
    events: int = 0  # as many as there were when the row was written
    result: Result | None = None  # of a match that is over; not in rows from before it was kept here
    told: int = 0  # when people heard of the last entry, if the row was written since
    scheme: int = 1  # how luck is drawn (match/provable.py); 1: tables from before there was another
    next_id: str = ""  # what the rematch will be called: fixed with its commitment
    rules: int = 1  # the version of the game's rules; tables from before they had one go on by the first


class PersonRow(Struct):
    """A guest or, with a password, an account."""

    id: str
    name: str
    language: Language
    made: int
    password: str = ""  # an Argon2 hash


class TokenRow(Struct):
    id: str
    person: str
    label: str
    made: int


class TalkRow(NamedTuple):
    table: str
    at: int
    person: str
    text: str
    emote: str
    spectator: bool


class Store(Protocol):
    """Everything the table keeps."""

    pending: int  # writes not yet on disk
    commits: int

    def after(self, then: Then) -> None: ...
    def append(self, table: str, new: Sequence[Entry], row: TableRow | None, then: Then) -> None: ...
    def save_table(self, row: TableRow, new: Sequence[Entry], then: Then) -> None: ...
    def table(self, table: str) -> TableRow | None: ...
    def entries(self, table: str) -> list[Entry]: ...
    def tables(self, status: Status, limit: int = 50) -> list[TableRow]: ...
    def save_due(self, table: str, due: int | None, then: Then) -> None: ...
    def due_of(self, table: str) -> int | None: ...
    def due(self, until: int, after: tuple[int, str], limit: int) -> list[tuple[int, str]]: ...
    def next_due(self) -> int | None: ...
    def add_outage(self, stopped: int, started: int, stood: int, then: Then) -> None: ...
    def outages(self) -> list[tuple[int, int]]: ...
    def tables_of(self, person: str, limit: int = 50) -> list[TableRow]: ...
    def unfinished(self, person: str) -> int: ...
    def unfinished_of(self, person: str) -> list[str]: ...
    def played_by(self, person: str, after: str, limit: int) -> list[str]: ...

    def save_person(self, row: PersonRow, then: Then) -> None: ...
    def person(self, person: str) -> PersonRow | None: ...
    def account(self, name: str) -> PersonRow | None: ...
    def has_traces(self, person: str) -> bool: ...
    def forget_some(self, person: str, limit: int, then: Then) -> None: ...
    def forget(self, person: str, then: Then) -> None: ...

    def save_session(self, key: str, person: str, at: int, then: Then, replaces: str = "") -> None: ...
    def session(self, key: str) -> str | None: ...
    def end_sessions(self, person: str, then: Then, key: str = "") -> None: ...

    def save_token(self, row: TokenRow, key: str, then: Then) -> None: ...
    def token(self, key: str) -> str | None: ...
    def tokens(self, person: str) -> list[TokenRow]: ...
    def end_token(self, person: str, token: str, then: Then) -> None: ...

    def save_talk(self, talk: TalkRow, then: Then) -> None: ...
    def talks(self, table: str, limit: int = 100) -> list[TalkRow]: ...
    def talks_of(self, person: str, after: int, limit: int) -> list[tuple[int, TalkRow]]: ...
    def mute(self, person: str, other: str, on: bool, then: Then) -> None: ...
    def mutes(self, person: str) -> Iterable[str]: ...

    def keep(self, name: str, value: str, then: Then) -> None: ...
    def kept(self, name: str) -> str: ...
    def close(self) -> None: ...
