"""A match: its log of events, and the position that follows from it.

The position is the fold of the log. While several seats choose at once, their choices wait here, outside the state
and outside the log, and can be changed; when the last is in, they are recorded and applied in seat order.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from sys import intern
from typing import Any, Literal, NamedTuple

import numpy as np

from recif.games.core.compiled import Record
from recif.games.core.contract import LUCK, PAST, REFEREE, Game, Refused, Text, Why, seats_in
from recif.games.core.position import Position
from recif.match.history import History
from recif.match.states import frozen, quick
from recif.match.turns import turns_of

Source = Callable[[int], int]  # a uniform whole number below n: seeded, from the system, or one that can be checked


Reason = Literal["over", "resigned", "time", "agreed", "aborted"]


class Event(NamedTuple):
    """A decision of a seat, or what luck brought (`seat` = LUCK)."""

    seat: int
    text: str


class Result(NamedTuple):
    """How a match ended."""

    winners: tuple[int, ...]
    scores: tuple[int, ...]
    reason: Reason = "over"
    seat: int | None = None  # who resigned or ran out of time


class Match:
    """A game being played."""

    def __init__(
        self,
        game: Game,
        seats: int | None = None,
        options: Mapping[str, Any] | None = None,
        version: int | None = None,
    ) -> None:
        self.game = game
        self.version = game.version if version is None else game.check_version(version)  # of the rules
        self.options = game.check_options(options, self.version)
        self._turns = turns_of(game)
        self._set(bytes(game.new(seats, self.options, self.version)))
        self.seats = self.position.seats
        self.log: list[Event] = []
        self.before = History(game, lambda index: self.log[index].seat)  # the state in which each event happened
        self.numbers: Sequence[int] = self.before.numbers  # each event of the log, as the rules number it
        self._knew: list[int] = []  # who knew all there was to know before each event of the log
        self.choices: dict[int, str] = {}  # made at once with others who still think
        self.cuts: list[int] = []  # length of the log after each taking back
        self.at_once: list[bool] = []  # whether each event is a choice that several seats made at once
        self.ended: Result | None = None  # by people, not by the rules
        self._past = 0
        self.begins_at = ""  # the text of the position from which it was begun, if not from the start
        self.forgets = hasattr(game.words, "is_past")  # this game puts things out of sight that all have seen

    @classmethod
    def at(cls, game: Game, position: str) -> "Match":
        """A match from the middle: the text of the position says how many play, with which options, by which rules."""
        match, state = cls(game), game.parse(position)
        match._set(bytes(state))
        match.seats, match.version, match.options = match.position.seats, game.version_of(state), {}
        match.begins_at = position
        return match

    def __repr__(self) -> str:
        return f"<Match {self.game.id}, {self.seats} seats, {len(self.log)} events>"

    def _set(self, state: bytes) -> None:
        """Go on from this state."""
        layout = self.game.rules.State
        self._memory = bytearray(state + bytes(layout.itemsize))
        self._boxes = np.frombuffer(self._memory, layout)  # the state, and room for a view of it
        self._bytes = np.frombuffer(self._memory, np.uint8).reshape(2, -1)
        self.position = Position(self.game, quick(self._memory, layout))
        self._changed(*self._turns.standing(self._boxes, self._bytes))

    def _changed(self, waiting: int, is_over: bool, knowing: int) -> None:
        """Keep what everybody asks many times."""
        self.deciding = _seats_in(waiting)  # also those who have chosen and may change their mind
        self._is_over = is_over
        self._knowing = knowing
        self._found: tuple[int, str, int | None] = (-1, "", None)
        self._seen: Record = None

    @property
    def waiting(self) -> tuple[int, ...]:
        """The seats that have yet to decide."""
        if self.ended:
            return ()
        if not self.choices:
            return self.deciding
        return tuple(seat for seat in self.deciding if seat not in self.choices)

    @property
    def is_luck_due(self) -> bool:
        return not self.is_over and not self.deciding

    @property
    def is_over(self) -> bool:
        return self.ended is not None or self._is_over

    @property
    def result(self) -> Result | None:
        if self.ended:
            return self.ended
        return Result(self.position.winners, self.position.scores) if self._is_over else None

    def why(self, seat: Any, text: Any) -> Why | None:
        """Why a move is refused; None if it can be played now."""
        if self.ended:
            return Why("game-over", Text("La partie est finie.", "The game is over."))
        if _is_seat(seat) and isinstance(text, str) and self.number(seat, text) is not None:
            return None
        return self.position.why(seat, text)

    def number(self, seat: int, text: str) -> int | None:
        """The legal move of a waiting seat with this text.

        Texts seen before are tried first: writing out hundreds of texts to compare them costs more than the
        rest of a move.
        """
        if seat not in self.deciding or len(text) > 100:
            return None
        if self._found[0] != seat or self._found[1] != text:
            self._found = (seat, text, self._find(seat, text))
        return self._found[2]

    def _has_found(self, seat: Any, text: Any) -> bool:
        """Whether it was asked just now, and can be played: whoever asks why, plays next."""
        asked, told, move = self._found
        return asked is seat and told is text and move is not None and self.ended is None

    def _find(self, seat: int, text: str) -> int | None:
        words, state = self.game.words, self.seen_by(REFEREE)
        known, room = _NUMBERS.setdefault(self.game.id, {}), np.empty(self.game.rules.MOVES, np.int64)
        guess = known.get(text, -1)
        if self._turns.is_legal(self._boxes, seat, guess, room) and words.text(state, seat, guess) == text:
            return guess
        texts = {words.text(state, seat, move): move for move in self.position.numbers(seat)}
        if len(known) < KNOWN:
            known.update(texts)
        return texts.get(text)

    def play(self, seat: int, text: str) -> list[Event]:
        """A decision; returns the events it recorded, which are none while others still choose."""
        if not self._has_found(seat, text) and (refusal := self.why(seat, text)) is not None:
            raise Refusal(refusal)
        if len(self.deciding) == 1 and not self.choices:
            return [self._record(seat, text)]
        self.choices.pop(seat, None)  # one that is changed is the latest
        self.choices[seat] = text
        if self.waiting:
            return []
        choices, self.choices = self.choices, {}
        return [self._record(chooser, choices[chooser], at_once=True) for chooser in sorted(choices)]

    def befall(self, text: str) -> Event:
        """Luck, named by the caller."""
        if self.ended:
            raise Refused("game-over", Text("La partie est finie.", "The game is over."))
        outcomes = self.position.luck() if not self.deciding else {}
        if text not in outcomes:
            self.position.befall(text)  # raises the refusal
        return self._apply(LUCK, text, outcomes[text][0])

    def draw(self, source: Source) -> Event:
        """Luck, drawn."""
        return self.befall(self.pick(source))

    def pick(self, source: Source) -> str:
        """What luck would bring: outcomes in the order of their texts, each as likely as its weight."""
        outcomes = self.position.luck() if self.is_luck_due else {}
        if not outcomes:
            raise Refused("no-luck-due", Text("Aucun tirage n’est attendu.", "No luck is due."))
        left = source(sum(weight for _, weight in outcomes.values()))
        for text, (_, weight) in outcomes.items():
            left -= weight
            if left < 0:
                return text
        raise ValueError("the source gave a number that is not below its bound")

    def undo(self, count: int = 1) -> None:
        """Take back the last events; choices still pending first, the latest made or changed before the others."""
        done = self.log + [Event(*choice) for choice in self.choices.items()]
        if isinstance(count, bool) or not isinstance(count, int) or not 1 <= count <= len(done):
            raise Refused("nothing-to-undo", _cannot_undo(count, len(done)))
        self.ended = None
        keep = len(done) - count
        if keep >= len(self.log):
            self.choices = dict(list(self.choices.items())[: keep - len(self.log)])
            return
        self._cut(keep)

    def _cut(self, keep: int) -> None:
        """Go back to `keep` events; choices made at once with one taken back are pending again."""
        start = keep
        while start > 0 and self._together(start - 1, keep):
            start -= 1
        again = self.log[start:keep]
        self._set(self.before.at(start))
        self.before.cut(start)
        del self.log[start:], self.at_once[start:], self._knew[start:]
        self.cuts.append(start)
        self._past = 0
        self.choices = dict(again)

    def _together(self, index: int, keep: int) -> bool:
        """Whether event `index` and the one at `keep`, which is taken back, are choices made at once."""
        seats = {event.seat for event in self.log[index : keep + 1]}
        return (
            LUCK not in seats
            and len(seats) == keep + 1 - index
            and seats <= set(Position(self.game, self.before[index]).waiting)
        )

    def end(self, reason: Reason, winners: Iterable[int] = (), seat: int | None = None) -> Result:
        """End by people: resignation, time, agreement, or called off."""
        if not self.is_over:
            self.choices = {}
            self.ended = Result(tuple(sorted(winners)), self.position.scores, reason, seat)
        assert self.result is not None
        return self.result

    def _record(self, seat: int, text: str, at_once: bool = False) -> Event:
        move = self.number(seat, text)
        assert move is not None
        return self._apply(seat, text, move, at_once)

    def _apply(self, seat: int, text: str, move: int, at_once: bool = False) -> Event:
        layout = self.game.rules.State
        memory = bytearray(layout.itemsize)
        standing = self._turns.turn(self._boxes, self._bytes, np.frombuffer(memory, layout), seat, move)
        self.before.append(memory, move)
        self.at_once.append(at_once)
        event = Event(seat, intern(text))  # the same few texts at a thousand tables
        self.log.append(event)
        self._knew.append(self._knowing)
        self._changed(*standing)
        return event

    def knows_all(self, index: int, viewer: int) -> bool:
        """Whether a seat or SPECTATOR knew all there was to know before event `index`, or knows it now."""
        if index == len(self.log):
            return self.knows_all_now(viewer)
        return bool(self._knew[index] >> viewer + 1 & 1)

    def knows_all_now(self, viewer: int) -> bool:
        return bool(self._knowing >> viewer + 1 & 1)

    def seen_by(self, viewer: int) -> Record:
        """The state as it is now, as a viewer may know it: to be read at once, before the next event."""
        if viewer == REFEREE:
            if self._seen is None:
                self._seen = frozen(self._memory, self.game.rules.State)
            return self._seen
        memory = bytearray(self.game.rules.State.itemsize)
        self.game.rules.view(self.position.state, viewer, quick(memory, self.game.rules.State))
        return frozen(memory, self.game.rules.State)

    @property
    def past(self) -> int:
        """How many of the first events may not be looked up, by anybody, while the match goes on."""
        if not self.forgets or self.is_over:
            return 0
        is_past, now = self.game.words.is_past, self.seen_by(REFEREE)  # type: ignore[attr-defined]
        while self._past < len(self.log) and is_past(self.before[self._past], now):
            self._past += 1
        return self._past

    def told(self, index: int, viewer: int, is_news: bool = False) -> tuple[str, Text]:
        """Event `index` as a viewer may know it: its text, and a sentence.

        Choices made at once are in the log only when all are in: from then on everybody knows them. What is past is
        told in full as news only: to somebody who has not been told before.
        """
        words, state = self.game.words, self.before[index]
        (seat, text), move = self.log[index], self.numbers[index]
        if self.at_once[index]:
            viewer = seat
        if not is_news and index < self.past:
            viewer = PAST
        if viewer != REFEREE:
            text = words.text(state, seat, move, viewer)
        return text, words.sentence(state, seat, move, viewer)


class Refusal(Refused):
    """A move that is refused, with the rule and the cells."""

    def __init__(self, why: Why) -> None:
        super().__init__(why.code, why.text)
        self.why = why

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.why,)


KNOWN = 20_000  # texts remembered a game
_NUMBERS: dict[str, dict[str, int]] = {}
_seats_in = cache(seats_in)


def replay(
    game: Game,
    seats: int | None,
    options: Mapping[str, Any] | None,
    events: Iterable[tuple[int, str]],
    version: int | None = None,
) -> Match:
    """The match that a log tells; Refused, with the event's number, if it cannot have happened."""
    return play_on(Match(game, seats, options, version), events)


def play_on(match: Match, events: Iterable[tuple[int, str]]) -> Match:
    """The same match after these events; Refused, with the event's number, if they cannot happen."""
    for index, (seat, text) in enumerate(events):
        try:
            if seat == LUCK:
                match.befall(text)
            else:
                match.play(seat, text)
        except Refused as refused:
            raise Refused(refused.code, _at_event(index, seat, text, refused.text)) from refused
    return match


def _is_seat(seat: Any) -> bool:
    return isinstance(seat, int) and not isinstance(seat, bool)


def _cannot_undo(count: Any, events: int) -> Text:
    return Text(
        f"Impossible de reprendre {count!r} coup(s) : il y en a {events}.",
        f"Cannot take back {count!r} event(s): there are {events}.",
    )


def _at_event(index: int, seat: int, text: str, reason: Text) -> Text:
    return Text(
        f"événement {index + 1} ({seat}, {text!r}) : {reason.fr}",
        f"event {index + 1} ({seat}, {text!r}): {reason.en}",
    )
