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
from recif.games.core.compiled import Numbers, Record
from recif.games.core.contract import REFEREE, SPECTATOR, Game, Refused
from recif.games.core.luck import seeded
from recif.games.core.playing import NO_LUCK, Event, check_undo
from recif.games.core.states import quick
from recif.match.history import History


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

    Positions are equal if they are of the same game, in the same state and seen by the same viewer, however they came
    about; then they hash alike. One that is played on is another: what shall stay a key of a dict is a copy. Copies,
    `copy.copy` and `copy.deepcopy` as well, go their own way, and a position that was pickled is played again from its
    start: a view tells nothing there that its viewer does not know.

    >>> import recif
    >>> game = recif.start("xok", side=4)
    >>> game.play(0, "d4d6")
    Traceback (most recent call last):
    recif.games.core.text.Refused: d4 and d6 do not touch.
    >>> game.play(0, "d4d5").log
    (Event(seat=0, text='d4d5'),)
    >>> game.undo() == recif.start("xok", side=4)
    True
    """

    def __init__(
        self,
        game: Game,
        state: Record | bytes,
        setup: Setup | None = None,
        viewer: int = REFEREE,
        past: History | None = None,
    ) -> None:
        super().__init__(game, state)
        self.setup = setup  # None if it was not begun at the start, and so has no record
        self.viewer = viewer  # whose view it is; REFEREE if nothing is taken away
        self._past = History(game, every=1) if past is None else past  # programs go back and forth: all is kept

    def copy(self) -> "Position":
        """Another position with the same state and past; `copy.copy` and `copy.deepcopy` give the same."""
        return Position(self.game, bytes(self), self.setup, self.viewer, self._past.copy())

    def __eq__(self, other: object) -> bool:
        return super().__eq__(other) and isinstance(other, Position) and self.viewer == other.viewer

    def __hash__(self) -> int:
        return hash((self.game.id, self.viewer, bytes(self)))

    def __reduce__(self) -> tuple[Any, ...]:
        """By its setup if it was begun at the start, else by the state where it began; then by its log."""
        first = self._past.at(0) if self._past else bytes(self)
        return _replayed, (self.game, self.setup, first if self.setup is None else b"", self.viewer, self.log)

    @property
    def log(self) -> tuple[Event, ...]:
        """What has happened since the start: decisions, and luck with the seat `LUCK`."""
        return tuple(self._past.log)

    def _note(self, seat: int, number: int, text: str) -> None:
        state = self.memory[len(self.memory) // 2 :]
        written = text or self.game.words.text(quick(state, self.game.rules.State), seat, number)
        self._past.append(Event(seat, written), number, state)

    def draw(self, rng: Numbers | int | None = None) -> str:
        """What luck brings, drawn: by a seed, by a generator's state, or by the system; returns its text."""
        if not self.is_luck_due:
            raise Refused("no-luck-due", NO_LUCK)
        return super().draw(_generator(rng, len(self._past)))

    def random_move(self, seat: int, rng: Numbers | int | None = None) -> str:
        """One of a seat's moves, each as likely as the others, without writing out the rest; by the same as `draw`.

        >>> import recif
        >>> game = recif.start("xok")
        >>> game.random_move(0, 1) in game.moves(0)
        True
        """
        if not self.turns.phase(self.boxes)[0] >> self._checked(seat) & 1:
            raise Refused("not-your-turn", core.NOT_YOUR_TURN)
        move = self.game.rules.random_move(self.state, seat, _generator(rng, len(self._past)))
        return self.game.words.text(self.state, seat, int(move))

    def undo(self, count: int = 1) -> Self:
        """Take back the last events, in place.

        >>> import recif
        >>> recif.start("xok").undo()
        Traceback (most recent call last):
        recif.games.core.text.Refused: Cannot undo that many moves (1): there are 0.
        """
        check_undo(count, len(self._past))
        keep = len(self._past) - count
        self.put(self._past.at(keep))
        self._past.cut(keep)
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
        recif.games.core.text.Refused: There is no seat 2: seats go from 0 to 1.
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
    recif.games.core.text.Refused: no game is called 'chess'; games: kroc, crabs, xok, urchins, crocodiles
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
    return Position(game, state, Setup(int(state.seats), values, played)).play_on(events)


def position(game: str, text: str) -> Position:
    """A position from its text, as `str(position)` gives it.

    >>> import recif
    >>> recif.position("xok", "5 w e5,e6 e7,f7").waiting
    (0,)
    """
    known = game_named(game)
    return Position(known, known.parse(text))


def _replayed(game: Game, setup: Setup | None, first: bytes, viewer: int, log: Iterable[tuple[int, str]]) -> Position:
    """A position that was pickled."""
    return Position(game, game.new(*setup) if setup else first, setup, viewer).play_on(log)


def _generator(rng: Numbers | int | None, events: int) -> Numbers:
    """A seed gives each draw of a game luck of its own."""
    if rng is None:
        return seeded(secrets.randbits(64))
    return seeded(rng << 20 | events) if isinstance(rng, int) else rng
