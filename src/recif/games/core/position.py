"""A position that can be talked to: the Python face of a game's compiled rules.

>>> from recif.games import start
>>> xok = start("xok", side=4)
>>> len(xok.moves(0)), xok.play(0, "d4d5").waiting
(90, (1,))
"""

from collections.abc import Mapping
from functools import cache
from typing import Any, Self

import numpy as np

from recif.games.core.compiled import Numbers, Record
from recif.games.core.contract import LUCK, REFEREE, Game, Refused, Text, Why, seats_in
from recif.games.core.moves import Moves
from recif.games.core.playing import GAME_OVER, NO_LUCK, CanPlay
from recif.games.core.states import quick
from recif.games.core.turns import turns_of

KNOWN = 20_000  # texts remembered of each game
NOT_YOUR_TURN = Text("Ce n’est pas à vous de jouer.", "It is not your turn.")
LONGEST = 100  # characters of a text that may be a move
_NUMBERS: dict[str, dict[str, int]] = {}  # by game, the number that a text stood for last
_seats_in = cache(seats_in)


class Position(CanPlay):
    """A game and one of its states. Moves and luck are texts here; `game.rules` has the numbers.

    A position has its state to itself: the record or the bytes that it is made of are copied.
    """

    def __init__(self, game: Game, state: Record | bytes) -> None:
        self.game = game
        self.turns = turns_of(game)
        self.put(state if isinstance(state, bytes) else state.tobytes())

    def put(self, state: bytes) -> None:
        """Go on from this state."""
        layout = self.game.rules.State
        if len(state) != layout.itemsize:
            raise ValueError(f"{len(state)} bytes are not a state of {layout.itemsize} bytes")
        self.memory = bytearray(state + bytes(len(state)))
        self.boxes = np.frombuffer(self.memory, layout)  # the state, and room for another: see core/turns.py
        self.state: Record = quick(self.memory, layout)

    def __repr__(self) -> str:
        return f"position({self.game.id!r}, {str(self)!r})"

    def __str__(self) -> str:
        return self.game.position(self.state)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Position) and self.game is other.game and bytes(self) == bytes(other)

    def __hash__(self) -> int:
        return hash((self.game.id, bytes(self)))

    def __bytes__(self) -> bytes:
        return bytes(self.memory[: len(self.memory) // 2])

    def copy(self) -> "Position":
        """Another position with the same state; `copy.copy` and `copy.deepcopy` give the same."""
        return Position(self.game, bytes(self))

    def __copy__(self) -> "Position":
        return self.copy()

    def __deepcopy__(self, memo: dict[int, Any]) -> "Position":
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        return Position, (self.game, bytes(self))

    @property
    def waiting(self) -> tuple[int, ...]:
        """The seats that must decide now."""
        return _seats_in(self.turns.phase(self.boxes)[0])

    @property
    def is_over(self) -> bool:
        return bool(self.turns.phase(self.boxes)[1])

    @property
    def is_luck_due(self) -> bool:
        waiting, is_over = self.turns.phase(self.boxes)
        return not is_over and not waiting

    @property
    def hides_nothing(self) -> bool:
        """Whether every seat knows all that there is to know."""
        return all(bytes(self.view(seat)) == bytes(self) for seat in range(self.seats))

    @property
    def before(self) -> bytes:
        """The state in which the last event happened."""
        return bytes(self.memory[len(self.memory) // 2 :])

    @property
    def winners(self) -> tuple[int, ...]:
        return seats_in(self.game.rules.winners(self.state)) if self.is_over else ()

    @property
    def seats(self) -> int:
        return int(self.state.seats)

    @property
    def scores(self) -> tuple[int, ...]:
        out = np.zeros(self.game.rules.SEATS, np.int64)
        self.game.rules.scores(self.state, out)
        return tuple(int(score) for score in out[: self.seats])

    def numbers(self, seat: int) -> list[int]:
        """The legal moves of a seat, as the rules number them; none if it has nothing to decide."""
        out = np.empty(self.game.rules.MOVES, np.int64)
        found: list[int] = out[: self.turns.legal(self.boxes, self._checked(seat), out)].tolist()
        return found

    def moves(self, seat: int) -> Moves:
        """The legal moves of a seat, sorted texts to numbers; none if it has nothing to decide."""
        numbers = self.numbers(seat)
        return Moves(self.game.texts(self.state, seat, numbers), numbers)

    def number(self, seat: int, text: str) -> int | None:
        """The legal move of a seat, or the outcome of the luck that is due, with this text, if there is one.

        What the text stood for before is tried first: writing out hundreds of texts to compare them costs more than the
        rest of a move.
        """
        if len(text) > LONGEST:
            return None
        if seat == LUCK:
            return self.luck().get(text, (None, 0))[0]
        known, room = _NUMBERS.setdefault(self.game.id, {}), np.empty(self.game.rules.MOVES, np.int64)
        guess = known.get(text, -1)
        if self.turns.is_legal(self.boxes, seat, guess, room) and self.game.words.text(self.state, seat, guess) == text:
            return guess
        numbers = self.numbers(seat)
        texts = dict(zip(self.game.texts(self.state, seat, numbers), numbers, strict=True))
        if len(known) < KNOWN:
            known.update(texts)
        return texts.get(text)

    def luck(self) -> dict[str, tuple[int, int]]:
        """The luck outcomes due now, sorted texts to (number, weight)."""
        rules, words = self.game.rules, self.game.words
        out, weights = np.zeros((2, rules.OUTCOMES), np.int64)
        count = rules.luck(self.state, out, weights)
        pairs = zip(out[:count], weights[:count], strict=True)
        return dict(sorted((words.text(self.state, LUCK, int(o)), (int(o), int(w))) for o, w in pairs))

    def play(self, seat: int, text: str) -> Self:
        """Play a move in place, or raise Refused with the reason."""
        move = self.number(seat, text) if self._is_seat(seat) and isinstance(text, str) else None
        if move is None:
            refusal = self.why(seat, text)
            assert refusal is not None
            raise Refused(refusal.code, refusal.text)
        return self.go(seat, move, text)

    def befall(self, text: str) -> Self:
        """Apply a luck outcome in place, or raise Refused."""
        outcomes = self.luck()
        if text not in outcomes:
            raise Refused("not-an-outcome", _not_an_outcome(text, list(outcomes)))
        return self.go(LUCK, outcomes[text][0], text)

    def draw(self, rng: Numbers) -> str:
        """Draw the luck that is due, in place; return its text."""
        outcome = int(self.turns.draw(self.boxes, rng))
        text = self.game.words.text(quick(bytearray(self.before), self.game.rules.State), LUCK, outcome)
        self._note(LUCK, outcome, text)
        return text

    def go(self, seat: int, number: int, text: str = "") -> Self:
        """A move or luck outcome that can happen, as the rules number it, in place; `text` is its text, if known."""
        self.turns.happen(self.boxes, seat, number)
        self._note(seat, number, text)
        return self

    def _note(self, seat: int, number: int, text: str) -> None:
        """What has happened, for positions that have a past."""

    def after(self, seat: int, number: int) -> "Position":
        """Another position, without a past, in which a move or a luck outcome has happened."""
        return Position(self.game, bytes(self)).go(seat, number)

    def view(self, viewer: int) -> "Position":
        """The position as a seat, or a spectator, may know it."""
        if viewer == REFEREE:
            return self.copy()
        seen = Position(self.game, bytes(self.game.rules.State.itemsize))
        self.game.rules.view(self.state, viewer, seen.state)
        return seen

    def why(self, seat: Any, text: Any) -> Why | None:
        """Why a move is refused; None if it is legal."""
        if self.is_over:
            return Why("game-over", GAME_OVER)
        if not self._is_seat(seat):
            return Why("no-such-seat", no_such_seat(seat, self.seats))
        if seat not in self.waiting:
            return Why("not-your-turn", NOT_YOUR_TURN)
        if not isinstance(text, str) or len(text) > LONGEST:
            return Why("not-a-move", Text("Ce n’est pas un coup.", "That is not a move."))
        if self.number(seat, text) is not None:
            return None
        return self.game.words.why(self.state, seat, text)

    def _is_seat(self, seat: Any) -> bool:
        return isinstance(seat, int) and not isinstance(seat, bool) and 0 <= seat < self.state.seats

    def _checked(self, seat: Any) -> int:
        if not self._is_seat(seat):
            raise Refused("no-such-seat", no_such_seat(seat, self.seats))
        return int(seat)


def start(
    game: Game, seats: int | None = None, options: Mapping[str, Any] | None = None, version: int | None = None
) -> Position:
    """The first position of a game; `version` asks for older rules."""
    return Position(game, game.new(seats, options, version))


def no_such_seat(seat: Any, seats: int) -> Text:
    return Text(
        f"Il n’y a pas de place {seat!r} : les places vont de 0 à {seats - 1}.",
        f"There is no seat {seat!r}: seats go from 0 to {seats - 1}.",
    )


def _not_an_outcome(text: str, outcomes: list[str]) -> Text:
    if not outcomes:
        return NO_LUCK
    return Text(
        f"{text!r} n’est pas un tirage possible ; attendus : {', '.join(outcomes)}",
        f"{text!r} is not a possible outcome; expected: {', '.join(outcomes)}",
    )
