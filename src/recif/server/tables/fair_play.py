"""Who may ask the machine, or what was played before.

*Whoever plays people* is told nothing about any position of that game until the match is over, by whichever door. Where
a turn may take days, hints against machines stay, and looking back at what was over before.

*Others at the same address* are refused only what may be a rated match that is played from there: its positions and
what soon follows, however they are turned (games/core/likeness.py).

The database is asked, so it is the same at every server and with every socket closed.
"""

from collections import OrderedDict
from collections.abc import Awaitable, Callable
from typing import Any, NamedTuple

from recif.games.core import likeness
from recif.games.core.contract import Game, Text
from recif.games.core.position import Position
from recif.match.match import Match
from recif.server.live.table import LiveTable
from recif.server.messages.refusals import NotNow, refuse
from recif.server.people.accounts import People
from recif.server.people.whereabouts import Whereabouts
from recif.server.store.interface import TableStore
from recif.server.store.rows import TableRow
from recif.server.views.audience import Audience

MOST_MATCHES = 100  # of a person that are looked at: more than anybody may play at once
FOLLOWING = 6  # events after a position that still tell about it
REMEMBERED = 64  # positions with all that is like them

Beside = Callable[..., Awaitable[Any]]  # does a job of an address and a person beside the loop


async def at_once(_: str, __: str, job: Callable[..., Any], *args: Any) -> Any:
    """Until a server hands in its errands."""
    return job(*args)


class FairPlay:
    """Asks for matches under way: of the person, and of those who play from the same address."""

    def __init__(
        self,
        store: TableStore,
        people: People,
        whereabouts: Whereabouts,
        audience: Callable[[str], Awaitable[Audience]],
    ) -> None:
        self._store = store
        self._people = people
        self._whereabouts = whereabouts
        self._audience = audience
        self._images: OrderedDict[tuple[str, int, int], list[likeness.Signs]] = OrderedDict()
        self.beside: Beside = at_once

    async def check_free(self, person: str, game: Game) -> None:
        """Refused to whoever plays people in this game: whatever takes any position."""
        await self._check_person(person, game, None)

    async def check_position(self, person: str, address: str, match: Match) -> None:
        """A position by itself, with how it came about."""
        await self._check_person(person, match.game, None)
        await self._check_neighbours(person, address, match, False, None)

    async def check_record(self, person: str, address: str, match: Match) -> None:
        """Every position of something that is said to be over."""
        await self._check_person(person, match.game, None)
        await self._check_neighbours(person, address, match, True, None)

    async def check_table(self, person: str, address: str, live: LiveTable) -> None:
        """A hint or a look back at a table."""
        is_over = live.row.status == "over"
        ended = live.at if is_over else None
        await self._check_person(person, live.game, live)
        await self._check_neighbours(person, address, live.match, is_over, ended)

    async def _check_person(self, person: str, game: Game, live: LiveTable | None) -> None:
        for row in await self._store.running_of(person, MOST_MATCHES):
            if row.game == game.id and is_between_people(row, person) and not (live and _is_harmless(live, row)):
                raise await self._not_now(row, person, game)

    async def _not_now(self, row: TableRow, person: str, game: Game) -> NotNow:
        others = {chair.person for chair in row.chairs if chair.person not in ("", person)}
        names = ", ".join(sorted(one.name for one in await self._people.know(others) if one.name)) or "—"
        slow = Text(
            " Contre une machine, vous pouvez encore demander conseil.",
            " Against a machine you can still ask for hints.",
        )
        stays = slow if is_slow(row) else Text("", "")
        return NotNow(
            "not-against-people",
            Text(
                f"Vous jouez à {game.title.fr} avec {names} : pas d’aide, d’analyse ni d’exploration dans "
                f"ce jeu avant la fin de la partie. Terminez-la, ou abandonnez.{stays.fr}",
                f"You are playing {game.title.en} with {names}: no help, review or explorer in this game "
                f"until the match is over. Finish it, or resign.{stays.en}",
            ),
            row.id,
        )

    async def _check_neighbours(
        self, person: str, address: str, match: Match, is_all_judged: bool, ended: int | None
    ) -> None:
        for row in await self._whereabouts.matches(address, person):
            was_before = ended is not None and ended < row.made
            if row.game == match.game.id and len(row.chairs) == match.seats and not was_before:
                shown, asked = await self._shown(row, address, person), _Asked.of(match, is_all_judged)
                if await self.beside(address, person, asked.is_about, shown):
                    raise refuse("rated-nearby")

    async def _shown(self, row: TableRow, address: str, person: str) -> list[likeness.Signs]:
        """All that is like the position of a match now."""
        running = (await self._audience(row.id)).live.match
        key = (row.id, len(running.log), len(running.cuts))
        if key not in self._images:
            self._images[key] = await self.beside(address, person, likeness.images, running.position.copy())
            if len(self._images) > REMEMBERED:
                self._images.popitem(last=False)
        return self._images[key]


def is_between_people(row: TableRow, person: str) -> bool:
    """Whether the person plays others there, and help is not part of it."""
    people = {chair.person for chair in row.chairs if chair.kind == "person"}
    return row.status == "playing" and person in people and len(people) > 1 and not row.help


def is_slow(row: TableRow) -> bool:
    """Whether there is no clock, or one of days."""
    return row.pace.kind != "increment"


def _is_harmless(live: LiveTable, running: TableRow) -> bool:
    """Whether nobody could bring a table to the position of a slow match: against machines, or over before."""
    if not is_slow(running):
        return False
    starters = live.starters or live.chairs
    is_with_machines = len(starters) > 1 and sum(chair.kind == "person" for chair in starters) == 1
    return is_with_machines or (live.row.status == "over" and live.at < running.made)


class _Asked(NamedTuple):
    """What is asked about, as it is now: a table may go on while it is compared in a thread."""

    match: Match
    now: Position
    before: list[Position] | None  # what it has come by lately; None: all of it is judged, and nothing changes any more

    @classmethod
    def of(cls, match: Match, is_all_judged: bool) -> "_Asked":
        lately = range(max(0, len(match.log) - FOLLOWING), len(match.log))
        before = None if is_all_judged else [match.position_at(index) for index in lately]
        return cls(match, match.position.copy(), before)

    def is_about(self, shown: list[likeness.Signs]) -> bool:
        """Whether it comes near to a position, or has come by it."""
        game, near = self.match.game, likeness.near(self.match.game)
        if _apart(shown, self.now) <= near:
            return True
        if self.before is not None:
            return any(_apart(shown, position) == 0 for position in self.before)
        states = (self.match.before[index] for index in range(len(self.match.log)))
        return any(_apart(shown, Position(game, state)) <= near for state in states)


def _apart(shown: list[likeness.Signs], position: Position) -> int:
    return min(
        likeness.apart(shown, likeness.signs(position.game, position.view(seat).state, seat))
        for seat in range(position.seats)
    )
