"""What grows with use, beside what is wanted: memory, starts, lists, long lives, bytes on the wire.

    python -m bench.growth                  everything (about two minutes)
    python -m bench.growth --tables 2000    smaller

Tables are played once and copied in the database. Times are of this process's loop, which is what everybody waits for.
"""

import argparse
import asyncio
import gc
import random
import resource
import statistics
import tempfile
import time
import tracemalloc
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from tests.server.hall import FREE, Hall, Screen, World, copy_table
from tests.server.live import Visitor, sqlite_of

from bench.table import NO_LIMITS, bare_fsync
from recif.client import new_session
from recif.games import GAMES
from recif.match.match import Match
from recif.server.app import Server
from recif.server.live.table import LiveTable
from recif.server.messages import wire
from recif.server.messages.shapes import Pace
from recif.server.people.profile import LATEST, progress, records, streaks
from recif.server.settings import Settings
from recif.server.store import of_sums
from recif.server.views.audience import Audience

LONG = 110  # events of a match that has gone on for a while
LIVES = 5000  # games of somebody who plays much


def show(what: str, is_now: str, wanted: str) -> None:
    print(f"{what:<58}{is_now:>36}   {wanted}", flush=True)


def memory() -> int:
    """Bytes of this process."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * resource.getpagesize()


def milliseconds(work: Callable[[], object], times: int = 5) -> float:
    taken = []
    for _ in range(times):
        start = time.perf_counter()
        work()
        taken.append(time.perf_counter() - start)
    return 1000 * statistics.median(taken)


def play(hall: Hall, audience: Audience, screens: list[Screen], events: int, seed: int = 3) -> list[int]:
    """Play on by chance; the bytes of each message that tells a player of a turn."""
    chance, live, sizes = random.Random(seed), audience.live, []
    while live.is_playing and len(live.match.log) < events:
        seat = live.waiting[0]
        before = [len(screen.data) for screen in screens]
        screens[seat].play(audience, seat, any_move(live.match, seat, chance), id=f"{seat} {live.version}")
        for screen, heard in zip(screens, before, strict=True):
            sizes += [len(data) for data in screen.data[heard:] if data.startswith(b'{"type":"changed"')]
    return sizes


def any_move(match: Match, seat: int, chance: random.Random) -> str:
    return chance.choice(list(match.position.moves(seat)))


def loaded(hall: Hall) -> None:
    for game in GAMES.values():
        audience, *screens = hall.pair(game.id)
        play(hall, audience, screens, LONG)
        table = audience.live.row.id

        def load(table: str = table) -> Any:
            row = hall.wait(hall.store.table(table))
            assert row is not None
            return LiveTable(row, hall.registry.games[row.game]).load(hall.wait(hall.store.entries(table)))

        load()
        gc.collect()
        tracemalloc.start()
        kept = [load() for _ in range(50)]
        gc.collect()
        used = tracemalloc.get_traced_memory()[0] / len(kept)
        tracemalloc.stop()
        events = len(audience.live.match.log)
        show(f"a loaded table: {game.id}, {events} events", f"{used / 1024:.0f} KB", "≤ 60 KB")
        if game.id == "crabs":
            follow = partial(hall.person("zoe").follow, audience)
            follow()
            show(f"following {game.id}, {events} events, again", f"{milliseconds(follow):.1f} ms", "")


def turns(hall: Hall) -> None:
    """As the pages follow a table: `lean`."""
    for game in GAMES.values():
        sizes = []
        for seed in range(3):
            audience, *screens = hall.pair(game.id)
            for screen in screens:
                screen.follow(audience, detail="lean")
            sizes += play(hall, audience, screens, 60, seed)
        told = f"{statistics.mean(sizes) / 1000:.1f} KB, most {max(sizes) / 1000:.1f}"
        show(f"what a player is sent a turn: {game.id}", told, "≤ 3 KB mean")


def many_tables(folder: Path, count: int) -> None:
    """A database with so many running tables, each with a clock."""
    hall = Hall(folder)
    audience, *screens = hall.pair("xok", Pace("increment", 30 * 60_000, 1000), public=True)
    play(hall, audience, screens, 12)
    hall.tick()
    copy_table(hall.store._database, audience.live.row.id, count - 1, 1)
    hall.close()
    gc.collect()
    world = World()
    world.now = hall.world.now + 3_600_000
    before, start = memory(), time.perf_counter()
    hall = Hall(folder, FREE, world)
    hall.run(5_000)
    hall.tick()
    taken, grown = time.perf_counter() - start, memory() - before
    what = f"start with {count} clocked tables"
    show(what, f"{taken:.2f} s, {grown / 1e6:.0f} MB", "≤ 5 s, ≤ 500 MB")

    def look() -> None:
        hall.registry.lobby.changed()
        hall.wait(hall.registry.lobby.listing())

    show(f"lobby with {count} playing", f"{milliseconds(look):.2f} ms", "≤ 5 ms")
    hall.registry.audiences.clear()
    rows = hall.wait(hall.registry.lists.infos(hall.wait(hall.store.tables_of("ana", 30))))
    assert len(rows) == 30
    taken = milliseconds(lambda: hall.wait(hall.registry.lists.infos(hall.wait(hall.store.tables_of("ana", 30)))))
    show("a person's 30 tables, none in memory", f"{taken:.2f} ms", "≤ 5 ms")
    hall.close()


class Watch:
    """How long others had to wait at most while something was done."""

    async def __aenter__(self) -> "Watch":
        self.worst, self.cpu, self.most = 0.0, 0.0, memory()
        self._task = asyncio.create_task(self._look())
        return self

    async def _look(self) -> None:
        while True:
            start, cpu = time.perf_counter(), time.thread_time()
            await asyncio.sleep(0.001)
            self.worst = max(self.worst, time.perf_counter() - start - 0.001)
            self.cpu = max(self.cpu, time.thread_time() - cpu)
            self.most = max(self.most, memory())

    def __str__(self) -> str:
        """Others on this machine stall us too; they cost no processor time of ours."""
        return f"stall {self.worst * 1000:.0f} ms, {self.cpu * 1000:.0f} of CPU"

    async def __aexit__(self, *_: object) -> None:
        self._task.cancel()


async def long_life(folder: Path, games: int) -> None:
    """Somebody with thousands of finished games takes them away, then deletes the account."""
    database = folder / "life.db"
    server = Server(Settings(port=0, host="127.0.0.1", database=database, workers=0, limits=NO_LIMITS))
    await server.open()
    async with new_session() as session:
        ana = await Visitor(server, session).named("Ana")
        table = await ana.table("crocodiles", "me", "me")
        me = (await ana.call("GET", "/api/me"))["person"]["id"]
        live, chance = (await server.registry.audience(table)).live, random.Random(3)
        while live.is_playing:
            seat = live.waiting[0]
            move = wire.Play(table, f"{live.version}", seat, any_move(live.match, seat, chance))
            await server.registry.request(me, move, lambda _: None)
            await asyncio.sleep(0)
        sqlite_of(server)._flush()
        copy_table(sqlite_of(server)._database, table, games - 1)
        server.registry.audiences.clear()
        gc.collect()
        gc.freeze()  # as a server does with what stays for good (garbage.py)
        before = memory()
        async with Watch() as watch, session.get(f"{ana.origin}/api/me/export") as answer:
            size = 0
            async for piece in answer.content.iter_any():
                size += len(piece)
        grown = f"{(watch.most - before) / 1e6:.0f} MB, {watch}"
        show(f"export of {games} games ({size / 1e6:.0f} MB)", grown, "≤ 100 MB")
        async with Watch() as watch:
            await ana.call("DELETE", "/api/me", {})
        show(f"delete an account with {games} games", str(watch), "stall ≤ 20 ms")
        bare_fsync(folder)  # each of its steps is on disk before the next begins
    await server.close()


def many_games(folder: Path, count: int) -> None:
    """A database with so many finished games: how long it takes to open, and to tell of somebody who played them."""
    hall = Hall(folder)
    audience, *screens = hall.pair("crocodiles", public=True)
    play(hall, audience, screens, 10_000)
    hall.tick()
    table = audience.live.row.id
    copy_table(hall.store._database, table, count - 1, 1)
    columns = ", ".join(name for (_, name, *_) in hall.store._database.execute("PRAGMA table_info(results)"))
    named = columns.replace("table", '"table"', 1)
    told = named.replace('"table"', "tables.id", 1).replace(" at,", " results.at + tables.made % 100000000,", 1)
    results = f"""INSERT OR IGNORE INTO results ({named}) SELECT {told} FROM tables, results
        WHERE results."table" = ?1 LIMIT {2 * LIVES}"""
    for statement in (results, "DELETE FROM tallies", "DELETE FROM streaks", *of_sums.FILL.split(";")):
        hall.store._database.execute(statement, (table,) if "?1" in statement else ())
    hall.close()
    start = time.perf_counter()
    hall = Hall(folder, FREE, hall.world)
    hall.tick()
    show(f"start with {count} finished games", f"{time.perf_counter() - start:.2f} s", "≤ 5 s")

    def profile() -> None:
        records(hall.wait(hall.store.tallies_of("ana")))
        streaks(hall.wait(hall.store.streak_of("ana")), hall.world.now)
        progress(hall.wait(hall.store.points_of("ana", LATEST)))

    show(f"a profile of {min(count, LIVES)} results", f"{milliseconds(profile):.2f} ms", "≤ 5 ms")
    hall.close()


async def first_question(folder: Path, count: int) -> None:
    """To the explorer, at a server that has just started on that database; then once its counts are there."""
    database = folder / "hall.db"
    server = Server(Settings(port=0, host="127.0.0.1", database=database, workers=0, limits=NO_LIMITS))
    await server.open()
    async with new_session() as session:
        ana = await Visitor(server, session).named("Zoe")
        asked = {"game": "xok", "seat": 0}
        for what in ("the first question ever", "the next one"):
            start = time.perf_counter()
            async with Watch() as watch:
                await ana.call("POST", "/api/explorer", asked)
            show(f"explorer of {count} games: {what}", f"{time.perf_counter() - start:.2f} s, {watch}", "next ≤ 0.2 s")
    await server.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--tables", type=int, default=20_000, help="running tables in the large database")
    parser.add_argument("--games", type=int, default=50_000, help="finished games in another")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "small").mkdir()
        (folder / "large").mkdir()
        hall = Hall(folder / "small")
        loaded(hall)
        turns(hall)
        hall.close()
        many_tables(folder / "large", args.tables)
        (folder / "games").mkdir()
        many_games(folder / "games", args.games)
        asyncio.run(first_question(folder / "games", args.games))
        asyncio.run(long_life(folder, min(LIVES, args.tables)))


if __name__ == "__main__":
    main()
