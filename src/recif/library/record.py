"""Records in and out.

>>> import recif
>>> game = recif.start("xok", side=4).play(0, "d4d5").play(1, "c3c4")
>>> print(recif.Record.of(game, names=["Ana", "Théo"]))
[Game "xok"]
[Seats 2]
[Options {"side": 4}]
[Rules 2]
[Names ["Ana", "Théo"]]
<BLANKLINE>
0:d4d5 1:c3c4
<BLANKLINE>
>>> recif.Record.read(str(recif.Record.of(game))).position() == game
True
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from recif.games import GAMES
from recif.games.core.contract import LUCK, Refused, Text
from recif.library.position import Position, begun
from recif.match.match import Event, Result, replay
from recif.match.record import MatchRecord, read, record, to_json, to_text

SHOWN = 60  # characters of what is no record


@dataclass(frozen=True)
class Record:
    """A game written down: `str` gives the text that `read` takes, as the server and `recif review` write it."""

    told: MatchRecord

    @classmethod
    def of(cls, position: Position, names: Sequence[str] = (), date: str = "") -> "Record":
        """The record of a game from its start to here. Hidden things are in it: it is for those who may know them.

        Choices that wait for others are not in it.
        """
        if position.setup is None:
            raise Refused("no-history", _no_history())
        seats, options, version = position.setup
        if isinstance(names, str) or len(names) not in (0, seats):
            raise Refused("bad-names", _bad_names(names, seats))
        match = replay(position.game, seats, options, position.log, version)
        return cls(record(match, names=list(names), date=date))

    @classmethod
    def read(cls, source: str | bytes | Path) -> "Record":
        """A record from its text or JSON, or from a file; Refused if it cannot have happened.

        >>> import recif
        >>> recif.Record.read('[Game "xok"]\\n[Seats 2]\\n[Options {}]\\n[Rules 2]\\n\\n0:a1a9')
        Traceback (most recent call last):
        recif.games.core.text.Refused: event 1 (0, 'a1a9'): a9 is off the board.
        """
        if isinstance(source, str) and _is_no_text(source):
            raise Refused("not-a-record", _not_a_record(source))
        told = read(source.read_bytes() if isinstance(source, Path) else source)
        told.replay(GAMES)
        return cls(told)

    def __str__(self) -> str:
        return to_text(self.told)

    def __len__(self) -> int:
        return len(self.told.events)

    @property
    def json(self) -> str:
        return to_json(self.told)

    @property
    def game(self) -> str:
        return self.told.game

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(self.told.names)

    @property
    def events(self) -> tuple[Event, ...]:
        """Decisions, and luck with the seat `LUCK`."""
        return tuple(Event(seat, text) for seat, text in self.told.events)

    @property
    def result(self) -> Result | None:
        """Who won, with which scores, and how it ended; None while it goes on."""
        return self.told.replay(GAMES).result

    def write(self, path: Path | str) -> None:
        """Into a file; JSON if it is called so."""
        target = Path(path)
        target.write_text(self.json if target.suffix == ".json" else str(self), encoding="utf-8")

    def position(self, events: int | None = None) -> Position:
        """The position after so many events; after all of them, if left out."""
        if events is not None and not 0 <= events <= len(self):
            raise Refused("no-such-event", _no_such_event(events, len(self)))
        told = self.told
        return begun(GAMES[told.game], told.seats, told.options, told.rules, told.events[:events])

    @property
    def decisions(self) -> int:
        """How many events are decisions."""
        return sum(seat != LUCK for seat, _ in self.told.events)


def _no_history() -> Text:
    return Text(
        "une position commencée au milieu n’a pas d’histoire ; partez de recif.start",
        "a position from the middle has no history to tell; begin with recif.start",
    )


def _bad_names(names: Sequence[str], seats: int) -> Text:
    return Text(
        f"names : une liste de {seats} noms, un par place, pas {names!r}",
        f"names: a list of {seats} names, one for each seat, not {names!r}",
    )


def _is_no_text(source: str) -> bool:
    """Whether it can be neither form of a record, and was probably meant to name a file."""
    return "\n" not in source and not source.lstrip().startswith(("{", "["))


def _not_a_record(source: str) -> Text:
    quoted = source if len(source) <= SHOWN else f"{source[:SHOWN]}…"
    return Text(
        f"{quoted!r} n’est pas une partie ; pour lire un fichier : Record.read(Path({quoted!r}))",
        f"{quoted!r} is not a record; to read a file: Record.read(Path({quoted!r}))",
    )


def _no_such_event(events: int, most: int) -> Text:
    return Text(
        f"il n’y a pas {events} événements ; la partie en a {most}",
        f"there are no {events} events; the game has {most}",
    )
