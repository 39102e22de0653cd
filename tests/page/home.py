"""The server of a page without a page: what it says is kept."""

import asyncio
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from recif.page.minds import HomeMinds
from recif.page.server import PageServer
from tests.patience import PATIENCE


class Home:
    """Somebody at a page. `kept` counts how often what was written was put where it outlives the page."""

    def __init__(self, folder: Path, minds: HomeMinds | None = None) -> None:
        self.heard: list[dict[str, Any]] = []
        self.closed: list[int] = []
        self.kept = 0
        self.server = PageServer(folder / "recif.db", self._hear, self.closed.append, self._keep, minds)
        self._news = asyncio.Event()

    def _hear(self, text: str) -> None:
        self.heard.append(json.loads(text))
        self._news.set()

    def _keep(self) -> None:
        self.kept += 1

    @classmethod
    async def open(cls, folder: Path, minds: HomeMinds | None = None) -> "Home":
        home = cls(folder, minds)
        await home.server.open()
        if (await home.server.fetch("GET", "/api/me")).status == 401:
            await home.ask("POST", "/api/guest", {"name": "Ana", "language": "en", "face": 3})
        await home.server.connect()
        assert home.heard[-1]["type"] == "welcome"
        return home

    async def ask(self, method: str, path: str, body: Any = None) -> Any:
        answer = await self.server.fetch(method, path, None if body is None else json.dumps(body))
        assert answer.status < 300, answer
        return json.loads(answer.body) if answer.body else None

    def say(self, **message: Any) -> None:
        self.server.on_message(json.dumps(message))

    async def until(self, is_it: Callable[[dict[str, Any]], Any], since: int = 0) -> dict[str, Any]:
        """The first message of that kind, as soon as it has come."""
        async with asyncio.timeout(PATIENCE):
            while True:
                for message in self.heard[since:]:
                    if is_it(message):
                        return message
                self._news.clear()
                await self._news.wait()

    async def table(self, game: str, level: int, **more: Any) -> str:
        seats = [{"kind": "me"}, {"kind": "machine", "level": level}]
        made = await self.ask("POST", "/api/tables", {"game": game, "seats": seats, **more})
        self.say(type="follow", table=made["table"])
        return str(made["table"])

    async def play(self, table: str) -> dict[str, Any]:
        """The first move that is offered; what stands on the table when it is my turn again, or all is over."""
        await self._turn(table, 0)
        count = len(self.heard)
        self.say(type="ask", table=table, id=f"a{count}", what="moves", seat=0)
        offered = await self.until(lambda m: m["type"] in ("told", "refusal"), count)
        move = offered["moves"][0]["text"]
        self.say(type="play", table=table, id=f"m{count}", seat=0, move=move)
        answer = await self.until(lambda m: m["type"] in ("ack", "refusal"), count)
        assert answer["type"] == "ack", answer
        return await self._turn(table, count)

    async def _turn(self, table: str, since: int) -> dict[str, Any]:
        def is_mine(message: dict[str, Any]) -> bool:
            now = message.get("now")
            return bool(now and message["table"] == table and (0 in now["waiting"] or now.get("result")))

        return (await self.until(is_mine, since))["now"]  # type: ignore[no-any-return]
