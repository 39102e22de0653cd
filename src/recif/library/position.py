"""A position that remembers how it came about: what Python programs hold in their hands.

>>> import recif
>>> kroc = recif.start("kroc", 3)
>>> while not kroc.waiting:
...     _ = kroc.draw(1)
>>> kroc.play(0, "1").play(2, "3").waiting
(1,)
>>> kroc.view(1).waiting
(0, 1, 2)
"""

import secrets
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple, Self

from recif.games import game_named
from recif.games.core import position as core
from recif.games.core.compiled import Numbers, Record, copy, from_bytes
from recif.games.core.contract import LUCK, REFEREE, SPECTATOR, Game, Refused, Text
from recif.games.core.luck import seeded
from recif.match.match import Event


class Setup(NamedTuple):
    """How a game was begun."""

    seats: int
    options: Mapping[str, Any]
    version: int  # of the rules


class Position(core.Position):
    """A game, one of its states, and the events that led there.

    Moves and luck are texts, as docs/notation.md has them. `play`, `befall`, `draw` and `undo` change the position in
    place; `copy` and `view` give another one. What cannot be done raises `Refused`, with the rule's sentence, and
    changes nothing.

    >>> import recif
    >>> game = recif.start("xok", side=4)
    >>> game.play(0, "d4d6")
    Traceback (most recent call last):
    recif.games.core.contract.Refused: d4 and d6 do not touch.
    >>> game.play(0, "d4d5").log
    (Event(seat=0, text='d4d5'),)
    >>> game.undo() == recif.start("xok", side=4)
    True
    """

    def __init__(self, game: Game, state: Record, setup: Setup | None = None, viewer: int = REFEREE) -> None:
        super().__init__(game, state)
        self.setup = setup  # None if it was not begun at the start, and so has no record
        self.viewer = viewer  # whose view it is; REFEREE if nothing is taken away
        self._past: list[tuple[bytes, Event]] = []

    def copy(self) -> "Position":
        """Another position with the same state and past."""
        twin = Position(self.game, copy(self.state), self.setup, self.viewer)
        twin._past = list(self._past)
        return twin

    @property
    def log(self) -> tuple[Event, ...]:
        """What has happened since the start: decisions, and luck with the seat `LUCK`."""
        return tuple(event for _, event in self._past)

    @property
    def is_luck_due(self) -> bool:
        return not self.is_over and not self.waiting

    def play(self, seat: int, text: str) -> Self:
        """A decision of a seat, in place."""
        before = bytes(self)
        super().play(seat, text)
        self._past.append((before, Event(seat, text)))
        return self

    def befall(self, text: str) -> Self:
        """What luck brings, named, in place."""
        before = bytes(self)
        super().befall(text)
        self._past.append((before, Event(LUCK, text)))
        return self

    def draw(self, rng: Numbers | int | None = None) -> str:
        """What luck brings, drawn: by a seed, by a generator's state, or by the system; returns its text."""
        if not self.is_luck_due:
            raise Refused("no-luck-due", Text("Aucun tirage n’est attendu.", "No luck is due."))
        before = bytes(self)
        text = super().draw(_generator(rng, len(self._past)))
        self._past.append((before, Event(LUCK, text)))
        return text

    def undo(self, count: int = 1) -> Self:
        """Take back the last events, in place.

        >>> import recif
        >>> recif.start("xok").undo()
        Traceback (most recent call last):
        recif.games.core.contract.Refused: Cannot take back 1 event(s): there are 0.
        """
        if isinstance(count, bool) or not isinstance(count, int) or not 1 <= count <= len(self._past):
            raise Refused("nothing-to-undo", _cannot_undo(count, len(self._past)))
        self.state = from_bytes(self.game.rules.State, self._past[-count][0])
        del self._past[-count:]
        return self

    def view(self, viewer: int) -> "Position":
        """The position as a seat, or `SPECTATOR`, may know it; without its past, which they may not know.

        >>> import recif
        >>> game = recif.start("crabs")
        >>> while not game.waiting:
        ...     _ = game.draw(1)
        >>> game.scene()["seats"][1]["hand"]
        ['5p', '5p', '6p', '8p', 'Op']
        >>> game.view(0).scene()["seats"][1]["hand"] is None
        True
        >>> game.view(2)
        Traceback (most recent call last):
        recif.games.core.contract.Refused: There is no seat 2: seats go from 0 to 1.
        """
        if viewer not in (SPECTATOR, REFEREE, *range(self.seats)):
            raise Refused("no-such-seat", core.no_such_seat(viewer, self.seats))
        return Position(self.game, super().view(viewer).state, None, viewer)

    def scene(self) -> dict[str, Any]:
        """The position as JSON values: all that a board draws. The game's `words.py` tells what is in it."""
        return self.game.words.scene(self.state, self.viewer)

    def picture(self, language: str = "en") -> str:
        """The position as plain text, for a terminal."""
        return self.game.words.picture(self.state, self.viewer).say(language)

    def svg(self, language: str = "en") -> str:
        """The position as an SVG picture."""
        from recif.library.drawing import svg

        return svg(self, language)

    def _repr_svg_(self) -> str:
        """What a notebook shows."""
        return self.svg()


def start(game: str, seats: int | None = None, **options: Any) -> Position:
    """The first position of a game: its id, how many play (the fewest, if left out), its options.

    >>> import recif
    >>> recif.start("urchins", 3, size=5).seats
    3
    >>> recif.start("chess")
    Traceback (most recent call last):
    recif.games.core.contract.Refused: no game is called 'chess'; games: kroc, crabs, xok, urchins, crocodiles
    """
    return begun(game_named(game), seats, options)


def begun(
    game: Game,
    seats: int | None = None,
    options: Mapping[str, Any] | None = None,
    version: int | None = None,
    events: Iterable[tuple[int, str]] = (),
) -> Position:
    """A game begun with these seats and options, after these events."""
    played = game.version if version is None else game.check_version(version)
    values = game.check_options(options, played)
    state = game.new(seats, values, played)
    made = Position(game, state, Setup(int(state.seats), values, played))
    for seat, text in events:
        if seat == LUCK:
            made.befall(text)
        else:
            made.play(seat, text)
    return made


def position(game: str, text: str) -> Position:
    """A position from its text, as `str(position)` gives it.

    >>> import recif
    >>> recif.position("xok", "5 w e5,e6 e7,f7").waiting
    (0,)
    """
    known = game_named(game)
    return Position(known, known.parse(text))


def _generator(rng: Numbers | int | None, events: int) -> Numbers:
    """A seed gives each draw of a game luck of its own."""
    if rng is None:
        return seeded(secrets.randbits(64))
    return seeded(rng << 20 | events) if isinstance(rng, int) else rng


def _cannot_undo(count: Any, events: int) -> Text:
    return Text(
        f"Impossible de reprendre {count!r} coup(s) : il y en a {events}.",
        f"Cannot take back {count!r} event(s): there are {events}.",
    )
