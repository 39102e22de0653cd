"""REST: the games, their rules, positions to study, what the machine thinks of them."""

import asyncio
from collections.abc import Mapping
from typing import Any

import msgspec
from aiohttp import web

from recif.games.core.contract import LANGUAGES, LUCK, REFEREE, Game, Option, Thing
from recif.games.core.position import Position
from recif.match.match import Match, play_on
from recif.mind.cast import creature
from recif.school import study as studies
from recif.school.study import StudyFile
from recif.server.api.endpoints import Call, Page, told
from recif.server.api.examples import drawn_apart, drawn_page
from recif.server.machines import minds
from recif.server.machines.advice import think_for
from recif.server.messages.bodies.games import GameInfo, GameReadiness, Level, OptionInfo, RulesPage
from recif.server.messages.bodies.studies import (
    AskScenes,
    Evaluate,
    Evaluated,
    Scenes,
    Studied,
    StudiedMove,
    Study,
    ThingInfo,
)
from recif.server.messages.refusals import refuse
from recif.server.messages.shapes import Line, Packed, Result
from recif.server.transport.static import FOREVER
from recif.server.views import packs

LONGEST_STUDY = 256 * 1024  # bytes of a game to look at
MOST_SCENES = 80  # steps told at once
MOST_DRAWS = 60  # outcomes told in words


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
    levels = [level for level in minds.LEVELS if known.has(found.id, minds.stage_of(found, level))]
    return GameReadiness(found.id, known.stage(found.id), known.seconds(found.id), levels)


async def table_of_moves(call: Call) -> web.Response:
    """Its name is made of its contents: whoever has it need not ask again."""
    found = packs.named(_game(call, call.path("game")).id, call.path("name"))
    if found is None:
        raise refuse("no-such-page")
    headers = {"Cache-Control": FOREVER, "ETag": f'"{found.name}"', "Vary": "Accept-Encoding"}
    body = found.data
    if "gzip" in call.request.headers.get("Accept-Encoding", ""):
        headers["Content-Encoding"], body = "gzip", found.zipped
    return web.Response(body=body, content_type="application/json", headers=headers)


async def study(call: Call) -> Studied:
    """The rules' own answer; nothing is hidden, since the asker tells everything, but for one seat's view."""
    match = await replayed(call, call.body)
    return await asyncio.to_thread(_studied, match, viewer_of(call.body.viewer, match))


async def scenes(call: Call) -> Scenes:
    """Many positions at once: whoever walks through a match asks once for many steps."""
    body: AskScenes = call.body
    begin = await replayed(call, msgspec.structs.replace(body, events=body.events[: body.since]))
    viewer = viewer_of(body.viewer, begin)
    return await asyncio.to_thread(_scenes, begin, body.events[body.since :], body.since, viewer)


def _scenes(match: Match, events: list[tuple[int, str]], since: int, viewer: int) -> Scenes:
    found = [_scene(match, viewer)]
    for event in events[:MOST_SCENES]:
        play_on(match, [event])
        found.append(_scene(match, viewer))
    return Scenes(since, found)


def viewer_of(viewer: int | None, match: Match) -> int:
    """Whose eyes are asked for; nobody's: nothing is hidden."""
    if viewer is not None and viewer >= match.seats:
        raise refuse("no-such-seat")
    return REFEREE if viewer is None else viewer


def _scene(match: Match, viewer: int) -> dict[str, Any]:
    return match.game.words.scene(match.position.view(viewer).state, viewer)


async def things(call: Call) -> dict[str, ThingInfo]:
    """Asked for a position, since options change what cards do; a game that has nothing to say says nothing."""
    match = await replayed(call, call.body)
    explained: dict[str, Thing] = getattr(match.game.words, "things", lambda state: {})(match.position.state)
    return {
        name: ThingInfo(thing.name.bilingual, thing.says.bilingual, thing.rule) for name, thing in explained.items()
    }


async def evaluate(call: Call) -> Evaluated:
    body: Evaluate = call.body
    match = await replayed(call, body)
    if body.seat not in match.waiting:
        raise refuse("no-such-seat")
    if body.level not in minds.LEVELS:
        raise refuse("no-such-level")
    await check_fair(call, match, body.seat)
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


async def check_fair(call: Call, match: Match, seat: int) -> None:
    """No help against people, by whichever door: the asker's own games, and those of whoever sits at their address."""
    registry = call.registry
    for person in {call.me.id, *call.reception.neighbours(call.address)}:
        for row in await registry.store.tables_of(person, registry.limits.tables):
            people = {chair.person for chair in row.chairs if chair.person}
            if row.status == "playing" and row.game == match.game.id and len(people) > 1:
                _check_other(match, (await registry.audience(row.id)).live.match, seat)


def _check_other(match: Match, running: Match, seat: int) -> None:
    """Neither the position as the seat knows it, nor one that comes after it."""
    if match.seats != running.seats or (match.options != running.options and not match.begins_at):
        return
    now, done = running.position.view(seat).state.tobytes(), len(running.log)
    passed = range(len(match.log)) if match.begins_at else range(done, min(done + 1, len(match.log)))
    states = [match.position, *(Position(match.game, match.before[index]) for index in passed)]
    if any(state.view(seat).state.tobytes() == now for state in states):
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


async def replayed(call: Call, body: Study) -> Match:
    """In a thread: thousands of events must not keep the others waiting."""
    begin = StudyFile(body.game, [], seats=body.seats, options=body.options, rules=body.rules, position=body.position)
    return await asyncio.to_thread(_played, begin, {body.game: _game(call, body.game)}, body.events)


def _played(begin: StudyFile, games: Mapping[str, Game], events: list[tuple[int, str]]) -> Match:
    return play_on(studies.begin(begin, games), events)


def _studied(match: Match, viewer: int) -> Studied:
    position, words = match.position, match.game.words
    luck = position.luck() if match.is_luck_due else {}
    total = sum(weight for _, weight in luck.values())
    ended = match.result
    return Studied(
        str(position),
        words.picture(position.view(viewer).state, viewer).bilingual,
        _scene(match, viewer),
        list(match.waiting),
        {str(seat): [_move(match, seat, move) for move in position.numbers(seat)] for seat in match.waiting},
        {text: weight / total for text, (_, weight) in luck.items()},
        Result(list(ended.winners), list(ended.scores), "over") if ended else None,
        [_draw(match, outcome) for outcome, _ in luck.values()] if len(luck) <= MOST_DRAWS else [],
    )


def _draw(match: Match, outcome: int) -> Line:
    words, state = match.game.words, match.position.state
    said = words.sentence(state, LUCK, outcome)
    return Line(LUCK, words.text(state, LUCK, outcome), said.fr, said.en)


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
        "GET",
        "/api/games/{game}/moves/{name}",
        table_of_moves,
        "A table of moves: what never changes of the moves that `now.packed` gives by number.",
        None,
        Packed,
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
        "/api/scenes",
        scenes,
        "What a board shows through a match, many steps at once.",
        AskScenes,
        Scenes,
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
