"""A seat at a table of a server, over its public protocol (docs/protocol.md), for a program to play."""

import asyncio
import random
import re
import secrets
from dataclasses import dataclass
from typing import Any

import aiohttp

from recif.bots.program import Fault, Program
from recif.bots.questions import Fold, turn
from recif.client import Client, Conversation, Followed, JsonMessage, new_session
from recif.client.conversation import refused
from recif.console.language import Announce
from recif.games.core.contract import Refused, Text

LINK = re.compile(r"(https?://[^/\s]+)/t/([\w-]+)/?(?:[?#].*)?")
WAITS = (0.3, 8.0)  # seconds before connecting again: the first time, and at most; in between they double
GIVE_UP = 600.0  # seconds without a server
SIGNED_OUT = 4001


@dataclass(frozen=True)
class Destination:
    """Where to sit: a server, a table, and who we are there."""

    server: str
    table: str
    token: str = ""
    name: str = "Bot"
    seat: int | None = None
    rematch: bool = False


def place_of(link: str, **settings: Any) -> Destination:
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
    return Destination(found[1], found[2], **settings)


@dataclass
class BotTable(Followed):
    """The table that we sit at, and its position as far as it is known."""

    fold: Fold | None = None

    def turn(self, seat: int) -> dict[str, Any]:
        """What the program is told, in the words of the referee."""
        game, seats = self.info["game"], len(self.info["seats"])
        self.fold = self.fold or Fold(game, seats, self.info["options"])
        position = self.fold.follow([(line["seat"], line["text"]) for line in self.log])
        moves = [move["text"] for move in self.now["moves"][str(seat)]]
        text = None if position is None else str(position)
        return turn(game, seats, seat, self.now["waiting"], moves, self.now["scene"], text)


class Bot:
    """A program at a table, until the match is over; whoever decides otherwise has no program, and says how."""

    def __init__(
        self, place: Destination, program: Program | None, session: aiohttp.ClientSession, say: Announce
    ) -> None:
        self.place, self.program, self.say = place, program, say
        self.client = Client(place.server, session, place.token, heartbeat=30)
        self.table = BotTable(place.table)
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
                async with await self.client.talk() as talk:
                    lost, wait = 0.0, WAITS[0]
                    await self._listen(talk)
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
        try:
            await (self.client.call("GET", "/api/me") if self.place.token else self.client.named(self.place.name))
        except (aiohttp.ClientError, OSError, TimeoutError) as error:
            raise Refused("no-server", _no_server(self.place.server, error)) from error

    async def _listen(self, talk: Conversation) -> None:
        table = self.table
        await self._join(talk)
        async for message in talk:
            if message["type"] == "bye" and message["reason"] == "signed-out":
                raise Refused("signed-out", _signed_out())
            await self._hear(talk, message)
            if self.is_done:
                return
            if table is not self.table:  # a rematch
                table = self.table
                await self._join(talk)
        if talk.close_code == SIGNED_OUT:
            raise Refused("signed-out", _signed_out())

    async def _join(self, talk: Conversation) -> None:
        await self.table.join(talk)
        self.asked = None if not self.table.unsure else self.asked

    async def _hear(self, talk: Conversation, message: JsonMessage) -> None:
        ours, kind = self.table.hear(message), message["type"]
        self._check_resigned(ours)
        if kind == "refusal":
            self._refused(talk, message, ours)
        if kind not in ("table", "changed", "around") or message["table"] != self.table.code:
            return
        if kind == "table" and not self.table.mine and self.table.info["status"] != "over":
            await self._sit(talk)
        await self._decline(talk)
        if self.table.now and self.table.now["result"]:
            await self._ended()
        else:
            self._think(talk)

    def _refused(self, talk: Conversation, message: JsonMessage, ours: JsonMessage | None) -> None:
        """Of following or sitting down: there is nothing to wait for. Of a move: the program is asked again."""
        if ours is None and message["id"]:
            return
        if ours is None or ours["type"] == "sit":
            raise refused(message)
        if ours["type"] == "play":
            self.asked = None
            if message["code"] not in ("stale", "not-your-turn", "game-over", "busy"):
                self.say(refused(message).text)
            self._think(talk)

    def _check_resigned(self, message: JsonMessage | None) -> None:
        if self.fault and message and message["type"] == "resign":
            raise self.fault

    async def _sit(self, talk: Conversation) -> None:
        free = [seat["seat"] for seat in self.table.info["seats"] if seat["kind"] == "open"]
        wanted = self.place.seat
        if not free or (wanted is not None and wanted not in free):
            raise Refused("seat-taken", _no_seat(wanted, free))
        await self.table.once(talk, "sit", seat=free[0] if wanted is None else wanted, number=secrets.token_hex(8))

    async def _decline(self, talk: Conversation) -> None:
        """A program does not bargain: it says no, so that people do not wait for it; to a rematch yes, if it stays."""
        for offer in self.table.now.get("offers", []):
            for seat in self.table.mine:
                if seat not in offer["agreed"] and offer["seat"] not in self.table.mine and not self.table.unsure:
                    yes = offer["kind"] == "rematch" and self.place.rematch
                    number = secrets.token_hex(8)
                    await self.table.once(talk, "reply", seat=seat, kind=offer["kind"], yes=yes, number=number)

    async def _ended(self) -> None:
        result = self.table.now["result"]
        if self.asked != (-1, -1):
            self.asked = (-1, -1)
            await self._stop_thinking()
            over = {"phase": "over", "winners": result["winners"], "scores": result["scores"]}
            await self._tell(over)
            self.say(_over(result, self.table.mine))
        if not self.place.rematch:
            self.is_done = True
        elif self.table.info.get("next"):
            self.table, self.asked = BotTable(self.table.info["next"]), None

    def _think(self, talk: Conversation) -> None:
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
            self.thinking = asyncio.create_task(self._answer(talk, *at))

    async def _answer(self, talk: Conversation, events: int, seat: int) -> None:
        try:
            move = await self._choose(self.table.turn(seat))
        except Fault as fault:  # nobody should have to wait for a program that plays no more
            self.fault = fault
            await self.table.once(talk, "resign", seat=seat)
            return
        self.is_thinking = False
        await self.table.once(talk, "play", seat=seat, move=move, at=events)

    async def _choose(self, turn: dict[str, Any]) -> str:
        assert self.program
        return await asyncio.to_thread(self.program.choose, turn)

    async def _tell(self, line: dict[str, Any]) -> None:
        assert self.program
        await asyncio.to_thread(self.program.tell, line)

    async def _stop_thinking(self) -> None:
        """A thread cannot be stopped: its answer is waited for, and counts if the turn is still the same."""
        if self.thinking is not None:
            await asyncio.gather(self.thinking, return_exceptions=True)
            self.thinking = None


async def sit_and_play(place: Destination, program: Program, say: Announce) -> dict[str, Any]:
    """Play one table (or, with rematches, on and on) as this place says."""
    async with new_session() as session:
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
