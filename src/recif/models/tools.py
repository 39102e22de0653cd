"""`recif mcp`: the tools that a model calls, over the Model Context Protocol.

Whoever sits down gets a secret of their own, and every later call names it: it shows what that seat may know, to
whoever has it, over whichever connection.
"""

import asyncio
import secrets
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Annotated, Any, Literal, TypeVar

from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from pydantic import Field

from recif import __version__
from recif.bots.table import place_of
from recif.games import GAMES, game_named
from recif.games.core.contract import Refused, Text
from recif.games.core.pages import rules_page
from recif.match.match import Match, Refusal
from recif.mind.levels import ABYSS
from recif.mind.selfplay import by_level
from recif.mind.warmup import warm_up
from recif.models.distant import DistantSeat
from recif.models.looks import SeatSight, about, explained
from recif.models.seats import LocalSeat, ModelSeat

MOST_SEATS = 32  # that are kept at once
IDLE = 3600.0  # seconds after which a seat that nobody asks for makes room for another
LONGEST_WAIT = 60  # seconds in one call
PROMPT = 10.0  # seconds that a move waits for the answer of the others
THINKERS = 2  # matches that begin (and may have to compile) at the same time
T = TypeVar("T")

INSTRUCTIONS = Text(
    "Récif : des jeux de société. Choisis un jeu (games), lis ses règles (rules), assieds-toi (start contre la "
    "machine, ou sit avec le lien d’une table), puis regarde (look), joue (play) et attends ton tour (wait). Garde le "
    "secret de ta place : lui seul montre tes cartes.",
    "Récif: board games. Choose a game (games), read its rules (rules), sit down (start against the machine, or sit "
    "with a table's link), then look, play, and wait for your turn. Keep your seat's secret: it alone shows your "
    "cards.",
)
Secret = Annotated[str, Field(max_length=64, description="The secret of your seat, from start or sit")]
ToPlay = Annotated[str, Field(max_length=100, description="The text of a move, as look lists them")]
Since = Annotated[int | None, Field(ge=0, description="Number of the first log line wanted; else the last ones")]


@dataclass
class KeptSeat:
    """A seat and when somebody last asked for it."""

    seat: ModelSeat
    asked: float = field(default_factory=time.monotonic)


class ModelTools:
    """What models can do here; `servers` are the only ones that they may sit down at."""

    def __init__(self, language: str, servers: Sequence[str]) -> None:
        self.language, self.servers = language, [server.rstrip("/") for server in servers]
        self.seats: dict[str, KeptSeat] = {}
        self._beginning = asyncio.Semaphore(THINKERS)

    async def games(self) -> list[SeatSight]:
        """The games, with how many can play and their options."""
        return [about(game, self.language) for game in GAMES.values()]

    async def rules(self, game: str, language: Literal["fr", "en"] | None = None) -> str:
        """The whole rules of a game, as Markdown, with how moves are written."""
        return await self._said(self._rules(game, language))

    async def _rules(self, game: str, language: str | None) -> str:
        return rules_page(game_named(game), language or self.language)

    async def start(
        self,
        game: str,
        level: Annotated[int, Field(ge=1, le=ABYSS - 1, description="How strong the others play")] = 1,
        seat: Annotated[int, Field(ge=0, le=9, description="Your seat, from 0; seat 0 often begins")] = 0,
        seats: Annotated[int | None, Field(ge=2, le=9, description="How many play; else the fewest")] = None,
        options: Annotated[dict[str, Any] | None, Field(max_length=20)] = None,
    ) -> SeatSight:
        """Begin a match here against the machine, and get the secret of your seat."""
        return await self._said(self._start(game, level, seat, seats, options))

    async def _start(
        self, name: str, level: int, seat: int, seats: int | None, options: dict[str, Any] | None
    ) -> SeatSight:
        game = game_named(name)
        self._make_room()
        async with self._beginning:
            await asyncio.to_thread(warm_up, [game])
            match = Match(game, game.check_seats(seats) if seats else game.seats[0], options)
        if seat >= match.seats:
            raise Refused("no-such-seat", _no_such_seat(seat, match.seats))
        rivals = {other: by_level(level) for other in range(match.seats) if other != seat}
        return await self._seated(LocalSeat(match, seat, rivals, self.language))

    async def sit(
        self,
        link: Annotated[str, Field(max_length=200, description="The link of a table, http://server/t/code")],
        name: Annotated[str, Field(min_length=1, max_length=30)] = "Model",
        seat: Annotated[int | None, Field(ge=0, le=9, description="The seat wanted; else the first open one")] = None,
    ) -> SeatSight:
        """Sit down at a server's table by its link, and get the secret of your seat."""
        return await self._said(self._sit(link, name, seat))

    async def _sit(self, link: str, name: str, seat: int | None) -> SeatSight:
        place = place_of(link, name=name, seat=seat)
        if place.server not in self.servers:
            raise Refused("other-server", _other_server(place.server, self.servers))
        self._make_room()
        return await self._seated(await DistantSeat.at(place, self.language))

    async def look(self, secret: Secret, since: Since = None) -> SeatSight:
        """What your seat may know now: the board in signs and as data, what happened, your moves, the result."""
        return await self._said(self._look(secret, since))

    async def _look(self, secret: str, since: int | None) -> SeatSight:
        return await self._of(secret).look(since)

    async def why(self, secret: Secret, move: ToPlay) -> SeatSight:
        """Whether you can play a move now, and if not, which rule forbids it. Nothing is played."""
        return await self._said(self._why(secret, move))

    async def _why(self, secret: str, move: str) -> SeatSight:
        why = await self._of(secret).why(move)
        if why is None:
            return {"is_legal": True}
        return {"is_legal": False, "code": why.code, "says": explained(why, self.language)}

    async def play(self, secret: Secret, move: ToPlay) -> SeatSight:
        """Play a move, and look: at what the others answered, if they are quick."""
        return await self._said(self._play(secret, move))

    async def _play(self, secret: str, move: str) -> SeatSight:
        seat = self._of(secret)
        await seat.play(move)
        await seat.until_turn(PROMPT)
        return await seat.look()

    async def wait(
        self, secret: Secret, seconds: Annotated[int, Field(ge=0, le=LONGEST_WAIT)] = 30, since: Since = None
    ) -> SeatSight:
        """Wait until it is your turn or the match is over, so many seconds at most; then look."""
        return await self._said(self._wait(secret, seconds, since))

    async def _wait(self, secret: str, seconds: int, since: int | None) -> SeatSight:
        seat = self._of(secret)
        await seat.until_turn(seconds)
        return await seat.look(since)

    async def leave(self, secret: Secret) -> SeatSight:
        """Give your seat up. At a server's table you resign, so that nobody waits for you."""
        return await self._said(self._leave(secret))

    async def _leave(self, secret: str) -> SeatSight:
        seat = self._of(secret)
        del self.seats[secret]
        await seat.leave()
        return {"left": True}

    async def leave_all(self) -> None:
        for secret in list(self.seats):
            await self._leave(secret)

    def _of(self, secret: str) -> ModelSeat:
        kept = self.seats.get(secret)
        if kept is None:
            raise Refused("no-seat", NO_SEAT)
        kept.asked = time.monotonic()
        return kept.seat

    def _make_room(self) -> None:
        """Refused while all seats are in use; those that nobody asked for in an hour are given up."""
        late = time.monotonic() - IDLE
        for secret in [secret for secret, kept in self.seats.items() if kept.asked < late]:
            _in_background(self.seats.pop(secret).seat.leave())
        if len(self.seats) >= MOST_SEATS:
            raise Refused("too-many-seats", _too_many())

    async def _seated(self, seat: ModelSeat) -> SeatSight:
        secret = secrets.token_urlsafe(18)
        self.seats[secret] = KeptSeat(seat)
        await seat.until_turn(PROMPT)
        return {"secret": secret, **await seat.look()}

    async def _said(self, answer: Awaitable[T]) -> T:
        """What is refused is said to the model, in its language, with the rule."""
        try:
            return await answer
        except Refusal as refusal:
            raise ToolError(explained(refusal.why, self.language)) from None
        except Refused as refused:
            raise ToolError(refused.text.say(self.language)) from None


LEAVING: set["asyncio.Task[None]"] = set()  # a task that nobody holds may vanish


def _in_background(work: Any) -> None:
    task = asyncio.ensure_future(work)
    LEAVING.add(task)
    task.add_done_callback(LEAVING.discard)


def server_of(language: str, servers: Sequence[str]) -> MCPServer[None]:
    """The MCP server with all its tools; whoever still sits when it ends is stood up."""
    tools = ModelTools(language, servers)

    @asynccontextmanager
    async def open_for(_: Any) -> AsyncIterator[None]:
        try:
            yield
        finally:
            await tools.leave_all()

    server: MCPServer[None] = MCPServer(
        "recif",
        title="Récif",
        instructions=INSTRUCTIONS.say(language),
        version=__version__,
        log_level="WARNING",
        lifespan=open_for,
    )
    calls: list[Callable[..., Any]] = [
        tools.games, tools.rules, tools.start, tools.sit, tools.look, tools.why, tools.play, tools.wait, tools.leave,
    ]  # fmt: skip
    for call in calls:
        server.add_tool(call)
    return server


NO_SEAT = Text(
    "Aucune place n’a ce secret : start ou sit en donne un.", "No seat has this secret: start or sit gives you one."
)


def _no_such_seat(seat: int, seats: int) -> Text:
    return Text(
        f"Il n’y a pas de place {seat} : elles vont de 0 à {seats - 1}.",
        f"There is no seat {seat}: they go from 0 to {seats - 1}.",
    )


def _too_many() -> Text:
    return Text(
        f"{MOST_SEATS} places sont déjà prises ; quittez-en une (leave).",
        f"{MOST_SEATS} seats are taken already; leave one.",
    )


def _other_server(server: str, servers: Sequence[str]) -> Text:
    allowed = ", ".join(servers)
    return Text(
        f"On ne s’assied pas à {server} d’ici, seulement à : {allowed} (recif mcp --server).",
        f"You cannot sit down at {server} from here, only at: {allowed} (recif mcp --server).",
    )
