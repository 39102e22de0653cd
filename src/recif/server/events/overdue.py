"""Boards that should have gone on by now: nobody begins, nobody chooses a side, the deadline is over."""

from recif.events import entries as of
from recif.events.boards import Board
from recif.games.core.contract import LUCK
from recif.server.events import judging
from recif.server.events.at_tables import AtTables
from recif.server.events.events import Events
from recif.server.events.judging import Entries
from recif.server.events.open_event import OpenEvent, place_of
from recif.server.events.plans import RECIF


def has_passed(since: int, ms: int, now: int) -> bool:
    """So much time since then; a clock that was set back holds nobody up."""
    return not 0 <= now - since < ms


class Overdue:
    def __init__(self, events: Events, tables: AtTables) -> None:
        self._events = events
        self._tables = tables

    async def choose_for(self, event: OpenEvent, board: Board, now: int) -> None:
        """Who has not chosen a side in time begins the last game."""
        person, where = board.chooser(event.live.best_of), (board.round, board.number)

        def judge(event: OpenEvent) -> Entries:
            is_due = event.live.board(*where).chooser(event.live.best_of) == person
            return [judging.chosen(person, where, 0, now)] if is_due else []

        if now >= event.choose_by(board):
            await self._events.change(event.id, judge)

    async def look_for(self, event: OpenEvent, board: Board, table: str, now: int) -> None:
        """Who has not moved in time loses the board, and rests until they come back."""
        absent = await self._tables.absent(table, event.row.plan.patience * 1000, now)
        if absent is None:
            event.begun.add(place_of(board))
            return

        def judge(event: OpenEvent) -> Entries:
            if event.live.is_decided(board):
                return []
            out: Entries = []
            for person in absent:
                if person in board.there and len(board.there) - len(out) // 2 > 1:
                    out.append(of.SeatForfeited(at=now, by=RECIF, round=board.round, board=board.number, person=person))
                    if event.live.is_here(person):
                        out.append(of.PersonPaused(at=now, by=RECIF, person=person))
            return out

        if absent and has_passed(event.led_since, event.grace_ms, now):
            await self._events.change(event.id, judge)

    async def expire(self, event: OpenEvent, now: int) -> None:
        """The deadline: what has not begun is void, what goes on may finish."""
        idle = [place_of(board) for board in event.live.open_boards if not await self._has_begun(event, board)]

        def judge(event: OpenEvent) -> Entries:
            there = {place_of(board): board for board in event.live.open_boards}
            return [
                of.BoardAnnulled(at=now, by=RECIF, round=board.round, board=board.number, reason="deadline")
                for place, board in there.items()
                if place in idle
            ]

        if idle:
            await self._events.change(event.id, judge)

    async def _has_begun(self, event: OpenEvent, board: Board) -> bool:
        live = await self._tables.live(event.table_of(board)) if place_of(board) in event.made else None
        return live is not None and any(move.seat != LUCK for move in live.match.log)
