"""Asking the machine: legal moves, hints, chances, reviews. Never against people while the match goes on."""

from collections.abc import Callable
from functools import partial
from typing import TypeVar

from recif.games.core.contract import LUCK, Game, Text
from recif.games.core.position import Position
from recif.match import frame
from recif.mind.coach.hint import Hint
from recif.mind.coach.judgement import Judgement
from recif.mind.coach.review import with_luck
from recif.server.machines import players, thoughts
from recif.server.machines.tasks import Task, Urgency
from recif.server.machines.thoughts import Sighting
from recif.server.messages import wire
from recif.server.messages.refusals import refuse
from recif.server.tables import requests
from recif.server.tables.registry import Registry
from recif.server.views import rendering
from recif.server.views.audience import Audience, Follower
from recif.server.views.rendering import Renderer, Viewpoint

T = TypeVar("T")
HINT_LEVEL, HINT_NODES = 7, 4_000  # as far as its player looks, and so far at least: a reason must bear a deeper look
HELP = ("hint", "evaluate", "review")  # what fair play may refuse


def ask(registry: Registry, audience: Audience, follower: Follower, asked: wire.Ask) -> None:
    """Answer with `told`, from what the asker may know."""
    if asked.what == "moves":
        _tell(registry, follower, _moves(audience, follower, asked))
    elif asked.what == "picture":
        _tell(registry, follower, _picture(audience, follower, asked))
    elif asked.what == "again":
        _tell(registry, follower, _again(audience, follower, asked))
    elif asked.what == "review":
        _review(registry, audience, follower, asked)
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


def check_time(audience: Audience, asked: wire.Ask) -> None:
    if asked.what == "review" and audience.live.row.status != "over":
        raise refuse("not-over")


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
    asker: object = None,
) -> Task[T]:
    """One question at a time for a person; the machine answers in turn by `key`."""
    if person in registry.asking:
        raise refuse("busy")

    def answer(thought: T | None) -> None:
        registry.asking.pop(person, None)
        then(thought)

    task = registry.asking[person] = Task(key or person, job, answer, Urgency.ASKED, asker)
    return registry.think(game, task)


def _submit(registry: Registry, follower: Follower, game: Game, job: partial[T], then: Callable[[T], None]) -> None:
    """A thought for somebody at a table; it is dropped when they leave."""

    def answer(thought: T | None) -> None:
        if thought is not None:
            then(thought)

    think_for(registry, follower.connection.person, game, job, answer, asker=follower)


def _advise(registry: Registry, audience: Audience, follower: Follower, asked: wire.Ask) -> None:
    """A hint, or what the position is worth, from the seat that must decide."""
    check_help(audience, follower.connection.person)
    position = _position(audience, asked)
    seat = asked.seat if asked.seat in position.waiting else (*position.waiting, -1)[0]
    if audience.live.row.status != "over":
        requests.check_seat(audience.live, follower.connection.person, seat)
    if seat < 0:
        raise refuse("game-over")
    seen, names = Sighting.of(position, seat), _names(audience)
    job = partial(thoughts.advise, seen, HINT_LEVEL, players.new_seed(), names, HINT_NODES)

    def then(hint: Hint) -> None:
        hints, worth = players.advice(hint)
        answer = wire.Told(asked.table, asked.id, asked.what, worth=worth)
        if asked.what == "hint":
            answer.hints, answer.expected, answer.mixed = hints, players.expected(hint), hint.is_mixed
        _tell(registry, follower, answer)

    _submit(registry, follower, audience.live.game, job, then)


def _names(audience: Audience) -> tuple[Text, ...]:
    return tuple(Text(name.fr, name.en) for name in audience.naming.names)


def _position(audience: Audience, asked: wire.Ask) -> Position:
    match = audience.live.match
    if asked.index is None or audience.live.row.status != "over":
        return match.position
    if not 0 <= asked.index < len(match.log):
        raise refuse("no-such-event")
    return match.position_at(asked.index)


def _review(registry: Registry, audience: Audience, follower: Follower, asked: wire.Ask) -> None:
    """Every decision of a finished match, judged from what its seat could know then."""
    live = audience.live
    left = [index for index, event in enumerate(live.match.log) if event.seat != LUCK]
    if not left:
        _tell(registry, follower, wire.Told(asked.table, asked.id, "review"))
        return
    _judge_next(registry, audience, follower, asked, left, [])


def _judge_next(
    registry: Registry, audience: Audience, follower: Follower, asked: wire.Ask, left: list[int], done: list[Judgement]
) -> None:
    """One decision a job, told at once: a long match keeps no process from others, nor its reader waiting."""
    match, (index, *rest) = audience.live.match, left
    seen = Sighting.of(match.position_at(index), match.log[index].seat)

    def then(judgement: Judgement) -> None:
        done.append(with_luck(match, judgement, done))
        judged = [players.judged(done[-1])]
        told_now = wire.Told(asked.table, asked.id, "review", judged=judged, done=not rest)
        if not rest:
            own = audience.live.seats_of(follower.connection.person)
            told_now.summed = players.summed(match.game, done, match.seats, own)
        _tell(registry, follower, told_now)
        if rest and audience.followers.get(follower.connection) is follower:
            _judge_next(registry, audience, follower, asked, rest, done)

    job = partial(thoughts.judge, seen, index, match.numbers[index], match.at_once[index], _names(audience))
    _submit(registry, follower, match.game, job, then)
