"""What the database says, against what people were told."""

from collections import Counter
from collections.abc import Iterable

import msgspec

from recif.games import GAMES
from recif.match import verification
from recif.match.record import record
from recif.server.live.table import LiveTable
from recif.server.store.entries import Entry, Played
from recif.server.store.postgres import PostgresStore
from recif.server.store.rows import TableRow
from recif.server.views import rendering
from tests.storm.found import Lost, WentBack
from tests.storm.players import Memory, Person


async def audit(store: PostgresStore, people: Iterable[Person]) -> Counter[str]:
    """Moves, views and draws that were looked at; Lost where one is not as it was told, WentBack where one was shown
    after a later one."""
    counted: Counter[str] = Counter()
    tables: dict[str, list[Memory]] = {}
    for person in people:
        for table, memory in person.tables.items():
            tables.setdefault(table, []).append(memory)
    for table, memories in tables.items():
        row, entries = await store.table(table), await store.entries(table)
        if row is None:
            raise Lost(f"the table {table} is lost")
        check_entries(entries)
        for memory in memories:
            counted["moves"] += check_moves(entries, memory)
            counted["views"] += check_views(row, entries, memory)
        counted["draws"] += check_luck(row, entries)
    check_steps(memory for memories in tables.values() for memory in memories)
    return counted


def check_steps(memories: Iterable[Memory]) -> None:
    """Whoever was told of a version is never shown an older one."""
    if back := [step for memory in memories for step in memory.back]:
        raise WentBack(f"{len(back)} times, from one version to another: {back[:20]}")


def check_entries(entries: list[Entry]) -> None:
    if [entry.version for entry in entries] != list(range(1, len(entries) + 1)):
        raise Lost("versions leave a gap")
    times = Counter((entry.person, entry.id) for entry in entries if entry.id)
    if times and max(times.values()) > 1:
        raise Lost("something was carried out twice")


def check_moves(entries: list[Entry], memory: Memory) -> int:
    """Every acknowledged move is there, once, at its version."""
    by_id = {entry.id: (entry.version, entry.what.move) for entry in entries if isinstance(entry.what, Played)}
    for id, told in memory.acked.items():
        if by_id.get(id) != told:
            raise Lost(f"an acknowledged move is lost: {id} {told}, there is {by_id.get(id)}")
    return len(memory.acked)


def check_views(row: TableRow, entries: list[Entry], memory: Memory) -> int:
    """Every view is the state after so many entries as that seat may know it: nothing less, nothing hidden."""
    for seen in memory.seen:
        if seen.version > len(entries):
            raise Lost(f"version {seen.version} was shown and is not there")
    live = LiveTable(msgspec.structs.replace(row), GAMES[row.game]).load([])
    by_version: dict[int, list[tuple[int, object]]] = {}
    for seen in memory.seen:
        by_version.setdefault(seen.version, []).append((seen.viewer, seen.scene))
    for entry in entries:
        live.apply(entry)
        for viewer, scene in by_version.get(entry.version, ()):
            if msgspec.json.decode(rendering.Renderer(live).scene(viewer)) != scene:
                raise Lost(f"the view of version {entry.version} is not what seat {viewer} may know")
    return len(memory.seen)


def check_luck(row: TableRow, entries: list[Entry]) -> int:
    """Every draw follows from what was committed to."""
    if row.status != "over":
        return 0
    live = LiveTable(row, GAMES[row.game]).load(entries)
    checks = verification.verify(record(live.match, live.luck), GAMES, "")
    wrong = [check for check in checks if not check.is_good and check.what != verification.SIGNATURE]
    if wrong:
        raise Lost(f"{row.id} does not verify: {wrong}")
    return sum(type(entry.what).__name__ == "Drawn" for entry in entries)
