"""Places on a ladder: who may challenge whom, and what comes of a match. No store, no clock: both are handed in."""

from collections.abc import Collection, Iterable, Sequence

from recif.match.clock import DAY
from recif.server.store.club_rows import DuelRow
from recif.server.store.entries import Begun, Entry
from recif.server.store.rows import TableRow

MOST_RUNGS = 200


def near(rungs: Sequence[str], person: str, reach: int) -> tuple[str, ...]:
    """Those whom somebody may challenge: so many places above."""
    if person not in rungs:
        return ()
    place = rungs.index(person)
    return tuple(rungs[max(0, place - reach) : place])


def moved(rungs: Sequence[str], winner: str, loser: str) -> tuple[str, ...]:
    """The winner takes the place of who stood above; everybody between goes down one."""
    if winner not in rungs or loser not in rungs or rungs.index(winner) <= rungs.index(loser):
        return tuple(rungs)
    rest = [person for person in rungs if person != winner]
    rest.insert(rest.index(loser), winner)
    return tuple(rest)


def standing_on(rungs: Iterable[str], members: Collection[str]) -> tuple[str, ...]:
    """Who has left the club, or hides, has no place."""
    return tuple(person for person in rungs if person in members)


def answer_by(made: int, days: int, holidays: Iterable[tuple[int, int]]) -> int:
    """Until when a challenge may be answered: days on holiday do not count."""
    until = made + days * DAY
    for since, end in sorted(holidays):
        if since < until and end > made:
            until += end - max(since, made)
    return until


def takes_place(duel: DuelRow, row: TableRow, entries: Sequence[Entry]) -> bool:
    """Whether who challenged takes the other's place by a match that is over: won, or declined, or not answered in
    time. What was taken back, or broken off, changes nothing."""
    if row.reason == "aborted":
        has_begun = any(isinstance(entry.what, Begun) for entry in entries)
        return not has_begun and entries[-1].person != duel.person
    winners = [row.chairs[seat].person for seat in row.result.winners] if row.result else []
    return duel.person in winners and duel.other not in winners
