"""An event of machines and programs, by the engine of people's events: paired, played, kept, signed.

Everything lies in one folder: the event's file, from which an interrupted one goes on, the record of every match, and
in the end what anybody can verify. Seeds of matches follow from the event's committed secret.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import joblib

from recif.bots.program import Fault
from recif.events import entries as of
from recif.events.boards import Board
from recif.events.checking import LONGEST_NAME, LONGEST_WORDS
from recif.events.exports import to_csv
from recif.events.forms import Form
from recif.events.live_event import LiveEvent
from recif.events.pairing import lots_of, pair_next
from recif.events.record import LONGEST, VERSION, EventFile, read_event_file, record_of, to_json
from recif.events.standings import EventPlace, standings
from recif.events.starting import check_options
from recif.games import game_named
from recif.games.core.contract import Refused
from recif.games.core.luck import M32
from recif.lab.players import player
from recif.match import record as records
from recif.match.match import Result
from recif.match.provable import commit
from recif.match.signing import new_secret
from recif.mind.selfplay import played

DIRECTOR = "recif"
OVER = ("all-played", "nobody-left", "cannot-pair")
FILE, PUBLIC, TABLE = "league.event", "event.json", "table.csv"


@dataclass(frozen=True)
class League:
    """What is to be played, and by whom."""

    name: str
    form: Form
    game: str
    players: tuple[str, ...]
    rounds: int = 0
    seats: int = 2
    options: dict[str, Any] = field(default_factory=dict)

    def check(self) -> None:
        """Refused, before anything is played, if somebody cannot."""
        for words in self.players:
            player(words)
        check_options(self.settings)

    @property
    def settings(self) -> of.EventSettings:
        game = game_named(self.game)
        cycles = 2 if self.form == "round-robin" else 1  # everybody begins once
        games = (of.GameOfEvent(game.id, tuple(game.seats)),)
        return of.EventSettings(
            name=self.name, form=self.form, games=games, rounds=self.rounds, seats=self.seats, cycles=cycles
        )


class BoardPlayed:
    """One match of a board: the place of each of its people, or who did not play by the rules."""

    def __init__(self, places: tuple[int, ...], scores: tuple[int, ...], written: str, out: str = "") -> None:
        self.places, self.scores, self.written, self.out = places, scores, written, out


class LeagueHeld:
    """A league in its folder."""

    def __init__(self, league: League, folder: Path, now: Callable[[], int]) -> None:
        self.league = league
        self._folder = folder
        self._now = now
        path = folder / FILE
        self._file = read_event_file(path.read_bytes()[: LONGEST + 1]) if path.exists() else self._made()
        self.event: LiveEvent = self._file.event

    def _made(self) -> EventFile:
        luck = commit(f"league {self.league.name}")
        made = of.EventMade(
            at=self._now(), by=DIRECTOR, settings=self.league.settings, luck=luck.hidden(), directors=(DIRECTOR,)
        )
        people = [
            of.PersonJoined(at=self._now(), by=DIRECTOR, person=one, name=one[-LONGEST_NAME:])
            for one in self.league.players
        ]
        (self._folder / "records").mkdir(parents=True, exist_ok=True)
        return EventFile(VERSION, luck, new_secret(), [made, *people])

    def hold(self, jobs: int = 1, heed: Callable[[LiveEvent], None] = lambda event: None) -> list[EventPlace]:
        """From wherever it is to its end."""
        while not self.event.is_over:
            if self.event.open_boards:
                self._play(jobs)
            else:
                self._go_on()
            self._keep()
            heed(self.event)
        return standings(self.event, lots_of(self.event, self._file.luck))

    def _go_on(self) -> None:
        """The next round, or the end."""
        try:
            self._add(pair_next(self.event, self._file.luck, self._now(), DIRECTOR))
        except Refused as refused:
            if refused.code not in OVER:
                raise
            self._add(of.EventEnded(at=self._now(), by=DIRECTOR))

    def _add(self, entry: of.AnyEntry) -> None:
        self.event.add(entry)
        self._file.entries.append(entry)

    def _play(self, jobs: int) -> None:
        """One match of each open board, beside each other."""
        boards, league = self.event.open_boards, self.league
        seeds = [self._seed(board) for board in boards]
        work = (
            joblib.delayed(play_board)(league.game, board.people, board.seating(), league.options, seed)
            for board, seed in zip(boards, seeds, strict=True)
        )
        for board, one in zip(boards, joblib.Parallel(n_jobs=jobs)(work), strict=True):
            self._note(board, one)

    def _seed(self, board: Board) -> int:
        return lots_of(self.event, self._file.luck).below(M32 >> 1, f"match {board.round} {board.number} {board.plays}")

    def _note(self, board: Board, one: BoardPlayed) -> None:
        where: dict[str, Any] = {"at": self._now(), "by": DIRECTOR, "round": board.round, "board": board.number}
        if one.out:
            self._add(of.SeatForfeited(**where, person=one.out, reason=one.written))
            return
        name = f"{board.round}-{board.number}-{board.plays}.json"
        (self._folder / "records" / name).write_text(one.written, "utf-8")
        self._add(of.BoardFinished(**where, places=one.places, scores=one.scores))

    def _keep(self) -> None:
        """Under another name first: a power cut leaves what was before."""
        self._folder.mkdir(parents=True, exist_ok=True)
        fresh = self._folder / f"{FILE}.new"
        fresh.write_text(to_json(self._file), "utf-8")
        fresh.chmod(0o600)
        fresh.replace(self._folder / FILE)
        if self.event.is_over:
            table = standings(self.event, lots_of(self.event, self._file.luck))
            (self._folder / PUBLIC).write_text(to_json(record_of(self._file)), "utf-8")
            (self._folder / TABLE).write_text(to_csv(self.event, table, "en"), "utf-8")


def play_board(
    game_id: str, people: Sequence[str], seating: Sequence[str], options: dict[str, Any], seed: int
) -> BoardPlayed:
    """A match to its end; who plays what it may not, or not at all, is out."""
    game = game_named(game_id)
    sides = [player(words) for words in seating]
    try:
        match = played(game, sides.__getitem__, seed, len(seating), options)
    except Fault as fault:
        if fault.seat is None:
            raise
        return BoardPlayed((), (), fault.text.en[:LONGEST_WORDS], seating[fault.seat])
    result = match.result
    assert result is not None
    ranks = _ranks(result, len(seating))
    seat_of = [seating.index(person) for person in people]
    written = records.to_json(records.record(match, names=[*seating]))
    scores = tuple(result.scores[seat] for seat in seat_of) if result.scores else ()
    return BoardPlayed(tuple(ranks[seat] for seat in seat_of), scores, written)


def _ranks(result: Result, seats: int) -> list[int]:
    """Winners first, then by points."""
    keys = [(seat not in result.winners, -result.scores[seat] if result.scores else 0) for seat in range(seats)]
    keys = [(False, 0) if not key[0] else key for key in keys]
    return [1 + sum(other < key for other in keys) for key in keys]
