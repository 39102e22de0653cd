"""Thoughts that are lent: what the machines here would think about for a person, their own device does (`recif.page`).

A device is sent the same view, level and seed as a machine: never more than its person may know. What it answers is
shown to that person alone, and read first: whoever answers what cannot be, or not soon, is asked no more, and the
machines here think.
"""

import itertools
from collections.abc import Callable
from typing import Any, NamedTuple, Protocol

import msgspec

from recif.games.core.contract import Refused
from recif.games.core.ideas import Names
from recif.games.core.position import Position
from recif.mind.coach import hint
from recif.mind.coach.judgement import Judgement
from recif.school.puzzles.judging import MachineReply
from recif.school.puzzles.puzzle import walk
from recif.server.machines import thoughts
from recif.server.machines.tasks import Task
from recif.server.machines.thoughts import Sighting
from recif.server.messages import wire
from recif.server.messages.refusals import refuse

SOON = 10.0  # seconds for a device that has said that it is quick
MOST = 8  # thoughts that a device is asked for at a time
LONGEST = 60  # events of a reply


class Lends(Protocol):
    """A person's page."""

    person: str

    def send(self, data: bytes) -> None: ...


class Lendable(NamedTuple):
    """A thought: what it is given, what it answers, and whether an answer can be."""

    think: Callable[..., Any]
    given: tuple[Any, ...]
    answer: Any
    fits: Callable[..., bool]


def _is_hint(answer: hint.Hint, seen: Sighting, *_: Any) -> bool:
    position, many = seen.view.position, len(answer.options)
    texts = [answer.text, *(option.text for option in answer.options)]
    return (
        0 < many <= hint.MOST
        and answer.seat == seen.seat
        and len(answer.chances) == position.seats
        and all(_is_legal(position, seen.seat, text) for text in texts)
    )


def _is_judgement(answer: Judgement, seen: Sighting, index: int, move: int, *_: Any) -> bool:
    position = seen.view.position
    return (
        (answer.index, answer.seat) == (index, seen.seat)
        and len(answer.before) == len(answer.after) == position.seats
        and 0 <= answer.loss <= 1
        and 0 <= answer.stake <= 1
        and position.number(seen.seat, answer.text) == move
        and _is_legal(position, seen.seat, answer.best)
    )


def _is_reply(answer: MachineReply, game: str, state: bytes, seat: int, move: int) -> bool:
    if not 0 < len(answer.events) <= LONGEST or not 0 <= answer.chances <= 1:
        return False
    try:
        happened = list(walk(thoughts.position_of(game, state), seat, answer.events))
    except Refused:
        return False
    return (happened[0].seat, happened[0].number) == (seat, move)


def _is_legal(position: Position, seat: int, text: str) -> bool:
    return position.number(seat, text) is not None


KINDS = {
    kind.think.__name__: kind
    for kind in (
        Lendable(thoughts.advise, (Sighting, int, int, Names, int), hint.Hint, _is_hint),
        Lendable(thoughts.judge, (Sighting, int, int, bool, Names), Judgement, _is_judgement),
        Lendable(thoughts.reply, (str, bytes, int, int), MachineReply, _is_reply),
    )
}


def thought_of(what: str, given: str) -> str:
    """In the device: the answer to what it was sent."""
    kind = KINDS[what]
    values = zip(msgspec.json.decode(given), kind.given, strict=False)  # what is left out is as it always is
    return msgspec.json.encode(kind.think(*(msgspec.convert(*value) for value in values))).decode()


class Lent(NamedTuple):
    """A task that a device thinks about; `otherwise` has the machines do it."""

    lender: Lends
    task: Task[Any]
    otherwise: Callable[[], object]

    def read(self, answer: str) -> Any:
        """What the device has answered; None where that cannot be."""
        job = self.task.job
        kind = KINDS[job.func.__name__]
        try:
            read = msgspec.json.decode(answer, type=kind.answer)
            return read if kind.fits(read, *job.args) else None
        except (msgspec.MsgspecError, UnicodeError, RecursionError):
            return None


class Lending:
    def __init__(self, later: Callable[[float, Callable[[], object]], object]) -> None:
        """`later`: call after so many seconds."""
        self._later = later
        self._lenders: dict[str, Lends] = {}  # by person: the page that offered last
        self._lent: dict[int, Lent] = {}
        self._numbers = itertools.count(1)
        self.done = 0  # thoughts, since the start

    def offer(self, lender: Lends, is_offered: bool) -> None:
        """From now on a page's device thinks for its person; or no more."""
        if is_offered:
            self._lenders[lender.person] = lender
        else:
            self._lose(lender)

    def lend(self, task: Task[Any], otherwise: Callable[[], object]) -> bool:
        """Whether a device thinks about it; where nothing comes of that, `otherwise` is called."""
        lender, what = self._lenders.get(task.holder), task.job.func.__name__
        if lender is None or what not in KINDS or sum(lent.lender is lender for lent in self._lent.values()) >= MOST:
            return False
        number = next(self._numbers)
        self._lent[number] = Lent(lender, task, otherwise)
        given = msgspec.json.encode(task.job.args).decode()
        lender.send(wire.encode(wire.Ponder(number, what, given)))
        self._later(SOON, lambda: self._late(number))
        return True

    def lent(self, person: str, number: int) -> Lent:
        """Refused where a person's device was not asked for it, or nobody waits any more."""
        found = self._lent.get(number)
        if found is None or found.lender.person != person:
            raise refuse("not-asked")
        return found

    def settle(self, number: int, answer: Any) -> None:
        """What was read of an answer."""
        found = self._lent.get(number)
        if found and answer is None:
            self._lose(found.lender)
        elif found:
            del self._lent[number]
            self.done += 1
            found.task.tell(answer)

    def drop(self, task: Task[Any]) -> None:
        """Nobody waits for it any more."""
        for number in [number for number, lent in self._lent.items() if lent.task is task]:
            del self._lent[number]

    def _late(self, number: int) -> None:
        if found := self._lent.get(number):
            self._lose(found.lender)

    def _lose(self, lender: Lends) -> None:
        """Its device is asked no more; what it was asked, the machines here think about."""
        if self._lenders.get(lender.person) is lender:
            del self._lenders[lender.person]
        for number in [number for number, lent in self._lent.items() if lent.lender is lender]:
            self._lent.pop(number).otherwise()
