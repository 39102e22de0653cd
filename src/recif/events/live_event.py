"""The fold of an event's entries: everything that is known of it, and nothing that is not in them."""

from collections.abc import Iterable, Iterator

from msgspec import Struct, structs

from recif.events import entries as of
from recif.events.boards import Board, BoardResult
from recif.events.checking import check
from recif.events.refusals import changed_meanwhile, no, no_such_board, unknown_person


class Participant(Struct):
    person: str
    name: str
    rating: int = 0
    club: str = ""
    number: str = ""
    joined_after: int = 0  # rounds that had been paired
    is_paused: bool = False
    wants_half: bool = False
    wants_bye: bool = False  # by a director's word
    halves: int = 0  # byes of half a point that were asked for
    left_after: int | None = None  # rounds that had been paired when they withdrew


class EventRound(Struct):
    number: int
    game: str
    boards: list[Board]
    byes: tuple[str, ...] = ()
    halves: tuple[str, ...] = ()
    out: tuple[str, ...] = ()
    fixed: int = 0

    @property
    def seated(self) -> set[str]:
        return {person for board in self.boards for person in board.people}

    def names(self, person: str) -> bool:
        return person in self.seated or person in (*self.byes, *self.halves, *self.out)

    def share_board(self, person: str, other: str) -> bool:
        return any({person, other} <= {*board.people} for board in self.boards)

    def swap(self, person: str, other: str) -> list[Board]:
        """They change places; what had begun at their boards, which are returned, begins again."""
        turn = {person: other, other: person}
        self.byes, self.halves, self.out = (
            tuple(turn.get(one, one) for one in names) for names in (self.byes, self.halves, self.out)
        )
        changed = [board for board in self.boards if turn.keys() & {*board.people}]
        for board in changed:
            board.people = tuple(turn.get(one, one) for one in board.people)
            board.begin_again()
        return changed


class LiveEvent:
    """An event, after some of its entries. Every entry is checked before it changes anything."""

    def __init__(self, entry: of.EventMade) -> None:
        self.settings = entry.settings
        self.luck = entry.luck
        self.directors = entry.directors
        self.people: dict[str, Participant] = {}
        self.rounds: list[EventRound] = []
        self.boards_of: dict[str, list[Board]] = {}  # by person, the latest last
        self._open: dict[tuple[int, int], Board] = {}  # long events have thousands that are not
        self.apart: set[frozenset[str]] = set()
        self.says: list[of.DirectorSaid] = []
        self.is_over = False
        self.is_held = False
        self.version = 1

    def add(self, entry: of.AnyEntry, version: int | None = None) -> None:
        """One more entry; Refused, and nothing changed, if it cannot be or somebody else was quicker."""
        if version is not None and version != self.version:
            raise changed_meanwhile(version, self.version)
        check(self, entry)
        self.version += 1
        self._happen(entry)

    def person(self, person: str) -> Participant:
        if person not in self.people:
            raise unknown_person(person)
        return self.people[person]

    def board(self, round_number: int, number: int) -> Board:
        if not (1 <= round_number <= len(self.rounds)) or not 1 <= number <= len(self.rounds[round_number - 1].boards):
            raise no_such_board(round_number, number)
        return self.rounds[round_number - 1].boards[number - 1]

    @property
    def boards(self) -> Iterator[Board]:
        return (board for one in self.rounds for board in one.boards)

    @property
    def open_boards(self) -> list[Board]:
        return [self._open[where] for where in sorted(self._open)]

    def is_decided(self, board: Board) -> bool:
        return board.is_decided(self.best_of)

    @property
    def best_of(self) -> int:
        """Only boards of a knock-out have several games; elsewhere one result decides, a draw too."""
        return self.settings.best_of if self.settings.form == "knock-out" else 0

    def is_here(self, person: str) -> bool:
        one = self.people[person]
        return one.left_after is None and not (one.is_paused or one.wants_half or one.wants_bye)

    @property
    def waiting(self) -> list[str]:
        """Who can be seated: here, and at no open board."""
        busy = {person for board in self.open_boards for person in board.there}
        return [person for person in self.people if self.is_here(person) and person not in busy]

    def _happen(self, entry: of.AnyEntry) -> None:
        match entry:
            case of.PersonJoined():
                self.people[entry.person] = Participant(
                    entry.person, entry.name, entry.rating, entry.club, entry.number, len(self.rounds)
                )
                self.boards_of[entry.person] = []
            case of.PersonPaused():
                self._pause(entry)
            case of.PersonBack():
                one = self.person(entry.person)
                one.is_paused = one.wants_half = one.wants_bye = False
            case of.ByeGiven():
                self.person(entry.person).wants_bye = True
            case of.EventHeld():
                self.is_held = entry.on
            case of.PersonWithdrew():
                self._withdraw(entry.person)
            case of.RoundPaired():
                self._pair(entry)
            case of.BoardFinished():
                board = self.board(entry.round, entry.board)
                board.results.append(
                    BoardResult(entry.places, entry.scores, entry.wagers, entry.is_short, self.version)
                )
                self._look_at(board)
            case of.BoardAnnulled():
                board = self.board(entry.round, entry.board)
                board.begin_again(is_void=not entry.replay)
                self._look_at(board)
            case of.SideChosen():
                self.board(entry.round, entry.board).side = entry.seat
            case of.TimesProposed():
                self.board(entry.round, entry.board).times[entry.person] = entry.times
            case of.PersonCame():
                self.board(entry.round, entry.board).came[entry.person] = entry.at
            case of.PeopleSwapped():
                self._swap(entry.person, entry.other)
            case of.SeatForfeited():
                self._forfeit(self.board(entry.round, entry.board), entry.person)
            case of.EventCorrected():
                self._correct(entry)
            case of.DirectorSaid():
                self.says.append(entry)
            case of.EventEnded():
                self.is_over = True

    def _pause(self, entry: of.PersonPaused) -> None:
        one = self.person(entry.person)
        one.wants_half, one.is_paused = entry.half, not entry.half
        one.halves += entry.half

    def _withdraw(self, person: str) -> None:
        """Boards that they leave are lost: at once for two, in the end for more."""
        self.person(person).left_after = len(self.rounds)
        for board in self.open_boards:
            if person in board.there:
                self._forfeit(board, person)

    def _forfeit(self, board: Board, person: str) -> None:
        board.forfeits.append(person)
        self._look_at(board)

    def _look_at(self, board: Board) -> None:
        """Whether it is open, now that something has happened there."""
        where = (board.round, board.number)
        if self.is_decided(board):
            self._open.pop(where, None)
        else:
            self._open[where] = board

    def _swap(self, person: str, other: str) -> None:
        for one in (person, other):
            self.boards_of[one] = [board for board in self.boards_of[one] if board.round != len(self.rounds)]
        for board in self.rounds[-1].swap(person, other):
            for one in {person, other} & {*board.people}:
                self.boards_of[one].append(board)
            self._look_at(board)

    def _pair(self, entry: of.RoundPaired) -> None:
        boards = [Board(entry.round, number, entry.game, people) for number, people in enumerate(entry.boards, 1)]
        for board in boards:  # a round-robin has boards of those who left, too
            board.forfeits = [person for person in board.people if self.people[person].left_after is not None]
            self._look_at(board)
            for person in board.people:
                self.boards_of[person].append(board)
        self.rounds.append(
            EventRound(entry.round, entry.game, boards, entry.byes, entry.halves, entry.out, entry.fixed)
        )
        for person in entry.halves:
            self.people[person].wants_half = False
        for person in entry.byes:
            self.people[person].wants_bye = False

    def _correct(self, entry: of.EventCorrected) -> None:
        if entry.places:
            board = self.board(entry.round, entry.board)
            old = board.results[-1] if board.results else BoardResult((), version=self.version)
            board.results[-1:] = [structs.replace(old, places=entry.places, scores=entry.scores or old.scores)]
            board.is_void = False
            self._look_at(board)
        if entry.person:
            one = self.person(entry.person)
            one.name = entry.name or one.name
            one.rating = one.rating if entry.rating is None else entry.rating
        if entry.apart:
            self.apart.add(frozenset(entry.apart))
        if entry.rounds:
            self.settings = structs.replace(self.settings, rounds=entry.rounds)
        self.directors = entry.directors or self.directors


def fold(log: Iterable[of.AnyEntry]) -> LiveEvent:
    """The event that these entries tell; Refused at the first that cannot be."""
    remaining = iter(log)
    first = next(remaining, None)
    if not isinstance(first, of.EventMade):
        raise no(
            "bad-event",
            "ce journal ne commence pas par la création du tournoi",
            "this log does not begin with the making of the event",
        )
    check(None, first)
    event = LiveEvent(first)
    for entry in remaining:
        event.add(entry)
    return event
