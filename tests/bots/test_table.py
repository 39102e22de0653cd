"""`recif bot` against a real server in a process of its own."""

import asyncio
import os
import socket
import subprocess
import sys
from collections.abc import AsyncIterator, Coroutine, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from recif.bots.program import Program
from recif.bots.table import Bot, place_of
from recif.client import Client, new_session
from recif.games.core.contract import Refused
from recif.server.messages import wire
from tests.bots.test_program import FIRST
from tests.patience import PATIENCE, until
from tests.server.live import Line, serving, visiting
from tests.server.processes import bare_server


@pytest.fixture(scope="module")
def port(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    """Of one server for all tests."""
    with bare_server(tmp_path_factory.mktemp("bots") / "x.db") as found:
        yield found


@asynccontextmanager
async def visitor_at(port: int, name: str) -> AsyncIterator[Client]:
    async with new_session() as session:
        yield await Client(f"http://127.0.0.1:{port}", session).named(name)


def story(plot: Coroutine[Any, Any, None]) -> None:
    asyncio.run(plot)


def bot(folder: Path, link: str, *words: str, code: str = FIRST) -> "subprocess.Popen[str]":
    script = folder / "bot.py"
    script.write_text(code)
    command = [sys.executable, "-m", "recif", "bot", f"{sys.executable} {script}", link, *words]
    env = os.environ | {"PYTHONPATH": "src", "RECIF_LANGUAGE": "en"}
    return subprocess.Popen(command, stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=env)


async def ends(program: "subprocess.Popen[str]") -> tuple[int, str]:
    try:
        _, errors = await asyncio.to_thread(program.communicate, timeout=PATIENCE)
    finally:
        program.kill()
    return program.returncode, errors


@pytest.mark.parametrize("game", ["xok", "kroc", "crabs"])
def test_two_bots_sit_down_and_play_each_other_to_the_end(game: str, port: int, tmp_path: Path) -> None:
    async def plot() -> None:
        async with visitor_at(port, "Host") as host:
            table = await host.table(game, "open", "open")
            link = f"http://127.0.0.1:{port}/t/{table}"
            names = ("Robot", "Automate")
            pair = [bot(tmp_path, link, "--name", name, "--seat", str(seat)) for seat, name in enumerate(names)]
            for code, said in await asyncio.gather(*map(ends, pair)):
                assert code == 0, said
                assert "scores:" in said
            info = await host.call("GET", f"/api/tables/{table}")
            assert info["result"]["reason"] == "over"
            assert [seat["person"]["name"] for seat in info["seats"]] == list(names)

    story(plot())


def test_a_bot_with_a_token_plays_the_seat_of_its_account(port: int, tmp_path: Path) -> None:
    async def plot() -> None:
        async with visitor_at(port, "Ana") as ana:
            await ana.call("POST", "/api/account", {"name": "Ana", "password": "a long password"})
            token = (await ana.call("POST", "/api/tokens", {"label": "bot"}))["secret"]
            table = await ana.table("xok", "me", "open", options={"side": 4})
            link = f"http://127.0.0.1:{port}/t/{table}"
            other = asyncio.create_task(ends(bot(tmp_path, link)))
            code, said = await ends(bot(tmp_path, link, "--token", token))
            assert code == 0, said
            assert (await other)[0] == 0
            assert (await ana.call("GET", f"/api/tables/{table}"))["result"]["reason"] == "over"
            code, said = await ends(bot(tmp_path, link, "--token", "recif_wrong"))
            assert code == 1
            assert "Traceback" not in said

    story(plot())


async def _pipe(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    try:
        while data := await reader.read(65536):
            writer.write(data)
            await writer.drain()
    except ConnectionError:
        pass
    finally:
        writer.close()


class Cable:
    """A port that leads to the server's, and can be pulled out."""

    def __init__(self, port: int) -> None:
        self.target, self.writers, self.pulled = port, [], 0  # type: ignore[var-annotated]

    async def plug(self) -> int:
        self.server = await asyncio.start_server(self._through, "127.0.0.1", 0)
        return int(self.server.sockets[0].getsockname()[1])

    async def _through(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        far_reader, far_writer = await asyncio.open_connection("127.0.0.1", self.target)
        self.writers += [writer, far_writer]
        await asyncio.gather(_pipe(reader, far_writer), _pipe(far_reader, writer))

    def pull(self) -> None:
        self.pulled += 1
        for writer in self.writers:
            writer.transport.abort()
        self.writers = []


SLOW = FIRST.replace("import json, sys", "import json, sys, time").replace(
    "        print", "        time.sleep(0.05); print"
)


def test_a_bot_whose_connection_is_cut_goes_on(port: int, tmp_path: Path) -> None:
    async def plot() -> None:
        async with visitor_at(port, "Host") as host:
            cable = Cable(port)
            near = await cable.plug()
            table = await host.table("urchins", "open", "open")
            other = bot(tmp_path, f"http://127.0.0.1:{port}/t/{table}", "--seat", "1", code=SLOW)
            program = bot(tmp_path, f"http://127.0.0.1:{near}/t/{table}", code=SLOW)
            ended = asyncio.create_task(ends(program))
            for least in (3, 12):
                while (await host.call("GET", f"/api/tables/{table}"))["events"] < least and not ended.done():
                    await asyncio.sleep(0.05)
                cable.pull()
            while (await host.call("GET", f"/api/tables/{table}"))["events"] < 30 and not ended.done():
                await asyncio.sleep(0.05)
            program.terminate()
            other.terminate()
            _, said = await ended
            await ends(other)
            cable.server.close()
            cable.pull()
            assert said.count("trying again") >= 2
            assert (await host.call("GET", f"/api/tables/{table}"))["events"] >= 30

    story(plot())


def test_a_bot_that_comes_back_says_what_it_was_last_told_of(tmp_path: Path) -> None:
    """So that no server shows it an older table."""

    async def plot() -> None:
        async with serving(tmp_path) as server, visiting(server, "Host") as host, visiting(server) as guest:
            follows: list[int] = []
            real = server.dispatcher.on_message

            def hear(connection: Any, data: bytes | str) -> Any:
                if isinstance(asked := wire.decode(data), wire.Follow):
                    follows.append(asked.version)
                return real(connection, data)

            server.dispatcher.on_message = hear  # type: ignore[method-assign]
            table = await host.table("urchins", "open", "me")
            (tmp_path / "bot.py").write_text(FIRST)
            program = Program(f"{sys.executable} {tmp_path / 'bot.py'}")
            bot = Bot(place_of(f"{host.origin}/t/{table}"), program, guest.session, lambda text: None)
            playing = asyncio.create_task(bot.play())
            while bot.table.version < 3 or bot.is_thinking or bot.table.unsure:  # it has moved, and knows
                assert not playing.done(), playing
                await asyncio.sleep(0.01)
            known = bot.table.version
            for socket in list(server.sockets):
                socket.cut()
            await until(lambda: len(follows) > 1 or playing.done())
            playing.cancel()
            await asyncio.gather(playing, return_exceptions=True)
            program.close()
            assert follows == [0, known]

    story(plot())


def test_a_program_that_dies_resigns_so_that_nobody_waits(port: int, tmp_path: Path) -> None:
    async def plot() -> None:
        async with visitor_at(port, "Host") as host:
            table = await host.table("xok", "open", "me")
            code, said = await ends(bot(tmp_path, f"http://127.0.0.1:{port}/t/{table}", code="input()"))
            assert code == 1
            assert "has stopped" in said
            result = (await host.call("GET", f"/api/tables/{table}"))["result"]
            assert (result["reason"], result["seat"], result["winners"]) == ("resigned", 0, [1])

    story(plot())


def test_a_bot_declines_offers_and_comes_to_a_rematch(port: int, tmp_path: Path) -> None:
    async def plot() -> None:
        async with visitor_at(port, "Zoé") as ana:
            table = await ana.table("xok", "me", "open", options={"side": 4})
            program = bot(tmp_path, f"http://127.0.0.1:{port}/t/{table}", "--rematch")
            ended = asyncio.create_task(ends(program))
            async with ana.connect() as socket:
                line = Line(socket)
                await line.send(wire.Follow(table, detail="texts"))
                while (await line.next(wire.Around)).info.status != "playing":
                    pass
                await line.send(wire.Propose(table, "draw", 0, "draw"))
                while not (await line.next(wire.Changed)).now.offers:
                    pass
                while (await line.next(wire.Changed)).now.offers:  # the bot has said no
                    pass
                await line.send(wire.Resign(table, "resign", 0))
                while not (await line.next(wire.Changed)).now.result:
                    pass
                await line.send(wire.Propose(table, "again", 0, "rematch"))
                while not (again := (await line.next(wire.Around)).info.next):
                    pass
                await line.send(wire.Follow(again, detail="texts"))
                now = (await line.next(wire.Table)).now
                while not now.events and not now.moves:
                    now = (await line.next(wire.Changed)).now
            program.terminate()
            await ended

    story(plot())


@pytest.mark.parametrize(
    ("link", "words", "says"),
    [
        ("nowhere", (), "the link of a table is written"),
        ("http://127.0.0.1:{free}/t/abc", (), "no Récif server answers at"),
        ("http://127.0.0.1:{port}/t/nothere", (), ""),
        ("http://127.0.0.1:{port}/t/{full}", (), "no seat is open"),
        ("http://127.0.0.1:{port}/t/{open}", ("--seat", "0"), "seat 0 is taken; open: 1"),
    ],
)
def test_what_cannot_be_is_said_clearly(
    link: str, words: tuple[str, ...], says: str, port: int, tmp_path: Path
) -> None:
    async def plot() -> None:
        async with visitor_at(port, "Host") as host:
            codes = {"full": await host.table("xok", "me", "me"), "open": await host.table("xok")}
            with socket.socket() as free:
                free.bind(("127.0.0.1", 0))
                there = link.format(port=port, free=free.getsockname()[1], **codes)
                code, said = await ends(bot(tmp_path, there, *words))
            assert code == 1
            assert says in said
            assert "Traceback" not in said

    story(plot())


def test_a_link_leads_to_a_server_and_a_table() -> None:
    place = place_of("https://play.example.org/t/k3v9?seat=1")
    assert (place.server, place.table) == ("https://play.example.org", "k3v9")
    with pytest.raises(Refused, match="the link of a table"):
        place_of("https://play.example.org/tables/k3v9")
