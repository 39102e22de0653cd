"""A bot that plays through the public API alone: it needs aiohttp, and nothing of Récif.

    python examples/bot.py http://localhost:8787 --token recif_… --table k3v9xw2mab
    python examples/bot.py http://localhost:8787 --game xok        # as a guest, against a machine of level 1

It plays any move that the server lists. Replace `choose` by something clever.
"""

import argparse
import asyncio
import random
import secrets
from typing import Any

import aiohttp


def choose(scene: dict[str, Any], moves: list[dict[str, Any]]) -> str:
    """`scene` is the board as the bot's seat sees it; each move has a text and its parts."""
    return str(random.choice(moves)["text"])


class Bot:
    """One seat at one table."""

    def __init__(self, session: aiohttp.ClientSession, server: str, token: str = "") -> None:
        self.session = session
        self.server = server.rstrip("/")
        self.headers = {"Authorization": f"Bearer {token}"} if token else {"Origin": self.server}

    async def post(self, path: str, body: dict[str, Any]) -> dict[str, Any]:
        async with self.session.post(self.server + path, json=body, headers=self.headers) as answer:
            told: dict[str, Any] = await answer.json()
            if answer.status >= 400:
                raise SystemExit(f"{path}: {told['en']}")
            return told

    async def connect(self) -> aiohttp.ClientWebSocketResponse:
        try:
            return await self.session.ws_connect(self.server + "/ws", headers=self.headers)
        except aiohttp.WSServerHandshakeError as refused:
            raise SystemExit(f"the server does not let us in ({refused.status}): is the token right?") from None

    async def play(self, table: str) -> dict[str, Any]:
        """Take an open seat if we have none, then play until the end; returns the result."""
        async with await self.connect() as socket:
            await socket.send_json({"type": "follow", "table": table, "detail": "full", "language": "en"})
            async for message in socket:
                told = message.json()
                if told["type"] == "table" and not told["mine"]:
                    await self.sit(socket, table, told["info"]["seats"])
                if told["type"] == "refusal" and not told["id"]:  # of following: there is nothing to wait for
                    raise SystemExit(told["en"])
                if told["type"] == "refusal":
                    print("refused:", told["en"])
                for line in told.get("log", []):
                    print(line["en"])
                now = told.get("now")
                if now and now["result"]:
                    return dict(now["result"])
                if now:
                    await self.answer(socket, table, now)
        raise SystemExit("the server went away")

    async def sit(self, socket: aiohttp.ClientWebSocketResponse, table: str, seats: list[dict[str, Any]]) -> None:
        free = [seat["seat"] for seat in seats if seat["kind"] == "open"]
        if not free:
            raise SystemExit("no seat is open")
        sit = {
            "type": "sit",
            "table": table,
            "id": secrets.token_hex(8),
            "seat": free[0],
            "number": secrets.token_hex(8),
        }
        await socket.send_json(sit)

    async def answer(self, socket: aiohttp.ClientWebSocketResponse, table: str, now: dict[str, Any]) -> None:
        for seat, moves in now["moves"].items():
            if int(seat) in now["waiting"]:
                move = choose(now["scene"], moves)
                play = {"type": "play", "table": table, "id": secrets.token_hex(8), "seat": int(seat), "move": move}
                await socket.send_json(play | {"at": now["events"]})


async def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("server")
    parser.add_argument("--token", default="")
    parser.add_argument("--table", help="the code in the table's link")
    parser.add_argument("--game", default="xok", help="without --table: a new table against a machine")
    told = parser.parse_args()
    async with aiohttp.ClientSession(cookie_jar=aiohttp.CookieJar(unsafe=True)) as session:
        bot = Bot(session, told.server, told.token)
        if not told.token:
            await bot.post("/api/guest", {"name": "Bot"})
        table = told.table
        if not table:
            wish = {"game": told.game, "seats": [{"kind": "me"}, {"kind": "machine", "level": 1}]}
            table = (await bot.post("/api/tables", wish))["table"]
        print(await bot.play(table))


if __name__ == "__main__":
    try:
        asyncio.run(main())
    except aiohttp.ClientConnectionError as error:
        raise SystemExit(f"no server answers: {error}") from None
