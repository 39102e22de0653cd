"""REST: the games, their rules, positions to study, what the machine thinks of them."""

from collections.abc import Mapping
from functools import partial

import msgspec

from recif.games.core.contract import LANGUAGES, LUCK, REFEREE, Game, Language, Option
from recif.games.core.ideas import Choosing
from recif.match.frame import Frame, Line, after, event_line, moves
from recif.match.match import Match
from recif.mind.cast import creature
from recif.school import lengths
from recif.school import study as studies
from recif.school.study import StudyFile
from recif.server.advice.asking import think_for
from recif.server.api.calls import Call, Page, WrittenOut, thought
from recif.server.api.examples import drawn_apart, drawn_page
from recif.server.machines import players, thoughts
from recif.server.machines.thoughts import Sighting
from recif.server.messages.bodies.games import GameInfo, GameReadiness, Level, OptionInfo, RulesPage
from recif.server.messages.bodies.studies import (
    AskFrames,
    Evaluate,
    Evaluated,
    Frames,
    Study,
    StudyPlace,
    ThingInfo,
)
from recif.server.messages.refusals import refuse
from recif.server.messages.shapes import Packed, Result
from recif.server.views import packs

LONGEST_STUDY = 256 * 1024  # bytes of a game to look at
MOST_FRAMES = 80  # steps told at once
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
        return await call.errand(drawn_page, found, language)
    return await drawn_apart(found, language)


async def readiness(call: Call) -> GameReadiness:
    """Who asks wants to play: the game comes before the others."""
    found, known = _game(call, call.path("game")), call.registry.readiness
    known.prefer(found.id)
    levels = [level for level in players.LEVELS if known.has(found.id, players.stage_of(found, level))]
    return GameReadiness(found.id, known.stage(found.id), known.seconds(found.id), levels)


async def table_of_moves(call: Call) -> WrittenOut:
    """Its name is made of its contents: whoever has it need not ask again."""
    found = packs.named(_game(call, call.path("game")).id, call.path("name"))
    if found is None:
        raise refuse("no-such-page")
    return WrittenOut(found.data, "application/json", stamp=found.name, zipped=found.zipped)


async def study(call: Call) -> StudyPlace:
    """The rules' own answer; nothing is hidden, since the asker tells everything, but for one seat's view."""
    match = await replayed(call, call.body)
    return await call.errand(_place, match, viewer_of(call.body.viewer, match), call.body.language)


async def frames(call: Call) -> Frames:
    """Many positions at once: whoever walks through a match asks once for many steps."""
    body: AskFrames = call.body
    before = max(0, body.since - 1)  # the event that led to the first frame is told in it
    begin = await replayed(call, msgspec.structs.replace(body, events=body.events[:before]))
    first, rest = body.events[before : body.since], body.events[body.since :][:MOST_FRAMES]
    steps = [first, *([event] for event in rest)]
    return Frames(body.since, await call.errand(_frames, begin, steps, viewer_of(body.viewer, begin)))


def _frames(match: Match, steps: list[list[tuple[int, str]]], viewer: int) -> list[Frame]:
    """One for each step. Choices made at once are told when the last of them is in."""
    found = []
    for events in steps:
        known = len(match.log)
        match.play_on(events)
        found.append(after(match, known, len(match.log), viewer))
    return found


def viewer_of(viewer: int | None, match: Match) -> int:
    """Whose eyes are asked for; nobody's: nothing is hidden."""
    if viewer is not None and viewer >= match.seats:
        raise refuse("no-such-seat")
    return REFEREE if viewer is None else viewer


async def things(call: Call) -> dict[str, ThingInfo]:
    """Asked for a position, since options change what cards do; a game that has nothing to say says nothing."""
    match = await replayed(call, call.body)
    explained = match.game.things(match.position.state)
    return {
        name: ThingInfo(thing.name.bilingual, thing.says.bilingual, thing.rule, thing.sign)
        for name, thing in explained.items()
    }


async def evaluate(call: Call) -> Evaluated:
    body: Evaluate = call.body
    match = await replayed(call, body)
    if body.seat not in match.waiting:
        raise refuse("no-such-seat")
    if body.level not in players.LEVELS:
        raise refuse("no-such-level")
    await call.registry.fair_play.check_position(call.me.id, call.address, match)
    job = partial(thoughts.advise, Sighting.of(match.position, body.seat), body.level, players.new_seed())
    address = call.address  # whoever has many names still has one turn
    advice = await thought(call, lambda then: think_for(call.registry, call.me.id, match.game, job, then, address))
    if advice is None:
        raise refuse("busy")
    return Evaluated(*players.advice(advice))


def game_info(game: Game) -> GameInfo:
    return GameInfo(
        game.id,
        game.title.bilingual,
        game.pitch.bilingual,
        list(game.seats),
        game.minutes,
        [_option(option) for option in game.options],
        [opponent(level) for level in players.LEVELS],
        game.age,
        list(game.feelings),
        lengths.minutes(game),
        isinstance(game.ideas, Choosing),
    )


def opponent(level: int) -> Level:
    who = creature(level)
    return Level(level, players.LEVELS[level].bilingual, who.kind.bilingual, who.temper.bilingual)


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
    return await call.errand(_played, begin, {body.game: _game(call, body.game)}, body.events)


def _played(begin: StudyFile, games: Mapping[str, Game], events: list[tuple[int, str]]) -> Match:
    return studies.begin(begin, games).play_on(events)


def _place(match: Match, viewer: int, language: Language) -> StudyPlace:
    position = match.position
    shown = after(match, len(match.log), len(match.log), viewer)
    shown.moves = {str(seat): moves(match.game, position.state, seat, language) for seat in match.waiting}
    luck = position.luck() if match.is_luck_due else {}
    total = sum(weight for _, weight in luck.values())
    ended = match.result
    return StudyPlace(
        shown,
        str(position),
        list(match.waiting),
        {text: weight / total for text, (_, weight) in luck.items()},
        Result(list(ended.winners), list(ended.scores), "over") if ended else None,
        [_draw(match, outcome) for outcome, _ in luck.values()] if len(luck) <= MOST_DRAWS else [],
    )


def _draw(match: Match, outcome: int) -> Line:
    words, state = match.game.words, match.position.state
    return event_line(LUCK, words.text(state, LUCK, outcome), words.sentence(state, LUCK, outcome))


PAGES = [
    Page("GET", "/api/games", games, "The games, with their options and levels.", None, list[GameInfo], is_kept=True),
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
        is_kept=True,
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
        StudyPlace,
        cost=5,
        most_bytes=LONGEST_STUDY,
    ),
    Page(
        "POST",
        "/api/frames",
        frames,
        "What is seen through a match, many steps at once.",
        AskFrames,
        Frames,
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
