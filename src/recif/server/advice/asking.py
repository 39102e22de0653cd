"""Asking the machine: legal moves, hints, chances. Never against people while the match goes on."""

from collections.abc import Callable
from functools import partial
from typing import TypeVar

from recif.games.core.contract import Game
from recif.games.core.position import Position
from recif.match import frame
from recif.mind.coach.hint import Hint
from recif.server.live import foresight
from recif.server.machines import players, thoughts
from recif.server.machines.tasks import Task, Urgency
from recif.server.machines.thoughts import Sighting
from recif.server.messages import wire
from recif.server.messages.refusals import refuse
from recif.server.tables import requests
from recif.server.tables.registry import Registry
from recif.server.views import rendering
from recif.server.views.audience import Audience, Connection, Follower
from recif.server.views.rendering import Renderer, Viewpoint

T = TypeVar("T")
HINT_LEVEL, HINT_NODES = 7, 4_000  # as far as its player looks, and so far at least: a reason must bear a deeper look
HELP = ("hint", "evaluate")  # what fair play may refuse
Asker = tuple[Connection, str]  # who asks, and about which table or match: nobody thinks for them once they leave it


def ask(registry: Registry, audience: Audience, follower: Follower, asked: wire.Ask) -> None:
    """Answer with `told`, from what the asker may know."""
    if asked.what == "moves":
        _tell(registry, follower, _moves(audience, follower, asked))
    elif asked.what == "ahead":
        _tell(registry, follower, _ahead(audience, follower, asked))
    elif asked.what == "picture":
        _tell(registry, follower, _picture(audience, follower, asked))
    elif asked.what == "again":
        _tell(registry, follower, _again(audience, follower, asked))
    else:
        _advise(registry, audience, follower, asked)


def _tell(registry: Registry, follower: Follower, message: wire.Told) -> None:
    data = wire.encode(message)
    registry.store.after(lambda: follower.connection.send(data))


def _moves(audience: Audience, follower: Follower, asked: wire.Ask) -> wire.Told:
    live = audience.live
    requests.check_playing(live)
    requests.check_seat(live, follower.connection.person, asked.seat)
    how = Viewpoint(asked.seat, (asked.seat,), False, "full", follower.language)
    moves = rendering.moves(live, asked.seat, live.match.seen_by(asked.seat), how, asked.move, audience.naming)
    return wire.Told(asked.table, asked.id, "moves", moves=moves)


def _ahead(audience: Audience, follower: Follower, asked: wire.Ask) -> wire.Told:
    """After some moves, as far as the seat can see now: no machine has a word in it."""
    live = audience.live
    requests.check_playing(live)
    requests.check_seat(live, follower.connection.person, asked.seat)
    position, lines = foresight.ahead(live.match, asked.seat, asked.line, audience.naming)
    seen = frame.frame(position, asked.seat, lines)
    if not position.is_over and len(position.waiting) == 1:
        due = position.waiting[0]
        seen.moves = {str(due): frame.moves(live.game, position.state, due, follower.language)}
    return wire.Told(asked.table, asked.id, "ahead", ahead=seen)


def _picture(audience: Audience, follower: Follower, asked: wire.Ask) -> wire.Told:
    """For boards that draw no scene: through the eyes that the asker has now."""
    picture = Renderer(audience.live).picture(audience.viewpoint(follower).viewer)
    return wire.Told(asked.table, asked.id, "picture", picture=picture)


def _again(audience: Audience, follower: Follower, asked: wire.Ask) -> wire.Told:
    """What happened with an event, through the eyes that the asker has now; but nothing that is to be remembered."""
    match = audience.live.match
    if asked.index is None or not 0 <= asked.index < len(match.log):
        raise refuse("no-such-event")
    shown = frame.passage(match, asked.index, audience.viewpoint(follower).viewer, audience.naming)
    if shown.first < match.past:
        raise refuse("out-of-sight")
    return wire.Told(asked.table, asked.id, "again", passage=shown)


def check_help(audience: Audience, person: str) -> None:
    """Help is for those who play against machines, or with themselves, or look back; for others where it is agreed."""
    live = audience.live
    if live.row.status == "over":
        return
    requests.check_playing(live)
    if live.people != {person} and not (live.row.help and person in live.people):
        raise refuse("not-against-people")


def think_for(
    registry: Registry,
    person: str,
    game: Game,
    job: partial[T],
    then: Callable[[T | None], None],
    key: str = "",
    asker: Asker | None = None,
) -> Task[T]:
    """One question at a time for a person; the machine answers in turn by `key`."""
    if person in registry.asking:
        raise refuse("busy")

    def answer(thought: T | None) -> None:
        registry.asking.pop(person, None)
        then(thought)

    task = registry.asking[person] = Task(key or person, job, answer, Urgency.ASKED, asker, person)
    return registry.think(game, task)


def _submit(
    registry: Registry, audience: Audience, follower: Follower, job: partial[T], then: Callable[[T], None]
) -> None:
    """A thought for somebody at a table; it is dropped when they leave."""

    def answer(thought: T | None) -> None:
        if thought is not None:
            then(thought)

    asker = (follower.connection, audience.live.row.id)
    think_for(registry, asker[0].person, audience.live.game, job, answer, asker=asker)


def _advise(registry: Registry, audience: Audience, follower: Follower, asked: wire.Ask) -> None:
    """A hint, or what the position is worth, from the seat that must decide."""
    check_help(audience, follower.connection.person)
    position = _position(audience, asked)
    seat = asked.seat if asked.seat in position.waiting else (*position.waiting, -1)[0]
    if audience.live.row.status != "over":
        requests.check_seat(audience.live, follower.connection.person, seat)
    if seat < 0:
        raise refuse("game-over")
    seen, names = Sighting.of(position, seat), rendering.as_texts(audience.naming)
    job = partial(thoughts.advise, seen, HINT_LEVEL, players.new_seed(), names, HINT_NODES)

    def then(hint: Hint) -> None:
        hints, worth = players.advice(hint)
        answer = wire.Told(asked.table, asked.id, asked.what, worth=worth)
        if asked.what == "hint":
            answer.hints, answer.expected, answer.mixed = hints, players.expected(hint), hint.is_mixed
        _tell(registry, follower, answer)

    _submit(registry, audience, follower, job, then)


def _position(audience: Audience, asked: wire.Ask) -> Position:
    match = audience.live.match
    if asked.index is None or audience.live.row.status != "over":
        return match.position
    if not 0 <= asked.index < len(match.log):
        raise refuse("no-such-event")
    return match.position_at(asked.index)
