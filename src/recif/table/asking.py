"""Asking the machine: legal moves, hints, chances, reviews. Never against people while the match goes on."""

from collections.abc import Callable
from typing import TypeVar

from recif.games.contract import LUCK
from recif.games.position import Position
from recif.table import minds, requests, seen, wire
from recif.table.circle import Circle, Follower
from recif.table.house import House
from recif.table.refusals import refuse
from recif.table.seen import Eyes, Sights

T = TypeVar("T")
HINT_LEVEL = 7
REVIEW_LEVEL = 6


def ask(house: House, circle: Circle, follower: Follower, asked: wire.Ask) -> None:
    """Answer with `told`, from what the asker may know."""
    if asked.what == "moves":
        _tell(house, follower, _moves(circle, follower, asked))
    elif asked.what == "picture":
        _tell(house, follower, _picture(circle, follower, asked))
    elif asked.what == "review":
        _review(house, circle, follower, asked)
    else:
        _advise(house, circle, follower, asked)


def _tell(house: House, follower: Follower, told: wire.Told) -> None:
    data = wire.encode(told)
    house.store.after(lambda: follower.connection.send(data))


def _moves(circle: Circle, follower: Follower, asked: wire.Ask) -> wire.Told:
    room = circle.room
    requests.check_playing(room)
    requests.check_seat(room, follower.connection.person, asked.seat)
    how = Eyes(asked.seat, (asked.seat,), False, "full", follower.language)
    moves = seen.moves(room, asked.seat, room.match.seen_by(asked.seat), how)
    return wire.Told(asked.table, asked.id, "moves", moves=moves)


def _picture(circle: Circle, follower: Follower, asked: wire.Ask) -> wire.Told:
    """For boards that draw no scene: through the eyes that the asker has now."""
    picture = Sights(circle.room).picture(circle.eyes(follower).viewer)
    return wire.Told(asked.table, asked.id, "picture", picture=picture)


def check_help(circle: Circle, person: str) -> None:
    """Help is for those who play against machines, or with themselves, or look back."""
    room = circle.room
    if room.row.status == "over":
        return
    requests.check_playing(room)
    if room.people != {person}:
        raise refuse("not-against-people")


def think_for(house: House, person: str, job: Callable[[], T], then: Callable[[T | None], None]) -> None:
    """One question at a time for a person; the machine answers in its threads."""
    if person in house.asking:
        raise refuse("busy")
    house.asking.add(person)

    def answer(told: T | None) -> None:
        house.asking.discard(person)
        then(told)

    house.machines.submit(person, job, answer)


def _submit(
    house: House, follower: Follower, job: Callable[[], wire.Told], and_then: Callable[[], None] = lambda: None
) -> None:
    def then(told: wire.Told | None) -> None:
        if told:
            _tell(house, follower, told)
            and_then()

    think_for(house, follower.connection.person, job, then)


def _advise(house: House, circle: Circle, follower: Follower, asked: wire.Ask) -> None:
    """A hint, or what the position is worth, from the seat that must decide."""
    check_help(circle, follower.connection.person)
    position = _position(circle, asked)
    seat = asked.seat if asked.seat in position.waiting else (*position.waiting, -1)[0]
    if circle.room.row.status != "over":
        requests.check_seat(circle.room, follower.connection.person, seat)
    if seat < 0:
        raise refuse("game-over")
    view = position.view(seat)

    def job() -> wire.Told:
        hints, worth = minds.advice(view, seat, HINT_LEVEL)
        return wire.Told(asked.table, asked.id, asked.what, hints if asked.what == "hint" else [], worth)

    _submit(house, follower, job)


def _position(circle: Circle, asked: wire.Ask) -> Position:
    match = circle.room.match
    if asked.index is None or circle.room.row.status != "over":
        return match.position
    if not 0 <= asked.index < len(match.log):
        raise refuse("no-such-event")
    return Position(match.game, match.before[asked.index])


def _review(house: House, circle: Circle, follower: Follower, asked: wire.Ask) -> None:
    """Every decision of a finished match, judged from what its seat could know then."""
    room = circle.room
    if room.row.status != "over":
        raise refuse("not-over")
    left = [index for index, event in enumerate(room.match.log) if event.seat != LUCK]
    if not left:
        _tell(house, follower, wire.Told(asked.table, asked.id, "review"))
        return
    _judge_next(house, circle, follower, asked, left)


def _judge_next(house: House, circle: Circle, follower: Follower, asked: wire.Ask, left: list[int]) -> None:
    """One decision a job, told at once: a long match does not keep a thread from others, nor its reader waiting."""
    match, (index, *rest) = circle.room.match, left

    def job() -> wire.Told:
        judged = minds.judged(match, index, REVIEW_LEVEL)
        return wire.Told(asked.table, asked.id, "review", judged=[judged], done=not rest)

    def then() -> None:
        if rest and circle.followers.get(follower.connection) is follower:
            _judge_next(house, circle, follower, asked, rest)

    _submit(house, follower, job, then)
