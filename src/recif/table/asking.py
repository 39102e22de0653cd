"""Asking the machine: legal moves, hints, chances, reviews. Never against people while the match goes on."""

from collections.abc import Callable

from recif.games.contract import LUCK
from recif.games.position import Position
from recif.table import minds, requests, seen, wire
from recif.table.circle import Circle, Follower
from recif.table.house import House
from recif.table.refusals import refuse
from recif.table.seen import Eyes
from recif.table.shapes import Judged

HINT_LEVEL = 7
REVIEW_LEVEL = 6
MARKS = ((0.30, "??"), (0.15, "?"), (0.07, "?!"))  # what a loss of chances is called


def ask(house: House, circle: Circle, follower: Follower, asked: wire.Ask) -> None:
    """Answer with `told`, from what the asker may know."""
    if asked.what == "moves":
        _tell(house, follower, _moves(circle, follower, asked))
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
    moves = seen.moves(room, asked.seat, seen.view_of(room, asked.seat), how)
    return wire.Told(asked.table, asked.id, "moves", moves=moves)


def check_help(circle: Circle, person: str) -> None:
    """Help is for those who play against machines, or with themselves, or look back."""
    room = circle.room
    if room.row.status == "over":
        return
    requests.check_playing(room)
    if room.people != {person}:
        raise refuse("not-against-people")


def _submit(house: House, follower: Follower, job: Callable[[], wire.Told]) -> None:
    """One question at a time for a person; the machine answers in its threads."""
    person = follower.connection.person
    if person in house.asking:
        raise refuse("busy")
    house.asking.add(person)

    def then(told: wire.Told | None) -> None:
        house.asking.discard(person)
        if told:
            _tell(house, follower, told)

    house.machines.submit(person, job, then)


def _advise(house: House, circle: Circle, follower: Follower, asked: wire.Ask) -> None:
    """A hint, or what the position is worth, from the seat that must decide."""
    check_help(circle, follower.connection.person)
    position = _position(circle, asked)
    seat = asked.seat if asked.seat in position.waiting else (*position.waiting, -1)[0]
    if circle.room.row.status != "over":
        requests.check_seat(circle.room, follower.connection.person, seat)
    if seat < 0:
        raise refuse("game-over")
    view, language = position.view(seat), follower.language

    def job() -> wire.Told:
        hints, worth = minds.advice(view, seat, HINT_LEVEL, language)
        return wire.Told(asked.table, asked.id, asked.what, hints if asked.what == "hint" else [], worth)

    _submit(house, follower, job)


def _position(circle: Circle, asked: wire.Ask) -> Position:
    match = circle.room.match
    if asked.index is None or circle.room.row.status != "over":
        return match.position
    if not 0 <= asked.index < len(match.log):
        raise refuse("nothing-to-undo")
    return Position(match.game, match.before[asked.index])


def _review(house: House, circle: Circle, follower: Follower, asked: wire.Ask) -> None:
    """Every decision of a finished match, judged from what its seat could know then."""
    room = circle.room
    if room.row.status != "over":
        raise refuse("not-over")
    match = room.match
    decisions = [
        (index, event.seat, match.numbers[index], Position(match.game, match.before[index]).view(event.seat))
        for index, event in enumerate(match.log)
        if event.seat != LUCK
    ]

    def job() -> wire.Told:
        judged = [judge(index, seat, move, view) for index, seat, move, view in decisions]
        return wire.Told(asked.table, asked.id, "review", judged=judged)

    _submit(house, follower, job)


def judge(index: int, seat: int, move: int, view: Position) -> Judged:
    """What was played against what the machine liked best."""
    text = view.game.words.text(view.state, seat, move)
    best, worth, loss = minds.compare(view, seat, move, REVIEW_LEVEL)
    mark = next((mark for least, mark in MARKS if loss >= least), "")
    say = seen.words(view.game.words.sentence(view.state, seat, view.moves(seat)[best], seat))
    return Judged(index, seat, text, best, round(loss, 3), worth, mark, say)
