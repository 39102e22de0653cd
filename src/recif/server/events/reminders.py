"""What people are to be told of an event at a later hour; written with the entries that cause it, in one unit."""

from collections.abc import Iterable, Iterator, Sequence

from recif.events import entries as of
from recif.events.boards import Board
from recif.match.pace import DAY
from recif.server.events.open_event import OpenEvent, place_of
from recif.server.events.plans import MACHINE
from recif.server.notices.causes import appointed, no_news, soon
from recif.server.store.rows import NoticeRow

SOON_MS = 10 * 60 * 1000  # before the start, who has joined is reminded


def reminders(event: OpenEvent, new: Sequence[of.AnyEntry], now: int) -> list[NoticeRow]:
    """What these entries, which have just happened, change of it."""
    rows = [*(row for entry in new for row in _of_start(event, entry, now))]
    if event.live.settings.days:
        rows += [row for entry in new for row in _of_appointments(event, entry, now)]
    return [row for row in rows if row.person != MACHINE]


def _of_appointments(event: OpenEvent, entry: of.AnyEntry, now: int) -> Iterable[NoticeRow]:
    """A day before, or at once where that is over; nothing any more where a board is decided otherwise."""
    match entry:
        case of.TimesProposed() | of.BoardAnnulled() | of.SeatForfeited() | of.EventCorrected(places=(_, *_)):
            return _of_board(event, event.live.board(entry.round, entry.board), now)
        case of.PersonWithdrew():
            return [row for board in event.live.boards_of[entry.person] for row in _of_board(event, board, now)]
    return []


def _of_board(event: OpenEvent, board: Board, now: int) -> Iterator[NoticeRow]:
    """`ready` takes its place as soon as there is a table."""
    at, table = board.appointment, event.table_of(board)
    if place_of(board) in event.made:
        return
    for person in board.people:
        if at <= now or event.live.is_decided(board):
            yield no_news(person, table, now)
            continue
        other = next(one for one in board.people if one != person)
        yield from appointed(person, other, event.id, event.row.plan.name, table, at, max(at - DAY, now))


def _of_start(event: OpenEvent, entry: of.AnyEntry, now: int) -> Iterable[NoticeRow]:
    """Ten minutes before it begins, unless they need not come any more."""
    begins = event.row.plan.begins
    if event.live.rounds or begins <= now:
        return []
    match entry:
        case of.PersonJoined() if begins - SOON_MS > now:
            return soon([entry.person], event.id, event.row.plan.name, begins, begins - SOON_MS)
        case of.PersonWithdrew():
            return [no_news(entry.person, event.id, now)]
        case of.EventEnded():
            return [no_news(person, event.id, now) for person in event.live.people]
    return []
