"""A seat at a server's table, by its link, over the public protocol: the model decides in its own time."""

import asyncio
import contextlib
import secrets
from collections.abc import Callable
from typing import Any

import aiohttp

from recif.bots.table import Bot, Destination
from recif.client import Conversation, JsonMessage, new_session
from recif.games.core.contract import Refused, Text, Why
from recif.match.match import Refusal
from recif.models.looks import LINES, SeatSight, not_your_turn, starting_at

SHORT = 20.0  # seconds for a server's answer


class ModelBot(Bot):
    """The connection: it asks for no decision twice, and says when there is news."""

    def __init__(self, place: Destination, session: aiohttp.ClientSession, language: str) -> None:
        super().__init__(place, None, session, lambda text: None)
        self.language = language
        self.news = asyncio.Event()
        self.talk: Conversation | None = None
        self.decision: asyncio.Future[str] | None = None
        self.sent = 0  # decisions that are on their way, or were
        self.refusal: Refused | None = None  # of the last one
        self.pictures: dict[str, asyncio.Future[str]] = {}  # asked for, by id

    @property
    def is_turn(self) -> bool:
        return self.decision is not None and not self.decision.done() and not self.is_done

    def decide(self, move: str) -> None:
        assert self.decision
        self.refusal = None
        self.decision.set_result(move)

    async def _listen(self, talk: Conversation) -> None:
        self.talk = talk
        try:
            await super()._listen(talk)
        finally:
            self.talk = None

    async def _join(self, talk: Conversation) -> None:
        await self.table.join(talk, detail="full", language=self.language)
        self.asked = None if not self.table.unsure else self.asked

    async def _hear(self, talk: Conversation, message: JsonMessage) -> None:
        if message["type"] == "told" and message["id"] in self.pictures and message.get("picture"):
            self.pictures[message["id"]].set_result(message["picture"][self.language])
        await super()._hear(talk, message)
        self.news.set()

    def _refused(self, talk: Conversation, message: JsonMessage, ours: JsonMessage | None) -> None:
        if ours is not None and ours["type"] == "play":
            text = Text(message["fr"], message["en"])
            self.refusal = Refusal(Why(message["code"], text, message.get("rule", "")))
        super()._refused(talk, message, ours)

    async def _choose(self, turn: dict[str, Any]) -> str:
        self.decision = asyncio.get_running_loop().create_future()
        self.news.set()
        return await self.decision

    async def _answer(self, talk: Conversation, events: int, seat: int) -> None:
        await super()._answer(talk, events, seat)
        self.sent += 1
        self.news.set()

    async def _tell(self, line: dict[str, Any]) -> None:
        """The end: the model finds it when it looks."""

    async def _stop_thinking(self) -> None:
        """A model may take days: over the next connection its turn is asked for again."""
        if self.thinking is not None:
            self.thinking.cancel()
        await super()._stop_thinking()
        self.is_thinking = False


class DistantSeat:
    """A model at a server's table."""

    def __init__(self, bot: ModelBot) -> None:
        self.bot = bot
        self._turns = asyncio.Lock()
        self._playing = asyncio.create_task(bot.play())

    @classmethod
    async def at(cls, place: Destination, language: str) -> "DistantSeat":
        """Sit down; Refused where that cannot be done."""
        seat = cls(ModelBot(place, new_session(), language))
        try:
            await seat._until(lambda: seat.bot.table.mine and seat.bot.table.now, SHORT)
            if not seat.bot.table.mine:
                raise Refused("no-server", _no_answer(place.server))
        except BaseException:
            await seat._end()
            raise
        return seat

    async def look(self, since: int | None = None) -> SeatSight:
        self._check()
        table, now = self.bot.table, self.bot.table.now
        seat, first = table.mine[0], starting_at(since, len(table.log))
        result, says = now.get("result"), self.bot.language
        return {
            "game": table.info["game"],
            "seat": seat,
            "seats": [_name(one) for one in table.info["seats"]],
            "is_your_turn": self.bot.is_turn,
            "waiting": now["waiting"],
            "picture": await self._picture(),
            "scene": now["scene"],
            "events": len(table.log),
            "log_from": first,
            "log": [
                {"seat": line["seat"], "move": line["text"], "says": line[says]}
                for line in table.log[first : first + LINES]
            ],
            "moves": [{"move": one["text"], "says": one["say"]} for one in now["moves"].get(str(seat), [])],
            "result": result and {name: result[name] for name in ("winners", "scores", "reason")},
        }

    async def why(self, move: str) -> Why | None:
        """What the server lists is legal, and is not sent; of anything else it says why when it is asked to play it."""
        self._check()
        table = self.bot.table
        if not self.bot.is_turn:
            return Why("not-your-turn", not_your_turn(self.bot.is_done).text)
        if any(one["text"] == move for one in table.now["moves"].get(str(table.mine[0]), [])):
            return None
        try:
            await self.play(move)
        except Refusal as refusal:
            return refusal.why
        return None

    async def play(self, move: str) -> None:
        bot = self.bot
        async with self._turns:
            self._check()
            if not bot.is_turn:
                raise not_your_turn(bot.is_done)
            sent, version = bot.sent, bot.table.version
            bot.decide(move)
            await self._until(lambda: bot.refusal or (bot.sent > sent and self._is_known(version)), SHORT)
            if bot.refusal is not None:
                raise bot.refusal

    def _is_known(self, version: int) -> bool:
        """Whether what we sent is acknowledged, and we were told what came of it."""
        table = self.bot.table
        return not table.unsure and version < table.version <= table.now["version"]

    async def until_turn(self, seconds: float) -> None:
        await self._until(lambda: self.bot.is_turn or self.bot.is_done, seconds)

    async def leave(self) -> None:
        """Nobody should have to wait for a model that plays no more: it resigns."""
        table, talk = self.bot.table, self.bot.talk
        if not self._playing.done() and talk is not None and table.info.get("status") == "playing":
            with contextlib.suppress(aiohttp.ClientError, OSError):
                await table.once(talk, "resign", seat=table.mine[0])
                await self._until(lambda: not table.unsure, SHORT)
        await self._end()

    async def _end(self) -> None:
        self._playing.cancel()
        await asyncio.gather(self._playing, return_exceptions=True)
        await self.bot.client.session.close()

    def _check(self) -> None:
        """What ended the connection for good is said to whoever asks."""
        if self._playing.done() and not self._playing.cancelled() and (error := self._playing.exception()):
            raise error

    async def _until(self, is_so: Callable[[], Any], seconds: float) -> None:
        """A state that stays, looked at again after every message; not after the end of it all, or of the time."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                while not is_so() and not self._playing.done():
                    self.bot.news.clear()
                    news = asyncio.create_task(self.bot.news.wait())
                    try:
                        await asyncio.wait({news, self._playing}, return_when=asyncio.FIRST_COMPLETED)
                    finally:
                        news.cancel()
        if not is_so():
            self._check()

    async def _picture(self) -> str:
        """The view in signs: where something is hidden only the server can make it."""
        talk, table = self.bot.talk, self.bot.table
        if talk is None or self._playing.done():
            return ""
        id = secrets.token_hex(8)
        self.bot.pictures[id] = drawn = asyncio.get_running_loop().create_future()
        try:
            await talk.say("ask", table=table.code, id=id, what="picture", seat=table.mine[0])
            return await asyncio.wait_for(drawn, SHORT)
        except (TimeoutError, aiohttp.ClientError, OSError):
            return ""
        finally:
            del self.bot.pictures[id]


def _name(seat: dict[str, Any]) -> str:
    person = seat.get("person")
    return str(person["name"] if person else f"level {seat['level']}" if seat.get("level") else seat["kind"])


def _no_answer(server: str) -> Text:
    return Text(f"{server} ne répond pas à temps ; réessayez", f"{server} does not answer in time; try again")
