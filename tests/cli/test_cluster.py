"""`recif cluster` as somebody tries it: real processes, a page, a match across servers, one of them killed, Ctrl+C."""

import asyncio
import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import aiohttp
import pytest

from recif.client import Client
from recif.games.core.contract import Refused
from recif.server.cluster.postgres import free_port
from recif.server.messages import wire
from tests.cli.test_hosting import run
from tests.patience import at_last
from tests.server.live import Line

SOON = 300  # seconds, on the busiest machine
GREETING = re.compile(r"http://localhost:(\d+)/ \(process (\d+)\)")


class Cluster(NamedTuple):
    process: "subprocess.Popen[str]"
    port: int  # of the balancer
    ports: list[int]
    pids: list[int]


@contextmanager
def started(nodes: int) -> Iterator[Cluster]:
    port, root = free_port(), Path(__file__).parents[2]
    process = subprocess.Popen(
        [sys.executable, "-m", "recif", "cluster", "--nodes", str(nodes), "--port", str(port)],
        stdout=subprocess.PIPE,
        text=True,
        env=os.environ | {"PYTHONPATH": str(root / "src"), "RECIF_LANGUAGE": "en"},
    )
    assert process.stdout
    try:
        lines = []
        for line in process.stdout:
            lines.append(line)
            if "Ctrl+C" in line:
                break
        servers = GREETING.findall("".join(lines))
        assert f"http://localhost:{port}/" in lines[0]
        yield Cluster(process, port, [int(at) for at, _ in servers], [int(pid) for _, pid in servers])
    finally:
        family = descendants(process.pid)
        if process.poll() is None:
            process.send_signal(signal.SIGINT)
        try:
            process.wait(SOON)
        finally:
            for pid in [process.pid, *family] if process.poll() is None else []:
                os.kill(pid, signal.SIGKILL)
            process.stdout.close()


def descendants(pid: int) -> list[int]:
    """Servers, the database, and what those have started."""
    parents: dict[int, list[int]] = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                parent = int((entry / "stat").read_text().rpartition(")")[2].split()[1])
            except (OSError, IndexError):  # gone meanwhile
                continue
            parents.setdefault(parent, []).append(int(entry.name))
    found, left = [], [pid]
    while left:
        left += (children := parents.get(left.pop(), []))
        found += children
    return found


def alive(pids: list[int]) -> list[str]:
    """Those that still run, by their names; one that has ended and whom nobody has asked about does not."""
    found = []
    for pid in pids:
        try:
            name, _, rest = Path(f"/proc/{pid}/stat").read_text().rpartition(")")
        except OSError:
            continue
        if rest.split()[0] != "Z":
            found.append(name)
    return found


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="processes are looked up in /proc")
def test_a_match_goes_on_across_servers_through_a_kill_and_ctrl_c_ends_everything() -> None:
    with started(2) as cluster:
        asyncio.run(story(cluster))
        family = descendants(cluster.process.pid)
        names = alive(family)
        assert any("postgres" in name for name in names)
        cluster.process.send_signal(signal.SIGINT)
        assert cluster.process.wait(SOON) == 0
        at_last(lambda: not alive(family))


async def story(cluster: Cluster) -> None:
    assert len(cluster.ports) == 2
    async with sessions() as ana, sessions() as theo:
        front = at(cluster.port, ana)
        async with ana.get(front.origin) as page:
            assert (page.status, page.content_type) == (200, "text/html")
        await front.named("Ana")
        one, two = at(cluster.ports[0], ana), at(cluster.ports[1], theo)
        await two.named("Théo")
        table = await one.table("xok", "me", "open")
        async with one.connect() as first, two.connect() as second:
            here, there = Line(first), Line(second)
            for line in (here, there):
                await line.send(wire.Follow(table, detail="texts"))
                await line.next(wire.Table, SOON)
            await there.send(wire.Sit(table, "sit", 1))
            await there.next(wire.Ack)
            await move(here, table, 0)
            await move(there, table, 1)
            os.kill(cluster.pids[0], signal.SIGKILL)
            await here.closed()
            async with front.connect() as again:  # the browser comes back, by the same door
                back = Line(again)
                await back.send(wire.Follow(table, detail="texts"))
                now = (await back.next(wire.Table, SOON)).now
                assert isinstance(await back.play(table, 0, now.moves["0"][0].text), wire.Ack)
                log = (await there.next(wire.Changed)).log
                assert len(log) == 1
        for _ in range(4):  # whoever comes now meets the one that is left
            assert len(await front.call("GET", "/api/games")) > 0


def sessions() -> aiohttp.ClientSession:
    connector = aiohttp.TCPConnector(force_close=True)  # each request by a connection of its own
    return aiohttp.ClientSession(cookie_jar=aiohttp.CookieJar(unsafe=True), connector=connector)


def at(port: int, session: aiohttp.ClientSession) -> Client:
    return Client(f"http://127.0.0.1:{port}", session)


async def move(line: Line, table: str, seat: int) -> None:
    """The first one there is, when it is the seat's turn."""
    while (now := (await line.next(wire.Changed, SOON)).now).waiting != [seat]:
        """The other moves first."""
    assert isinstance(await line.play(table, seat, now.moves[str(seat)][0].text), wire.Ack)


def test_a_port_that_is_taken_is_told_before_anything_is_started() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with pytest.raises(Refused, match=f"port {port} is in use"):
            run("cluster", "--port", str(port))
