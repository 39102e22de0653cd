"""REST: the games, their rules, positions to study, what the machine thinks of them."""

import asyncio
from typing import Any

from recif.games.core.contract import LANGUAGES, Game, Option, Thing
from recif.games.core.position import Position
from recif.match.match import Match, replay
from recif.mind.cast import creature
from recif.server.api.endpoints import Call, Page, told
from recif.server.api.examples import drawn_apart, drawn_page
from recif.server.machines import minds
from recif.server.machines.advice import think_for
from recif.server.messages.bodies import (
    Evaluate,
    Evaluated,
    GameInfo,
    GameReadiness,
    Level,
    OptionInfo,
    RulesPage,
    Studied,
    StudiedMove,
    Study,
    ThingInfo,
)
from recif.server.messages.refusals import refuse
from recif.server.messages.shapes import Result

LONGEST_STUDY = 256 * 1024  # bytes of a game to look at


async def games(call: Call) -> list[GameInfo]:
    return [game_info(game) for game in call.registry.games.values()]


async def game(call: Call) -> GameInfo:
    return game_info(_game(call, call.path("game")))


async def rules(call: Call) -> RulesPage:
    found, language = _game(call, call.path("game")), call.query("language", LANGUAGES)
    readiness = call.registry.readiness
    readiness.prefer(found.id)
    if readiness.has(found.id, "rules"):
        return await asyncio.to_thread(drawn_page, found, language)
    return await drawn_apart(found, language)


async def readiness(call: Call) -> GameReadiness:
    """Who asks wants to play: the game comes before the others."""
    found, known = _game(call, call.path("game")), call.registry.readiness
    known.prefer(found.id)
    return GameReadiness(found.id, known.stage(found.id), known.seconds(found.id))


async def study(call: Call) -> Studied:
    """The rules' own answer; nothing is hidden, since the asker tells everything."""
    match = await _replay(call, call.body)
    return await asyncio.to_thread(_studied, match)


async def things(call: Call) -> dict[str, ThingInfo]:
    """Asked for a position, since options change what cards do; a game that has nothing to say says nothing."""
    match = await _replay(call, call.body)
    explained: dict[str, Thing] = getattr(match.game.words, "things", lambda state: {})(match.position.state)
    return {
        name: ThingInfo(thing.name.bilingual, thing.says.bilingual, thing.rule) for name, thing in explained.items()
    }


async def evaluate(call: Call) -> Evaluated:
    body: Evaluate = call.body
    match = await _replay(call, body)
    if body.seat not in match.waiting:
        raise refuse("no-such-seat")
    if body.level not in minds.LEVELS:
        raise refuse("no-such-level")
    _check_fair(call, match, body.seat)
    view = match.position.view(body.seat)

    def think() -> Any:
        return minds.advice(view, body.seat, body.level)

    address = call.address  # whoever has many names still has one turn
    advice: Any = await told(
        lambda then: think_for(call.registry, call.me.id, match.game, think, then, address), object
    )
    if advice is None:
        raise refuse("busy")
    return Evaluated(*advice)


def _check_fair(call: Call, match: Match, seat: int) -> None:
    """No help against people, by whichever door: the asker's own games, and those of whoever sits at their address."""
    registry = call.registry
    for person in {call.me.id, *call.reception.neighbours(call.address)}:
        for row in registry.store.tables_of(person, registry.limits.tables):
            people = {chair.person for chair in row.chairs if chair.person}
            if row.status == "playing" and row.game == match.game.id and len(people) > 1:
                _check_other(match, registry.audience(row.id).live.match, seat)


def _check_other(match: Match, running: Match, seat: int) -> None:
    """Neither the position as the seat knows it, nor one that comes after it."""
    if match.seats != running.seats or match.options != running.options:
        return
    now = running.position.view(seat).state.tobytes()
    done = len(running.log)
    if match.position.view(seat).state.tobytes() == now:
        raise refuse("not-against-people")
    if done < len(match.log) and Position(match.game, match.before[done]).view(seat).state.tobytes() == now:
        raise refuse("not-against-people")


def game_info(game: Game) -> GameInfo:
    return GameInfo(
        game.id,
        game.title.bilingual,
        game.pitch.bilingual,
        list(game.seats),
        game.minutes,
        [_option(option) for option in game.options],
        [opponent(level) for level in minds.LEVELS],
    )


def opponent(level: int) -> Level:
    who = creature(level)
    return Level(level, minds.LEVELS[level].bilingual, who.kind.bilingual, who.temper.bilingual)


def _option(option: Option) -> OptionInfo:
    labels = [label.bilingual for label in option.labels]
    return OptionInfo(option.name, option.says.bilingual, option.kind, option.default, list(option.values), labels)


def _game(call: Call, name: str) -> Game:
    if name not in call.registry.games:
        raise refuse("no-such-game")
    return call.registry.games[name]


async def _replay(call: Call, body: Study) -> Match:
    """In a thread: thousands of events must not keep the others waiting."""
    return await asyncio.to_thread(replay, _game(call, body.game), body.seats, body.options, body.events, body.rules)


def _studied(match: Match) -> Studied:
    position, words = match.position, match.game.words
    luck = position.luck() if match.is_luck_due else {}
    total = sum(weight for _, weight in luck.values())
    ended = match.result
    return Studied(
        str(position),
        words.picture(position.state).bilingual,
        words.scene(position.state),
        list(match.waiting),
        {str(seat): [_move(match, seat, move) for move in position.numbers(seat)] for seat in match.waiting},
        {text: weight / total for text, (_, weight) in luck.items()},
        Result(list(ended.winners), list(ended.scores), "over") if ended else None,
    )


def _move(match: Match, seat: int, move: int) -> StudiedMove:
    words, state = match.game.words, match.position.state
    said = words.sentence(state, seat, move)
    return StudiedMove(words.text(state, seat, move), said.fr, said.en, words.parts(state, seat, move))


PAGES = [
    Page("GET", "/api/games", games, "The games, with their options and levels.", None, list[GameInfo]),
    Page("GET", "/api/games/{game}", game, "One game.", None, GameInfo),
    Page(
        "GET",
        "/api/games/{game}/readiness",
        readiness,
        "How far a game is compiled: after a first start, that takes a while.",
        None,
        GameReadiness,
    ),
    Page(
        "GET",
        "/api/games/{game}/rules",
        rules,
        "The rules of a game, as Markdown.",
        None,
        RulesPage,
        query=(("language", LANGUAGES),),
    ),
    Page(
        "POST",
        "/api/things",
        things,
        "What cards, pieces and places are and do.",
        Study,
        dict[str, ThingInfo],
        cost=5,
        most_bytes=LONGEST_STUDY,
    ),
    Page(
        "POST",
        "/api/positions",
        study,
        "A position: what the rules say about it.",
        Study,
        Studied,
        cost=5,
        most_bytes=LONGEST_STUDY,
    ),
    Page(
        "POST",
        "/api/evaluations",
        evaluate,
        "What the machine thinks of a position, from what a seat may know.",
        Evaluate,
        Evaluated,
        needs_person=True,
        cost=10,
        most_bytes=LONGEST_STUDY,
    ),
]
