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
from recif.games.core.playing import GAME_OVER, NO_LUCK, CanPlay, check_undo
from recif.games.core.playing import Event as Event
from recif.games.core.position import Position
from recif.games.core.states import frozen, quick
from recif.games.core.turns import turns_of
from recif.match.history import History

Source = Callable[[int], int]  # a uniform whole number below n: seeded, from the system, or one that can be checked


HowItEnded = Literal["over", "resigned", "time", "agreed", "aborted"]


class Result(NamedTuple):
    """How a match ended."""

    winners: tuple[int, ...]
    scores: tuple[int, ...]
    reason: HowItEnded = "over"
    seat: int | None = None  # who resigned or ran out of time


class Match(CanPlay):
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
        self.before = History(game)  # the state in which each event happened
        self.log: list[Event] = self.before.log
        self.numbers: Sequence[int] = self.before.numbers  # each event of the log, as the rules number it
        self._knew: list[int] = []  # who knew all there was to know before each event of the log
        self.choices: dict[int, str] = {}  # made at once with others who still think
        self.cuts: list[int] = []  # length of the log after each taking back
        self.at_once: list[bool] = []  # whether each event is a choice that several seats made at once
        self.ended: Result | None = None  # by people, not by the rules
        self._past = 0
        self.begins_at = ""  # the text of the position from which it was begun, if not from the start
        self.forgets = game.forgetting is not None  # this game puts things out of sight that all have seen

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
        self.position = Position(self.game, state)
        self._boxes = self.position.boxes  # the state, and room for a view of it
        self._bytes = np.frombuffer(self.position.memory, np.uint8).reshape(2, -1)
        self._changed(*self._turns.standing(self._boxes, self._bytes))

    def _changed(self, waiting: int, is_over: bool, knowing: int) -> None:
        """Keep what everybody asks many times."""
        self.deciding = _seats_in(waiting)  # also those who have chosen and may change their mind
        self._is_over = is_over
        self._knowing = knowing
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
            return Why("game-over", GAME_OVER)
        if _is_seat(seat) and isinstance(text, str) and self.number(seat, text) is not None:
            return None
        return self.position.why(seat, text)

    def number(self, seat: int, text: str) -> int | None:
        """The legal move of a waiting seat with this text."""
        return self.position.number(seat, text) if seat in self.deciding else None

    def play(self, seat: int, text: str, move: int | None = None) -> list[Event]:
        """A decision; returns the events it recorded, which are none while others still choose.

        `move` is its number, if somebody has asked for it since the last event: it is not judged again.
        """
        if move is None:
            move = self._judged(seat, text)
        if len(self.deciding) == 1 and not self.choices:
            return [self._apply(seat, text, move)]
        self.choices.pop(seat, None)  # one that is changed is the latest
        self.choices[seat] = text
        if self.waiting:
            return []
        choices, self.choices = self.choices, {}
        return [self._reveal(chooser, choices[chooser]) for chooser in sorted(choices)]

    def _judged(self, seat: Any, text: Any) -> int:
        """The number of a move that can be played now."""
        if not self.ended and _is_seat(seat) and isinstance(text, str):
            move = self.number(seat, text)
            if move is not None:
                return move
        refusal = self.why(seat, text)
        assert refusal is not None
        raise Refusal(refusal)

    def befall(self, text: str) -> Event:
        """Luck, named by the caller."""
        if self.ended:
            raise Refused("game-over", GAME_OVER)
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
            raise Refused("no-luck-due", NO_LUCK)
        left = source(sum(weight for _, weight in outcomes.values()))
        for text, (_, weight) in outcomes.items():
            left -= weight
            if left < 0:
                return text
        raise ValueError("the source gave a number that is not below its bound")

    def undo(self, count: int = 1) -> None:
        """Take back the last events; choices still pending first, the latest made or changed before the others."""
        done = len(self.log) + len(self.choices)
        check_undo(count, done)
        self.ended = None
        keep = done - count
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
        del self.at_once[start:], self._knew[start:]
        self.cuts.append(start)
        self._past = 0
        self.choices = dict(again)

    def _together(self, index: int, keep: int) -> bool:
        """Whether event `index` and the one at `keep`, which is taken back, are choices made at once."""
        seats = {event.seat for event in self.log[index : keep + 1]}
        return LUCK not in seats and len(seats) == keep + 1 - index and seats <= set(self.position_at(index).waiting)

    def end(self, reason: HowItEnded, winners: Iterable[int] = (), seat: int | None = None) -> Result:
        """End by people: resignation, time, agreement, or called off."""
        if not self.is_over:
            self.choices = {}
            self.ended = Result(tuple(sorted(winners)), self.position.scores, reason, seat)
        assert self.result is not None
        return self.result

    def _reveal(self, seat: int, text: str) -> Event:
        """A choice made at once with others."""
        move = self.number(seat, text)
        assert move is not None
        return self._apply(seat, text, move, at_once=True)

    def _apply(self, seat: int, text: str, move: int, at_once: bool = False) -> Event:
        layout = self.game.rules.State
        memory = bytearray(layout.itemsize)
        standing = self._turns.turn(self._boxes, self._bytes, np.frombuffer(memory, layout), seat, move)
        event = Event(seat, intern(text))  # the same few texts at a thousand tables
        self.before.append(event, move, memory)
        self.at_once.append(at_once)
        self._knew.append(self._knowing)
        self._changed(*standing)
        return event

    def position_at(self, index: int) -> Position:
        """The position in which event `index` happened; as it is now, if none has after so many."""
        return self.position if index == len(self.log) else Position(self.game, self.before[index])

    def knows_all(self, index: int, viewer: int) -> bool:
        """Whether a seat or SPECTATOR knew all there was to know before event `index`, or knows it now."""
        if index == len(self.log):
            return self.knows_all_now(viewer)
        return bool(self._knew[index] >> viewer + 1 & 1)

    def knows_all_now(self, viewer: int) -> bool:
        return bool(self._knowing >> viewer + 1 & 1)

    def hid_nothing(self, index: int) -> bool:
        """Whether every seat knew all there was to know before event `index`, or knows it now."""
        return all(self.knows_all(index, seat) for seat in range(self.seats))

    def seen_by(self, viewer: int) -> Record:
        """The state as it is now, as a viewer may know it: to be read at once, before the next event."""
        if viewer == REFEREE:
            if self._seen is None:
                self._seen = frozen(self.position.memory, self.game.rules.State)
            return self._seen
        memory = bytearray(self.game.rules.State.itemsize)
        self.game.rules.view(self.position.state, viewer, quick(memory, self.game.rules.State))
        return frozen(memory, self.game.rules.State)

    @property
    def past(self) -> int:
        """How many of the first events may not be looked up, by anybody, while the match goes on."""
        if self.game.forgetting is None or self.is_over:
            return 0
        is_past, now = self.game.forgetting.is_past, self.seen_by(REFEREE)
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


_seats_in = cache(seats_in)


def replay(
    game: Game,
    seats: int | None,
    options: Mapping[str, Any] | None,
    events: Iterable[tuple[int, str]],
    version: int | None = None,
) -> Match:
    """The match that a log tells; Refused, with the event's number, if it cannot have happened."""
    return Match(game, seats, options, version).play_on(events)


def _is_seat(seat: Any) -> bool:
    return isinstance(seat, int) and not isinstance(seat, bool)
