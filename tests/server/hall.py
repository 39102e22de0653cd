"""A server without a network: time is handed in, machines answer at once, and what is sent is kept."""

import heapq
import itertools
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec

from recif.games import GAMES
from recif.match import clock, provable
from recif.server.dispatch import Dispatcher
from recif.server.limits import Limits
from recif.server.machines.pool import Machines, Urgency
from recif.server.messages import wire
from recif.server.messages.bodies import NewTable, SeatWish
from recif.server.messages.shapes import Pace
from recif.server.store.entries import Chair
from recif.server.store.interface import PersonRow, TableRow
from recif.server.store.sqlite import SqliteStore
from recif.server.tables.registry import Outside, Registry
from recif.server.views.audience import Audience
from tests.match.shells import SHELLS

OPEN, ME, MACHINE = SeatWish("open"), SeatWish("me"), SeatWish("machine", 1)
FREE = Limits(messages=(1e9, 1e9), address_messages=(1e9, 1e9), chat=(1e9, 1e9), tables=10**9, shows=10**9)


class World:
    """Time and what is to happen later."""

    def __init__(self) -> None:
        self.now = 1_000_000
        self._later: list[tuple[float, int, Callable[[], None]]] = []
        self._count = itertools.count()

    def later(self, seconds: float, then: Callable[[], None]) -> None:
        heapq.heappush(self._later, (self.now + seconds * 1000, next(self._count), then))

    def run(self, ms: int = 0) -> None:
        """Let time pass, and everything due happen at its instant."""
        until = self.now + ms
        while self._later and self._later[0][0] <= until:
            at, _, then = heapq.heappop(self._later)
            self.now = max(self.now, int(at))
            then()
        self.now = until


class QuickMachines(Machines):
    """No thinking: the server falls back to any legal move."""

    def __init__(self) -> None:
        super().__init__(lambda then: then(), 0)

    def submit(
        self, key: str, job: Callable[[], Any], then: Callable[[Any], None], urgency: Urgency = Urgency.PLAY
    ) -> None:
        then(None)


class Screen:
    """A connection that keeps what it is sent."""

    def __init__(self, hall: "Hall", person: str) -> None:
        self.person = person
        self.data: list[bytes] = []
        self.closed: tuple[int, str] | None = None
        self._hall = hall
        hall.dispatcher.connect(self, f"address of {person}")

    def send(self, data: bytes) -> None:
        self.data.append(data)

    def close(self, code: int, reason: str) -> None:
        self.closed = (code, reason)

    def says(self, message: msgspec.Struct | bytes | str) -> list[Any]:
        """Send a message; what comes back at once."""
        before = len(self.data)
        told = wire.encode(message) if isinstance(message, msgspec.Struct) else message
        self._hall.dispatcher.on_message(self, told)
        self._hall.world.run()
        return [wire.decode_server(data) for data in self.data[before:]]

    @property
    def heard(self) -> list[Any]:
        return [wire.decode_server(data) for data in self.data]

    def last(self, kind: type) -> Any:
        return next(message for message in reversed(self.heard) if isinstance(message, kind))

    def follow(self, audience: Audience, **told: Any) -> Any:
        (table,) = [m for m in self.says(wire.Follow(audience.live.row.id, **told)) if isinstance(m, wire.Table)]
        return table

    def play(self, audience: Audience, seat: int, move: str, id: str = "", at: int | None = None) -> Any:
        """Ack or Refusal."""
        asked = wire.Play(audience.live.row.id, id or f"m{len(self.data)}", seat, move, at)
        return next(m for m in self.says(asked) if isinstance(m, (wire.Ack, wire.Refusal)))


class Hall:
    """A server in a folder; `again()` is the same after a restart."""

    def __init__(self, folder: Path, limits: Limits = FREE, world: World | None = None) -> None:
        self.folder = folder
        self.world = world or World()
        self.store = SqliteStore(folder / "hall.db")
        self.store._database.execute("PRAGMA synchronous = OFF")  # nobody pulls the plug in these tests
        outside = Outside(lambda: self.world.now, self.world.later, 0)
        self.registry = Registry(self.store, {**GAMES, "shells": SHELLS}, QuickMachines(), outside, limits)
        self.dispatcher = Dispatcher(self.registry)
        self.registry.open()

    def again(self, down_ms: int = 0) -> "Hall":
        """Stop without a word, and start again after a while."""
        self.store.close()
        self.world._later.clear()
        self.world.now += down_ms
        return Hall(self.folder, self.registry.limits, self.world)

    def person(self, name: str) -> Screen:
        if self.store.person(name) is None:
            self.registry.people.save(PersonRow(name, name.title(), "fr", 0), lambda: None)
        return Screen(self, name)

    def table(self, owner: Screen, game: str, *seats: SeatWish, **told: Any) -> Audience:
        wish = NewTable(game, list(seats), **told)
        audience = self.registry.make(owner.person, wish, lambda: None)
        self.world.run()
        return audience

    def audience(self, audience: Audience) -> Audience:
        return self.registry.audience(audience.live.row.id)

    def pair(self, game: str, pace: Pace | None = None, **told: Any) -> tuple[Audience, Screen, Screen]:
        """Ana on seat 0 and Théo on seat 1, both looking at their table."""
        ana, theo = self.person("ana"), self.person("theo")
        audience = self.table(ana, game, ME, OPEN, pace=pace or Pace(), **told)
        ana.follow(audience)
        theo.follow(audience)
        theo.says(wire.Sit(audience.live.row.id, "sit", 1))
        return audience, ana, theo


def known_row(game: str, people: list[str], seed: str = "s", **told: Any) -> TableRow:
    """A table in which nothing is random: ids and secrets follow from the arguments."""
    luck, after = provable.commit("table", seed), provable.commit("next", "after")
    fields: dict[str, Any] = {
        "id": "table",
        "game": game,
        "options": {},
        "chairs": [Chair("person", person) for person in people],
        "pace": clock.Pace(),
        "public": False,
        "shared": False,
        "flag": "lose",
        "owner": people[0],
        "made": 1_000_000,
        "commitment": luck.commitment,
        "secret": luck.secret,
        "next_commitment": after.commitment,
        "next_secret": after.secret,
        "next_id": after.match,
        "scheme": luck.scheme,
    }
    return TableRow(**(fields | told))


def copy_table(database: sqlite3.Connection, table: str, copies: int, gap: int = 0) -> None:
    """More tables like one in the store, with everything that belongs to them, each made `gap` ms after the last."""
    with_table = {"entries": "version, at, body, person, id", "players": "person, over", "dues": "due"}
    database.execute("BEGIN")
    for number in range(copies):
        new = f"{table[:4]}{number:06d}"
        values = {"old": table, "new": new, "later": gap * number}
        database.execute(
            "INSERT INTO tables SELECT :new, status, public, made + :later, replace(body, :old, :new), owner"
            " FROM tables WHERE id = :old",
            values,
        )
        for name, columns in with_table.items():
            made = ", made" if name == "players" else ""
            database.execute(
                f'INSERT INTO {name} ("table", {columns}{made}) SELECT :new, {columns}{made and ", made + :later"}'
                f' FROM {name} WHERE "table" = :old',
                values,
            )
    database.execute("COMMIT")
