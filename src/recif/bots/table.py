"""A seat at a table of a server, over its public protocol (docs/protocol.md), for a program to play.

What was sent and not acknowledged is sent again under the same id after the connection was lost: it happens once.
"""

import asyncio
import random
import re
import secrets
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import aiohttp

from recif.bots.program import Fault, Program
from recif.bots.turns import Fold, turn
from recif.games.core.contract import Refused, Text

LINK = re.compile(r"(https?://[^/\s]+)/t/([\w-]+)/?(?:[?#].*)?")
WAITS = (0.3, 8.0)  # seconds before connecting again: the first time, and at most; in between they double
GIVE_UP = 600.0  # seconds without a server
SIGNED_OUT = 4001
Say = Callable[[Text], None]


@dataclass(frozen=True)
class Place:
    """Where to sit: a server, a table, and who we are there."""

    server: str
    table: str
    token: str = ""
    name: str = "Bot"
    seat: int | None = None
    rematch: bool = False


def place_of(link: str, **told: Any) -> Place:
    """The place that a link to a table leads to, or Refused."""
    found = LINK.fullmatch(link.strip())
    if not found:
        raise Refused(
            "bad-link",
            Text(
                f"le lien d’une table s’écrit http://serveur/t/code, pas {link!r}",
                f"the link of a table is written http://server/t/code, not {link!r}",
            ),
        )
    return Place(found[1], found[2], **told)


@dataclass
class Table:
    """What is known of the table that we sit at."""

    code: str
    info: dict[str, Any] = field(default_factory=dict)
    mine: list[int] = field(default_factory=list)
    now: dict[str, Any] = field(default_factory=dict)
    log: list[tuple[int, str]] = field(default_factory=list)
    cuts: int = 0
    fold: Fold | None = None

    def hear(self, told: dict[str, Any]) -> None:
        self.info, self.mine = told.get("info", self.info), told.get("mine", self.mine)
        if "now" in told:
            self.now, self.cuts = told["now"], told["cuts"]
            self.log[told["log_from"] :] = [(line["seat"], line["text"]) for line in told["log"]]

    def turn(self, seat: int) -> dict[str, Any]:
        """What the program is told, in the words of the referee."""
        game, seats = self.info["game"], len(self.info["seats"])
        self.fold = self.fold or Fold(game, seats, self.info["options"])
        position = self.fold.follow(self.log)
        moves = [move["text"] for move in self.now["moves"][str(seat)]]
        text = None if position is None else str(position)
        return turn(game, seats, seat, self.now["waiting"], moves, self.now["scene"], text)


class Bot:
    """A program at a table, until the match is over."""

    def __init__(self, place: Place, program: Program, session: aiohttp.ClientSession, say: Say) -> None:
        self.place, self.program, self.session, self.say = place, program, session, say
        self.headers = {"Authorization": f"Bearer {place.token}"} if place.token else {"Origin": place.server}
        self.table = Table(place.table)
        self.unsure: dict[str, dict[str, Any]] = {}  # sent and not acknowledged, by id
        self.asked: tuple[int, int] | None = None  # events and seat of the turn that is being thought about, or was
        self.thinking: asyncio.Task[None] | None = None
        self.is_thinking = False
        self.fault: Fault | None = None
        self.is_done = False

    async def play(self) -> dict[str, Any]:
        """Sit down and play to the end, over as many connections as it takes; the result."""
        await self._introduce()
        lost, wait = 0.0, WAITS[0]
        while not self.is_done:
            try:
                async with await self._connect() as socket:
                    lost, wait = 0.0, WAITS[0]
                    await self._listen(socket)
            except (aiohttp.ClientConnectionError, ConnectionError, TimeoutError) as error:
                if lost > GIVE_UP:
                    raise Refused("no-server", _no_server(self.place.server, error)) from error
            finally:
                await self._stop_thinking()
            if not self.is_done:
                self.say(Text("connexion perdue ; nouvel essai…", "the connection is lost; trying again…"))
                await asyncio.sleep(wait * random.uniform(0.7, 1.3))
                lost, wait = lost + wait, min(2 * wait, WAITS[1])
        return dict(self.table.now["result"])

    async def _introduce(self) -> None:
        """A guest needs a name; this is also where a wrong server is found out."""
        method, path = ("GET", "/api/me") if self.place.token else ("POST", "/api/guest")
        body = None if self.place.token else {"name": self.place.name}
        try:
            there = self.place.server + path
            async with self.session.request(method, there, headers=self.headers, json=body) as answer:
                told = await answer.json(content_type=None) if answer.status >= 400 else {}
        except (aiohttp.ClientError, OSError, ValueError, TimeoutError) as error:
            raise Refused("no-server", _no_server(self.place.server, error)) from error
        if told:
            raise Refused(str(told.get("code", "")), Text(str(told.get("fr", told)), str(told.get("en", told))))

    async def _connect(self) -> aiohttp.ClientWebSocketResponse:
        try:
            return await self.session.ws_connect(
                self.place.server + "/ws", headers=self.headers, max_msg_size=0, heartbeat=30
            )
        except aiohttp.WSServerHandshakeError as refused:
            if refused.status in (401, 403):
                raise Refused(
                    "not-let-in",
                    Text(
                        f"le serveur refuse l’entrée ({refused.status}) : le jeton est-il bon ?",
                        f"the server does not let us in ({refused.status}): is the token right?",
                    ),
                ) from None
            raise ConnectionError(str(refused)) from refused

    async def _listen(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        table = self.table
        await self._follow(socket)
        async for message in socket:
            if message.type != aiohttp.WSMsgType.TEXT:
                continue
            told = message.json()
            if told["type"] == "bye" and told["reason"] == "signed-out":
                raise Refused("signed-out", _signed_out())
            await self._hear(socket, told)
            if self.is_done:
                return
            if table is not self.table:  # a rematch
                table = self.table
                await self._follow(socket)
        if socket.close_code == SIGNED_OUT:
            raise Refused("signed-out", _signed_out())

    async def _follow(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        table = self.table
        seen = {"seen": len(table.log), "cuts": table.cuts}
        await socket.send_json({"type": "follow", "table": table.code, "detail": "texts", "language": "en", **seen})
        for message in self.unsure.values():
            await socket.send_json(message)
        self.asked = None if not self.unsure else self.asked

    async def _hear(self, socket: aiohttp.ClientWebSocketResponse, told: dict[str, Any]) -> None:
        kind = told["type"]
        if kind == "ack":
            self._check_resigned(self.unsure.pop(told["id"], None))
        if kind == "refusal":
            await self._refused(socket, told)
        if kind not in ("table", "changed", "around") or told["table"] != self.table.code:
            return
        self.table.hear(told)
        if kind == "table" and not self.table.mine and self.table.info["status"] != "over":
            await self._sit(socket)
        await self._decline(socket)
        if self.table.now and self.table.now["result"]:
            await self._ended(socket)
        else:
            self._think(socket)

    async def _refused(self, socket: aiohttp.ClientWebSocketResponse, told: dict[str, Any]) -> None:
        """Of following or sitting down: there is nothing to wait for. Of a move: the program is asked again."""
        message = self.unsure.pop(told["id"], None)
        self._check_resigned(message)
        text = Text(told["fr"], told["en"])
        if message is None and told["id"]:
            return
        if message is None or message["type"] == "sit":
            raise Refused(told["code"], text)
        if message["type"] == "play":
            self.asked = None
            if told["code"] not in ("stale", "not-your-turn", "game-over", "busy"):
                self.say(text)
            self._think(socket)

    def _check_resigned(self, message: dict[str, Any] | None) -> None:
        if self.fault and message and message["type"] == "resign":
            raise self.fault

    async def _send(self, socket: aiohttp.ClientWebSocketResponse, what: str, **told: Any) -> None:
        """What must happen once, even if the connection is lost before it is acknowledged."""
        message = {"type": what, "table": self.table.code, "id": secrets.token_hex(8), **told}
        self.unsure[message["id"]] = message
        await socket.send_json(message)

    async def _sit(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        free = [seat["seat"] for seat in self.table.info["seats"] if seat["kind"] == "open"]
        wanted = self.place.seat
        if not free or (wanted is not None and wanted not in free):
            raise Refused("seat-taken", _no_seat(wanted, free))
        await self._send(socket, "sit", seat=free[0] if wanted is None else wanted, number=secrets.token_hex(8))

    async def _decline(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        """A program does not bargain: it says no, so that people do not wait for it; to a rematch yes, if it stays."""
        for offer in self.table.now.get("offers", []):
            for seat in self.table.mine:
                if seat not in offer["agreed"] and offer["seat"] not in self.table.mine and not self.unsure:
                    yes = offer["kind"] == "rematch" and self.place.rematch
                    number = secrets.token_hex(8)
                    await self._send(socket, "reply", seat=seat, kind=offer["kind"], yes=yes, number=number)

    async def _ended(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        result = self.table.now["result"]
        if self.asked != (-1, -1):
            self.asked = (-1, -1)
            await self._stop_thinking()
            over = {"phase": "over", "winners": result["winners"], "scores": result["scores"]}
            await asyncio.to_thread(self.program.tell, over)
            self.say(_over(result, self.table.mine))
        if not self.place.rematch:
            self.is_done = True
        elif self.table.info.get("next"):
            self.table, self.asked, self.unsure = Table(self.table.info["next"]), None, {}

    def _think(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        """Ask the program in a thread, so that the connection stays awake. One turn at a time."""
        table = self.table
        waiting = [seat for seat in table.mine if str(seat) in table.now.get("moves", {})]
        if table.now.get("curtain"):
            raise Refused("one-seat", _one_seat())
        if not waiting or self.is_thinking:
            return
        at = (table.now["events"], waiting[0])
        if waiting[0] in table.now["waiting"] and at != self.asked:
            self.asked, self.is_thinking = at, True
            self.thinking = asyncio.create_task(self._answer(socket, *at))

    async def _answer(self, socket: aiohttp.ClientWebSocketResponse, events: int, seat: int) -> None:
        try:
            move = await asyncio.to_thread(self.program.choose, self.table.turn(seat))
        except Fault as fault:  # nobody should have to wait for a program that plays no more
            self.fault = fault
            await self._send(socket, "resign", seat=seat)
            return
        self.is_thinking = False
        await self._send(socket, "play", seat=seat, move=move, at=events)

    async def _stop_thinking(self) -> None:
        """A thread cannot be stopped: its answer is waited for, and counts if the turn is still the same."""
        if self.thinking is not None:
            await asyncio.gather(self.thinking, return_exceptions=True)
            self.thinking = None


async def sit_and_play(place: Place, program: Program, say: Say) -> dict[str, Any]:
    """Play one table (or, with rematches, on and on) as this place says."""
    async with aiohttp.ClientSession(cookie_jar=aiohttp.CookieJar(unsafe=True)) as session:
        return await Bot(place, program, session, say).play()


def _no_server(server: str, error: Exception) -> Text:
    return Text(f"aucun serveur Récif ne répond à {server} : {error}", f"no Récif server answers at {server}: {error}")


def _signed_out() -> Text:
    return Text("le serveur a mis fin à cette session", "the server has ended this session")


def _no_seat(wanted: int | None, free: list[int]) -> Text:
    if not free:
        return Text("aucune place n’est libre à cette table", "no seat is open at this table")
    listed = ", ".join(map(str, free))
    return Text(f"la place {wanted} est prise ; libres : {listed}", f"seat {wanted} is taken; open: {listed}")


def _one_seat() -> Text:
    return Text(
        "plusieurs places à vous, qui se cachent des cartes : un programme n’en joue qu’une",
        "several of your seats hide things from each other: a program plays one only",
    )


def _over(result: dict[str, Any], mine: list[int]) -> Text:
    won = set(mine) & set(result["winners"])
    scores = ", ".join(map(str, result["scores"]))
    if won:
        return Text(f"gagné ; scores : {scores}", f"won; scores: {scores}")
    return Text(f"perdu ; scores : {scores}", f"lost; scores: {scores}")
