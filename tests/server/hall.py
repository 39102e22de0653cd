"""A server without a network: time is handed in, machines answer at once, and what is sent is kept."""

import asyncio
import heapq
import itertools
import sqlite3
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from recif.games import GAMES
from recif.match import clock, provable
from recif.server import tasks
from recif.server.dispatch import Dispatcher
from recif.server.limits import Limits
from recif.server.machines.pool import Machines
from recif.server.machines.tasks import Task
from recif.server.messages import wire
from recif.server.messages.bodies.tables import NewTable, SeatWish
from recif.server.messages.shapes import Pace
from recif.server.store.entries import Chair
from recif.server.store.listening import NewsListener
from recif.server.store.postgres import PostgresStore
from recif.server.store.rows import PersonRow, TableRow
from recif.server.store.sqlite import SqliteStore
from recif.server.tables.outside import Outside
from recif.server.tables.registry import Registry
from recif.server.views.audience import Audience
from tests.match.shells import SHELLS
from tests.patience import PATIENCE
from tests.server import databases

T = TypeVar("T")
LOOP = asyncio.new_event_loop()  # for what waits
OPEN, ME, MACHINE = SeatWish("open"), SeatWish("me"), SeatWish("machine", 1)
FREE = Limits(messages=(1e9, 1e9), address_messages=(1e9, 1e9), chat=(1e9, 1e9), tables=10**9, shows=10**9)


class World:
    """Time and what is to happen later."""

    def __init__(self) -> None:
        self.now = 1_000_000
        self._later: list[tuple[float, int, Callable[[], object]]] = []
        self._count = itertools.count()

    def later(self, seconds: float, then: Callable[[], object]) -> None:
        heapq.heappush(self._later, (self.now + seconds * 1000, next(self._count), then))

    def next(self, until: int) -> Callable[[], object] | None:
        """What is due first, at its instant."""
        if not self._later or self._later[0][0] > until:
            return None
        at, _, then = heapq.heappop(self._later)
        self.now = max(self.now, int(at))
        return then


class QuickMachines(Machines):
    """No thinking: the server falls back to any legal move."""

    def __init__(self) -> None:
        super().__init__(lambda then: then(), 0)

    def submit(self, task: Task[Any]) -> None:
        task.then(None)


class Screen:
    """A connection that keeps what it is sent."""

    is_bot = is_away = False

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
        self._hall.wait(self._say(told))
        self._hall.run()
        return [wire.decode_server(data) for data in self.data[before:]]

    async def _say(self, told: bytes | str) -> None:
        task = self._hall.dispatcher.on_message(self, told)
        if task and self._hall.is_patient:
            await task

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
    """A server in a folder; `again()` is the same after a restart, `beside()` another one at the same database."""

    def __init__(self, folder: Path, limits: Limits = FREE, world: World | None = None) -> None:
        self.folder = folder
        self.is_patient = True  # with a database that takes its time
        self.world = world or World()
        place = databases.place(folder, "hall.db")
        self.is_shared = isinstance(place, str)  # other servers may write to it too
        self.store: Any = self._opened(place)
        outside = Outside(lambda: self.world.now, self.world.later, 0)
        games, shared = {**GAMES, "shells": SHELLS}, self.store if self.is_shared else None
        self.registry = Registry(self.store, games, QuickMachines(), outside, limits, shared=shared)
        self.dispatcher = Dispatcher(self.registry)
        self.wait(self.registry.open())
        if self.is_shared:
            self.store.on_back = self.registry.peers.back
        self._listener: NewsListener | None = None

    def _opened(self, place: Path | str) -> Any:
        if isinstance(place, Path):
            store = SqliteStore(place)
            store._database.execute("PRAGMA synchronous = OFF")  # nobody pulls the plug in these tests
            return store
        shared = PostgresStore(place, lambda: self.world.now)
        LOOP.run_until_complete(shared.open())
        databases.to_close.append(self.close)
        return shared

    def wait(self, work: Coroutine[Any, Any, T]) -> T:
        """What comes of work that may have to wait for the store."""
        return LOOP.run_until_complete(self._wait(work))

    async def _wait(self, work: Coroutine[Any, Any, T]) -> T:
        try:
            async with asyncio.timeout(PATIENCE):
                made = await work
                await self.quiet()
        except TimeoutError:
            raise AssertionError(f"it waits for ever: {under_way()}, {self.store.pending} to be written") from None
        return made

    def do(self, call: Callable[[], T]) -> T:
        """What is done at once, and writes."""

        async def done() -> T:
            return call()

        return self.wait(done())

    def lose_first_answer(self) -> list[int]:
        """The next batch is committed, but the connection breaks before that is heard; a mark for each try."""
        real, calls = self.store._writer.use, list[int]()

        async def use(ask: Any) -> Any:
            calls.append(1)
            answer = await real(ask)
            if len(calls) == 1:
                raise ConnectionResetError("the answer is lost")
            return answer

        self.store._writer.use = use
        return calls

    async def quiet(self) -> None:
        """Nothing is under way any more."""
        while self.is_shared and self.is_patient and (under_way() or self.store.pending):
            assert not self.store.failure, self.store.failure
            await (asyncio.wait(under_way()) if under_way() else self.store.flushed())
            await asyncio.sleep(0)  # so that a wait without end is seen to be one

    def run(self, ms: int = 0) -> None:
        """Let time pass, and everything due happen at its instant."""
        self.wait(self._run(ms))

    async def _run(self, ms: int) -> None:
        until = self.world.now + ms
        while then := self.world.next(until):
            then()
            await self.quiet()
        self.world.now = until

    def tick(self) -> None:
        self.do(self.registry.tick)

    def close(self) -> None:
        async def close() -> None:
            if self._listener:
                await self._listener.close()
            await self.store.close()

        if self.is_shared:
            LOOP.run_until_complete(close())
        else:
            self.store.close()

    def again(self, down_ms: int = 0) -> "Hall":
        """Stop without a word, and start again after a while."""
        self.close()
        self.world._later.clear()
        self.world.now += down_ms
        return Hall(self.folder, self.registry.limits, self.world)

    def beside(self) -> "Hall":
        """Both hear of what the other writes."""
        other = Hall(self.folder, self.registry.limits, self.world)
        for hall in (self, other):
            hall.wait(hall._listen())
        return other

    async def _listen(self) -> None:
        peers = self.registry.peers
        self._listener = NewsListener(
            str(databases.place(self.folder, "hall.db")), self.store.channel, peers.hear, peers.look
        )
        async with asyncio.timeout(PATIENCE):
            await self._listener.is_listening.wait()

    def person(self, name: str) -> Screen:
        if self.wait(self.store.person(name)) is None:
            self.wait(self.registry.people.save(PersonRow(name, name.title(), "fr", 0), lambda: None))
        return Screen(self, name)

    def table(self, owner: Screen, game: str, *seats: SeatWish, **told: Any) -> Audience:
        wish = NewTable(game, list(seats), **told)
        address = self.dispatcher.visitors[owner].address
        audience = self.wait(self.registry.make(owner.person, wish, lambda: None, address))
        self.run()
        return audience

    def audience(self, audience: Audience) -> Audience:
        return self.at(audience.live.row.id)

    def at(self, table: str) -> Audience:
        return self.wait(self.registry.audience(table))

    def pair(self, game: str, pace: Pace | None = None, **told: Any) -> tuple[Audience, Screen, Screen]:
        """Ana on seat 0 and Théo on seat 1, both looking at their table."""
        ana, theo = self.person("ana"), self.person("theo")
        audience = self.table(ana, game, ME, OPEN, pace=pace or Pace(), **told)
        ana.follow(audience)
        theo.follow(audience)
        theo.says(wire.Sit(audience.live.row.id, "sit", 1))
        return audience, ana, theo


def under_way() -> set["asyncio.Task[Any]"]:
    """Other tests have loops of their own, and what they left behind is never done."""
    return {task for task in tasks.waiting if task.get_loop() is LOOP}


def end_tasks() -> None:
    """Whatever waits for a server that is closed by now."""
    for task in under_way():
        task.cancel()
    if left := under_way():
        LOOP.run_until_complete(asyncio.wait(left, timeout=PATIENCE))


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
