"""How tables come to be: as somebody wishes, as a rematch."""

from collections import OrderedDict
from collections.abc import Mapping
from typing import Any

import msgspec

from recif.games.core.contract import Game
from recif.match import provable
from recif.match.at_once import is_at_once
from recif.match.pace import DAY, HOUR, Pace
from recif.server.live import evening
from recif.server.live.table import LiveTable
from recif.server.machines import players
from recif.server.messages.bodies.tables import NewTable, SeatWish
from recif.server.messages.refusals import refuse
from recif.server.messages.shapes import Flag
from recif.server.people.accounts import new_id
from recif.server.people.names import clean_name
from recif.server.store.entries import Chair, Entry, Made
from recif.server.store.interface import Shared
from recif.server.store.rows import TableRow

FLAGS: dict[str, tuple[Flag, ...]] = {  # what running out of time can do, by the kind of pace
    "none": ("lose", "machine"),
    "days": ("lose", "machine", "ask"),
    "rounds": ("gentle", "first"),
    "daily": ("gentle", "first"),
}


class Commitments:
    """Secrets committed to, waiting in memory for a table."""

    MOST = 10_000

    def __init__(self) -> None:
        self._waiting: OrderedDict[str, provable.Luck] = OrderedDict()

    async def new(self) -> provable.Luck:
        """The table's name is fixed with the secret, before any number is known: neither can be chosen by it."""
        luck = provable.commit(new_id())
        await self._keep(luck)
        return luck

    async def take(self, commitment: str) -> provable.Luck:
        """What was committed to, once."""
        if luck := await self._taken(commitment):
            return luck
        raise refuse("no-such-commitment")

    async def _keep(self, luck: provable.Luck) -> None:
        self._waiting[luck.commitment] = luck
        if len(self._waiting) > self.MOST:
            self._waiting.popitem(last=False)

    async def _taken(self, commitment: str) -> provable.Luck | None:
        return self._waiting.pop(commitment, None)


class SharedCommitments(Commitments):
    """The same where other servers find them too."""

    def __init__(self, shared: Shared) -> None:
        self._shared = shared

    async def _keep(self, luck: provable.Luck) -> None:
        await self._shared.save_commitment(luck.commitment, msgspec.json.encode(luck).decode())

    async def _taken(self, commitment: str) -> provable.Luck | None:
        body = await self._shared.take_commitment(commitment)
        return msgspec.json.decode(body, type=provable.Luck) if body else None


def with_luck(row: TableRow, luck: provable.Luck) -> TableRow:
    """The same table with what was committed to before."""
    promise = {"id": luck.match, "commitment": luck.commitment, "secret": luck.secret, "scheme": luck.scheme}
    return msgspec.structs.replace(row, **promise)


def new_row(games: Mapping[str, Game], owner: str, wish: NewTable, now: int) -> TableRow:
    """A table as its owner wishes, or Refused."""
    if wish.game not in games:
        raise refuse("no-such-game")
    game = games[wish.game]
    game.check_seats(len(wish.seats))
    options = game.check_options(wish.options)
    pace = Pace(*msgspec.structs.astuple(wish.pace)).check()
    mine = sum(seat.kind == "me" for seat in wish.seats)
    is_ours = wish.shared or mine > 1 or all(seat.kind != "open" for seat in wish.seats)
    chairs = [_chair(seat, owner, wish.number, is_ours and not wish.rated) for seat in wish.seats]
    if not wish.public and all(chair.kind == "machine" for chair in chairs):  # nobody would see it
        raise refuse("no-seat-for-you")
    row = fresh_row(game, options, chairs, owner, now)
    row.pace, row.public, row.shared = pace, wish.public, wish.shared or mine > 1
    row.flag = _flag(game, wish, pace)
    row.rated, row.help, row.holidays = wish.rated, wish.help, wish.holidays
    return row


def fresh_row(game: Game, options: dict[str, Any], chairs: list[Chair], owner: str, now: int) -> TableRow:
    """A table of those who sit there, without a clock."""
    luck, after = provable.commit(new_id()), provable.commit(new_id())
    return TableRow(
        id=luck.match,
        game=game.id,
        options=options,
        chairs=chairs,
        pace=Pace(),
        public=False,
        shared=False,
        flag="lose",
        owner=owner,
        made=now,
        commitment=luck.commitment,
        secret=luck.secret,
        next_commitment=after.commitment,
        next_secret=after.secret,
        next_id=after.match,
        scheme=luck.scheme,
        rules=game.version,
    )


def _flag(game: Game, wish: NewTable, pace: Pace) -> Flag:
    """What running out of time does; at a rated table who does is not replaced."""
    if pace.is_by_round and wish.rated:
        raise refuse("rated-rounds")
    if pace.is_by_round and not is_at_once(game, len(wish.seats), wish.options):
        raise refuse("not-at-once")
    flag: Flag = "lose" if wish.rated else wish.flag
    if pace.is_by_round and flag == "lose":
        return "gentle"
    if flag not in FLAGS.get(pace.kind, FLAGS["none"]):
        raise refuse("bad-flag")
    return flag


def _chair(wish: SeatWish, owner: str, number: str, is_named: bool) -> Chair:
    """At a screen that several share a seat may have a name of its own; among other people everybody has theirs."""
    if wish.kind == "me" and wish.name and is_named:
        return Chair("person", owner, 0, number, clean_name(wish.name), wish.face)
    if wish.kind == "me":
        return Chair("person", owner, 0, number)
    if wish.kind == "open":
        return Chair()
    if wish.level not in players.LEVELS:
        raise refuse("no-such-level")
    return Chair("machine", "", wish.level)


def first_again(live: LiveTable) -> int:
    """The seat that begins the rematch: who lost, where the game says so and somebody did; else the next one."""
    result = live.match.result
    if live.game.loser_leads and result and result.winners:
        lost = [seat for seat in range(len(live.chairs)) if seat not in result.winners]
        if lost:
            return lost[0]
    return 1


def rematch_row(live: LiveTable, now: int, is_rated: bool = False, other: Game | None = None) -> TableRow:
    """The same people, on seats turned so that the right one begins, with the luck that was committed to before; at
    another game, if they have agreed on one."""
    old, count, first = live.row, len(live.chairs), first_again(live)
    game, options = (other, {}) if other else (live.game, old.options)
    turned = [(first + seat) % count for seat in range(count)]
    chairs = [msgspec.structs.replace(live.chairs[seat], number=live.numbers.get(seat, "")) for seat in turned]
    after = provable.commit(new_id())
    fits = not old.pace.is_by_round or is_at_once(game, count, options)
    return msgspec.structs.replace(
        old,
        pace=old.pace if fits else Pace("days", 2 * DAY),  # rounds are for games in which all choose at once
        flag=old.flag if fits else "ask",
        id=old.next_id,
        scheme=provable.SCHEME,
        chairs=chairs,
        made=now,
        commitment=old.next_commitment,
        secret=old.next_secret,
        next_commitment=after.commitment,
        next_secret=after.secret,
        next_id=after.match,
        status="open",
        reason="",
        before=old.id,
        next="",
        events=0,
        result=None,
        rated=is_rated,
        ratings={},
        near=False,
        invited="",
        game=game.id,
        options=game.check_options(options),
        rules=game.version,
        evening=evening.after(old),
    )


def made(live: LiveTable, now: int) -> Entry:
    """The first entry of a table: who sits where."""
    return live.entry(Made(live.chairs), now, live.row.owner)


def pace_text(pace: Pace) -> str:
    """How a pace is written in records: `300+5`, `3 d`, `3 d, 7 d saved`, `48 h a round`, `20:00 Europe/Paris`, nothing
    for none."""
    match pace.kind:
        case "none":
            return ""
        case "days":
            return f"{pace.start // DAY} d" + (f", {pace.most // DAY} d saved" if pace.most else "")
        case "rounds":
            return f"{pace.start // HOUR} h a round"
        case "daily":
            return f"{pace.start // HOUR:02}:{pace.start // 60_000 % 60:02} {pace.zone}"
    return f"{pace.start // 1000}+{pace.bonus // 1000}"
