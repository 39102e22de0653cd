"""Who may play for ratings, and what a match does to them.

A rated match is one that all who play have agreed to by sitting down: different accounts with a clock, the game's
usual options, no machine, nothing taken back. Its results are written with its last entry, in one transaction.
"""

from collections import OrderedDict
from collections.abc import Iterable, Sequence
from itertools import combinations

from recif.games.core.contract import LUCK, Game
from recif.match.match import Result
from recif.school.ratings import (
    KNOWN_DEVIATION,
    Standing,
    after_game,
    after_rest,
    newcomer,
    weighed,
    weight,
)
from recif.school.speeds import Speed
from recif.server.live.offers import is_early
from recif.server.live.table import LiveTable
from recif.server.messages.bodies.tables import NewTable
from recif.server.messages.refusals import refuse
from recif.server.messages.shapes import Rating
from recif.server.people.accounts import People
from recif.server.store.entries import Chair
from recif.server.store.interface import Store
from recif.server.store.results import results
from recif.server.store.rows import ResultRow, StandingRow

DAY_MS = 24 * 60 * 60 * 1000
MOST_TOGETHER = 6  # rated matches of the same two in a day: an evening; more would tell little, and could be arranged
APART_MS = 30 * DAY_MS  # two accounts used in one browser within this time are taken for one person
MOST_A_DAY = 30  # rated matches of one person: more would be played for the number
REMEMBERED = 50_000


class Ratings:
    """Standings of those who sit at rated tables. They are in memory (`know`): a match ends without waiting, and what
    was written last may not be on disk yet.
    """

    def __init__(self, store: Store, people: People) -> None:
        self._store = store
        self._people = people
        self._known: OrderedDict[tuple[str, str, str], StandingRow] = OrderedDict()

    async def know(self, people: Iterable[str], game: str, speed: Speed) -> None:
        """Read standings, unless we know better."""
        for person in people:
            found = await self._store.standing(person, game, speed)
            if found and found.games >= self.standing(person, game, speed).games:
                self._remember(found)

    async def know_those_at(self, live: LiveTable) -> None:
        """Who a table shows, and how strong they are where that is at stake."""
        await self._people.know([live.row.owner, *live.everybody])
        if live.row.rated and live.row.status != "over":
            await self.know(live.everybody, live.row.game, live.speed)

    async def read_again(self, live: LiveTable) -> None:
        """What was lost at a table may have been taken for the end of a rated match."""
        await self._people.know([live.row.owner, *live.everybody])
        if live.row.rated:
            for person in live.everybody:
                self._known.pop((person, live.row.game, live.speed), None)
            await self.know(live.everybody, live.row.game, live.speed)

    def standing(self, person: str, game: str, speed: Speed) -> StandingRow:
        key = (person, game, speed)
        return self._known.get(key) or StandingRow(*key, *newcomer(speed), 0, 0)

    def _remember(self, row: StandingRow) -> None:
        key = (row.person, row.game, row.speed)
        self._known[key] = row
        self._known.move_to_end(key)
        if len(self._known) > REMEMBERED:
            self._known.popitem(last=False)

    def forget(self, person: str) -> None:
        for key in [key for key in self._known if key[0] == person]:
            del self._known[key]

    def check_wish(self, person: str, wish: NewTable, game: Game) -> None:
        """Refused where the table cannot be rated."""
        if not wish.rated:
            return
        self._check_account(person)
        if wish.shared or sorted(seat.kind for seat in wish.seats) != ["me"] + ["open"] * (len(wish.seats) - 1):
            raise refuse("rated-people")
        if wish.help:
            raise refuse("rated-help")
        if wish.pace.kind == "none":  # one who is losing would never have to move again
            raise refuse("rated-clock")
        if game.check_options(wish.options) != game.check_options({}):
            raise refuse("rated-options")

    async def check_join(self, live: LiveTable, person: str, now: int) -> None:
        """Refused where this person cannot play those who sit there for ratings."""
        self._check_account(person)
        for other in live.people - {person}:
            if await self._store.share_browser(person, other, now - APART_MS):
                raise refuse("rated-one-browser")
            if await self._met(person, other, now) >= MOST_TOGETHER:
                raise refuse("rated-often")
        for one in {*live.people, person}:
            if await self._counted(one, now) >= MOST_A_DAY:
                raise refuse("rated-enough")
        await self.know({*live.people, person}, live.row.game, live.speed)

    def _check_account(self, person: str) -> None:
        if not self._people.row(person).password:
            raise refuse("rated-accounts")

    async def _met(self, person: str, other: str, now: int) -> int:
        """Matches of these two that count today, those that go on among them."""
        unfinished = sum(row.rated for row in await self._store.unfinished_together(person, other))
        return unfinished + await self._store.rated_together(person, other, now - DAY_MS)

    async def _counted(self, person: str, now: int) -> int:
        """Matches of somebody that count today, those that go on among them."""
        running = sum(row.rated for row in await self._store.running_of(person, MOST_A_DAY))
        return running + await self._store.rated_since(person, now - DAY_MS)

    async def has_enough(self, people: Iterable[str], now: int) -> bool:
        """Whether one of them has played as many matches today as count."""
        return any([await self._counted(person, now) >= MOST_A_DAY for person in people])

    async def may_play_again(self, live: LiveTable, now: int) -> bool:
        """Whether a rematch counts, too: everybody is still there, and has not met the others too often today."""
        people = [chair.person for chair in live.chairs]
        are_accounts = all(person and self._people.row(person).password for person in people)
        if not are_accounts or await self.has_enough(people, now):
            return False
        return all([await self._met(*pair, now) < MOST_TOGETHER for pair in combinations(people, 2)])

    def show(self, live: LiveTable, results: Sequence[ResultRow], now: int) -> None:
        """Write into the row what people see beside the names: as it is before the end, then as the match left it."""
        row = live.row
        if not row.rated or (row.status == "over" and not results):
            return
        if row.status == "over":
            counted = {one.person: one for one in results if one.rated}
            row.ratings = {who: shown(Standing(*one[8:11]), one.gained) for who, one in counted.items()} or row.ratings
        else:
            row.ratings = {who: shown(self.rested(who, row.game, live.speed, now)) for who in live.people}

    def rested(self, person: str, game: str, speed: Speed, now: int) -> Standing:
        row = self.standing(person, game, speed)
        return after_rest(row.standing, now - row.at) if row.games else row.standing

    def results(self, live: LiveTable, now: int) -> list[ResultRow]:
        """How the match that has just ended ended for everybody; nothing is changed by asking."""
        found = results(live.row, live.starters, now)
        result = live.match.result
        if live.row.rated and result and found and len(found) == len(live.starters) and not is_early(live):
            found = self._rated(live, result, found, now)
        return [one for one in found if self._people.row(one.person).name]  # nothing of somebody deleted is kept

    def _rated(self, live: LiveTable, result: Result, found: list[ResultRow], now: int) -> list[ResultRow]:
        speed = live.speed
        rows = [self.standing(one.person, one.game, speed) for one in found]
        if speed == "several":
            from recif.school.several import rate_several  # needed by few, and not there where nobody is rated

            before = [row.standing for row in rows]
            new = rate_several(before, places(live.starters, live.chairs, result))
        else:
            before = [self.rested(row.person, row.game, speed, now) for row in rows]
            new = [after_game(before[seat], before[1 - seat], found[seat].score) for seat in (0, 1)]
        new = [self._weighed(live, before, seat, after) for seat, after in enumerate(new)]
        known = [one.person for one, after in zip(found, new, strict=True) if _tells(live, after)]
        return [
            one._replace(
                rated=True,
                rating=after.rating,
                deviation=after.deviation,
                volatility=after.volatility,
                gained=after.rating - row.rating,
                met=tuple(other for other in known if other != one.person),
            )
            for one, row, after in zip(found, rows, new, strict=True)
        ]

    def _weighed(self, live: LiveTable, before: Sequence[Standing], seat: int, after: Standing) -> Standing:
        weights = [weight(other, live.row.near) for number, other in enumerate(before) if number != seat]
        return weighed(before[seat], after, sum(weights) / len(weights), live.row.near, is_short(live))

    def remember(self, results: Iterable[ResultRow]) -> None:
        """They are on their way to disk."""
        for one in results:
            if one.rated:
                games = 1 + self.standing(one.person, one.game, one.speed).games
                after = (one.rating, one.deviation, one.volatility)
                self._remember(StandingRow(one.person, one.game, one.speed, *after, games, one.at))


def is_short(live: LiveTable) -> bool:
    """Whether fewer decisions were made than any match of this game takes: nobody gains by it."""
    decided = sum(event.seat != LUCK for event in live.match.log)
    return decided < live.game.real_from * len(live.chairs)


def _tells(live: LiveTable, standing: Standing) -> bool:
    """Whether having met somebody of this standing there makes one better known."""
    return standing.deviation <= KNOWN_DEVIATION and not live.row.near and not is_short(live)


def places(starters: Sequence[Chair], chairs: Sequence[Chair], result: Result) -> list[int]:
    """Winners first, then by points; who left the seat to a machine comes last."""

    def rank(seat: int) -> tuple[bool, bool, int]:
        has_left = starters[seat].person != chairs[seat].person
        return has_left, seat not in result.winners, 0 if has_left or seat in result.winners else -result.scores[seat]

    ranks = [rank(seat) for seat in range(len(starters))]
    return [sorted(ranks).index(one) for one in ranks]


def shown(standing: Standing, gained: float | None = None) -> Rating:
    """In whole points; what was gained is the difference of what was shown."""
    rating = round(standing.rating)
    change = None if gained is None else rating - round(standing.rating - gained)
    return Rating(rating, round(standing.deviation), standing.deviation <= KNOWN_DEVIATION, change)
