"""An event in a server's memory: the fold of its log, and the times that follow from it."""

import hashlib
import hmac
from collections import Counter
from collections.abc import Sequence

import msgspec

from recif.events import entries as of
from recif.events.boards import Board
from recif.events.live_event import LiveEvent
from recif.games.core.contract import Text
from recif.match.pace import DAY, Pace
from recif.server.events.plans import MACHINE, RECIF, pace_of
from recif.server.store.rows import EventRow
from recif.server.tasks import Answer

BoardPlace = tuple[int, int, int]  # of a match in an event: round, board, which match of that board
TABLE_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
TABLE_LENGTH = 12
TURNS = 30  # of a match, to weigh the bonus of each
FIRST_PAUSE_MS = 10_000  # that coming back to an arena costs who did not play
LONGEST_PAUSE_MS = 120_000
LONGEST_GRACE_MS = 5 * 60_000

encode_entry = msgspec.json.Encoder().encode
decode_entry = msgspec.json.Decoder(of.AnyEntry).decode


class OpenEvent:
    """`bodies` are the entries as they are written."""

    def __init__(self, row: EventRow, bodies: Sequence[str]) -> None:
        first = decode_entry(bodies[0])
        assert isinstance(first, of.EventMade)
        self.row = row
        self.live = LiveEvent(first)
        self.bodies = [bodies[0]]
        self.used = 0
        self.free_since: dict[str, int] = {}  # who waits for a board, since when
        self.missed: Counter[str] = Counter()  # boards that somebody did not begin
        self.barred: dict[str, int] = {}  # who came back: not paired before then
        self.stirs: Counter[str] = Counter()  # what each person did here
        self.paired_at: list[int] = []  # each round
        self.settled_at = first.at  # when a board was last decided
        self.finished_at: dict[tuple[int, int], int] = {}  # when the last match of each board was over
        self.made: set[BoardPlace] = set()  # boards whose tables are known to exist
        self.begun: set[BoardPlace] = set()  # and at which everybody has moved
        self.writing: Answer | None = None  # what is not on disk yet
        self.trouble: Text | None = None  # why it does not go on by itself
        self.tried_at = 0  # to pair, in vain
        self.is_followed = False  # in its series, by the next one
        self.swept_at = 0
        self.led_since = 0  # by this server: nobody could do anything while none was there
        for body in bodies[1:]:
            self.add(decode_entry(body), body)

    @property
    def id(self) -> str:
        return self.row.id

    @property
    def version(self) -> int:
        return self.live.version

    @property
    def pace(self) -> Pace:
        return pace_of(self.row.plan)

    @property
    def whole_ms(self) -> int:
        """What a match takes one person, about."""
        return self.pace.start + TURNS * self.pace.bonus

    def add(self, entry: of.AnyEntry, body: str) -> None:
        """One more entry, or Refused."""
        self.live.add(entry)
        self.bodies.append(body)
        self._note(entry)
        live, row = self.live, self.row
        row.version, row.many = live.version, len(live.people) - (MACHINE in live.people)
        row.status = "over" if live.is_over else "running" if live.rounds else "coming"

    def _note(self, entry: of.AnyEntry) -> None:
        """When it happened, and by whom."""
        self.stirs[entry.by] += 1
        match entry:
            case of.PersonJoined() | of.PersonBack():
                self.free_since[entry.person] = entry.at
                if isinstance(entry, of.PersonBack) and self.missed[entry.person]:
                    self.barred[entry.person] = entry.at + self._pause_of(self.missed[entry.person])
            case of.RoundPaired():
                if not self.paired_at:
                    self.row.begins = entry.at
                self.paired_at.append(entry.at)
            case of.SeatForfeited():
                self.missed[entry.person] += entry.by == RECIF
                self._decided(entry.round, entry.board, entry.at)
            case of.BoardFinished() | of.BoardAnnulled():
                self._decided(entry.round, entry.board, entry.at)
            case of.PersonWithdrew() | of.EventCorrected():
                self.settled_at = entry.at

    def _decided(self, round_number: int, board: int, at: int) -> None:
        self.settled_at = self.finished_at[round_number, board] = at
        for person in self.live.board(round_number, board).people:
            self.free_since[person] = at

    def _pause_of(self, missed: int) -> int:
        return FIRST_PAUSE_MS if missed == 1 else min(missed * self.whole_ms // 15, LONGEST_PAUSE_MS)

    @property
    def best_of_several(self) -> bool:
        return self.live.best_of > 0

    def table_of(self, board: Board) -> str:
        return self.table_name(*place_of(board))

    def table_name(self, round_number: int, board: int, play: int) -> str:
        """The name of a board's table follows from the event's secret: whoever makes it again makes the same one, and
        nobody knows it before."""
        place = f"table {round_number} {board} {play}"
        drawn = hmac.new(self.row.luck.secret.encode(), place.encode(), hashlib.sha256).digest()
        return "".join(TABLE_LETTERS[byte % len(TABLE_LETTERS)] for byte in drawn[:TABLE_LENGTH])

    def boards_of(self, person: str) -> list[Board]:
        """Those that somebody is at now: one, but where boards go on for days."""
        return [board for board in self.live.open_boards if person in board.there]

    def last_table(self, board: Board) -> str:
        """Where it is played, or was played last; empty where there is no table yet."""
        plays = [play for play in range(board.plays, -1, -1) if (board.round, board.number, play) in self.made]
        is_over = self.live.is_decided(board)
        if plays:
            return self.table_name(board.round, board.number, plays[0])
        return self.table_name(board.round, board.number, max(board.plays - 1, 0)) if is_over and board.results else ""

    @property
    def ends_at(self) -> int:
        """Of an arena that has begun."""
        return self.row.begins + self.row.plan.minutes * 60_000 if self.paired_at else 0

    @property
    def is_by_days(self) -> bool:
        """Whether every board can go on beside the others."""
        return self.row.plan.form == "round-robin" and (self.pace.is_by_days or self.live.settings.days > 0)

    @property
    def deadline(self) -> int:
        """Of a round-robin by appointment that has begun: what has not begun then is void."""
        days = self.live.settings.days
        return self.row.begins + days * DAY if days and self.paired_at else 0

    def can_begin(self, board: Board) -> bool:
        """It is not decided, nobody has to choose a side first, and where people play by appointment both have come: an
        appointment begins nothing by itself. Turns of days wait for nobody."""
        if self.live.is_decided(board) or board.chooser(self.live.best_of):
            return False
        return not self.live.settings.days or self.pace.is_by_days or board.is_met

    def choose_by(self, board: Board) -> int:
        """Until when somebody may choose the side of the last game of a tie; then Récif does."""
        finished = self.finished_at.get((board.round, board.number), 0)
        return max(finished + self.row.plan.patience * 1000, self.led_since + self.grace_ms)

    @property
    def grace_ms(self) -> int:
        """For which nobody is late after a start of the server."""
        return min(self.row.plan.patience * 1000, LONGEST_GRACE_MS)


def place_of(board: Board) -> BoardPlace:
    return board.round, board.number, board.plays
