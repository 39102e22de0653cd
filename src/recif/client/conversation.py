"""One socket, from the handshake to its close: messages are JSON."""

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Any, Self

import aiohttp

from recif.games.core.contract import Refused, Text

JsonMessage = dict[str, Any]
PATIENCE = 60.0  # seconds
ENDS = (aiohttp.WSMsgType.CLOSE, aiohttp.WSMsgType.CLOSING, aiohttp.WSMsgType.CLOSED, aiohttp.WSMsgType.ERROR)


def refused(message: JsonMessage) -> Refused:
    """A refusal as an exception, in both languages."""
    return Refused(str(message.get("code", "")), Text(*(str(message.get(way, message)) for way in ("fr", "en"))))


class Conversation:
    """What is said to a server and heard from it, over one socket."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self.socket = socket
        self.close_code: int | None = None  # the server's; none while it is open, or if the connection broke

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *error: object) -> None:
        await self.close()

    async def close(self) -> None:
        await self.socket.close()

    async def send(self, message: Any) -> None:
        await self.socket.send_json(message)

    async def say(self, kind: str, /, **fields: Any) -> None:
        await self.send({"type": kind, **fields})

    async def follow(self, table: str, detail: str = "none", **known: Any) -> None:
        await self.say("follow", table=table, detail=detail, **known)

    async def text(self, patience: float | None = None) -> str | None:
        """The next message as it came; None once the socket is closed."""
        while True:
            message = await asyncio.wait_for(self.socket.receive(), patience)
            if message.type == aiohttp.WSMsgType.TEXT:
                return str(message.data)
            if message.type in ENDS:
                self.close_code = self._code(message)
                return None

    def _code(self, message: aiohttp.WSMessage) -> int | None:
        if message.type == aiohttp.WSMsgType.CLOSE:
            return int(message.data)
        return None if message.type == aiohttp.WSMsgType.ERROR else self.close_code or self.socket.close_code

    async def __aiter__(self) -> AsyncIterator[JsonMessage]:
        """Every message, until the socket is closed."""
        while (text := await self.text()) is not None:
            yield json.loads(text)

    async def hear(self, *kinds: str, patience: float | None = PATIENCE) -> JsonMessage:
        """The next message of these kinds; others are passed over. A refusal that was not asked for is raised."""
        while (text := await self.text(patience)) is not None:
            message: JsonMessage = json.loads(text)
            if message["type"] in kinds:
                return message
            if message["type"] == "refusal":
                raise refused(message)
        raise ConnectionError(f"the server has closed the socket ({self.close_code})")

    async def closed(self, patience: float = PATIENCE) -> int | None:
        """The close code, once the socket is closed."""
        while await self.text(patience) is not None:
            pass
        return self.close_code
