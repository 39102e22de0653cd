"""Challenges: a table whose one open seat is kept for somebody, who is told, and sits down or declines."""

from recif.server.live.table import LiveTable
from recif.server.messages.refusals import refuse
from recif.server.notices.causes import read_about
from recif.server.people.accounts import People
from recif.server.store.entries import Ended, Entry
from recif.server.store.rows import TableRow

LOOKED_AT = 100  # the latest notices of whoever is challenged
MOST = 20  # challenges that one has not answered yet,
MOST_OF_ONE = 3  # and those of one person


async def invited(people: People, row: TableRow, name: str, now: int) -> str:
    """The account of that name, if the owner may challenge it. Who is not heard is refused like one too many: nobody
    learns from it whom somebody has muted."""
    kinds, mine = [chair.kind for chair in row.chairs], [chair.person for chair in row.chairs].count(row.owner)
    if kinds.count("open") != 1 or mine != 1:
        raise refuse("challenge-seats")
    if not (await people.known(row.owner)).password:
        raise refuse("no-account")
    other = await people.account(name)
    if other is None:
        raise refuse("no-such-person")
    if other.id == row.owner:
        raise refuse("challenge-yourself")
    await _check_bounds(people, row.owner, other.id, now)
    return other.id


async def _check_bounds(people: People, owner: str, other: str, now: int) -> None:
    latest = await people.store.notices_of(other, now, LOOKED_AT)
    pending = [read_about(one.body).who for one in latest if one.kind == "challenge"]
    if len(pending) >= MOST or owner in await people.muted(other):
        raise refuse("no-challenge")
    if pending.count(owner) >= MOST_OF_ONE:
        raise refuse("challenge-pending")


def declined(live: LiveTable, person: str, now: int) -> Entry:
    """The entry that a refusal of the challenge becomes."""
    if live.row.invited != person or live.row.status != "open" or person in live.people:
        raise refuse("not-challenged")
    return live.entry(Ended("aborted"), now, person)
