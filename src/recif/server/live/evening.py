"""The score of an evening: who has won how many of the matches that the same people played one after the other.

It goes from table to table with a rematch, with another game, with a table that one of them makes afterwards; and to
any other that the same people begin on the same evening. Whoever wins alone or with others has one more; where all
share a match nobody has.
"""

from collections.abc import Iterable

from recif.server.store.entries import Chair, Evening
from recif.server.store.rows import TableRow

MOST = 32  # who are counted: people come and go
LATELY = 8  # matches of somebody that are looked at: those who play several things at once do not play an evening
PAUSE_MS = 4 * 60 * 60 * 1000  # from the beginning of one match to that of the next, supper included


def after(row: TableRow) -> Evening:
    """With the match of this table, if it was played to an end."""
    before = row.evening
    if not _counts(row):
        return before
    won = dict(before.won)
    for seat in winners(row):
        if who := _who(row.chairs, seat):
            won[who] = won.get(who, 0) + 1
    best = sorted(won, key=lambda who: -won[who])[:MOST]
    return Evening(before.matches + 1, {who: won[who] for who in won if who in best})


def winners(row: TableRow) -> tuple[int, ...]:
    """The seats that have one match more by this one."""
    if not _counts(row) or row.result is None or len(row.result.winners) == len(row.chairs):
        return ()
    return tuple(row.result.winners)


def _counts(row: TableRow) -> bool:
    return row.status == "over" and row.result is not None and row.reason != "aborted"


def gone_on(chairs: list[Chair], lately: Iterable[TableRow], now: int) -> Evening:
    """Of what one of them has played before: the score of the last match that these very people have had."""
    company = _company(chairs)
    ours = [row for row in lately if row.made > now - PAUSE_MS and company and _company(row.chairs) == company]
    return after(max(ours, key=lambda row: (row.made, row.evening.matches))) if ours else Evening()


def _company(chairs: list[Chair]) -> frozenset[str]:
    """Whoever is alone plays the same evening as long as the machines are the same."""
    who = frozenset(_who(chairs, seat) for seat in range(len(chairs)))
    people = frozenset(_who(chairs, seat) for seat, chair in enumerate(chairs) if chair.kind == "person")
    if "" in people or not people:
        return frozenset()
    return people if len(people) > 1 else who


def won(evening: Evening, chairs: list[Chair], seat: int) -> int:
    return evening.won.get(_who(chairs, seat), 0)


def _who(chairs: list[Chair], seat: int) -> str:
    """The same at every table: a person, a name at their screen, a machine. Seats of one person without names are not
    told apart, and not counted."""
    chair = chairs[seat]
    if chair.kind == "machine":
        return f"{chair.level}:{sum(_is_twin(chair, other) for other in chairs[:seat])}"
    alike = sum(other.person == chair.person and other.name == chair.name for other in chairs)
    return f"{chair.person}/{chair.name}" if chair.person and alike == 1 else ""


def _is_twin(chair: Chair, other: Chair) -> bool:
    return other.kind == "machine" and other.level == chair.level
