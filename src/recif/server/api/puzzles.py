"""REST: puzzles. The server remembers nothing of who solves what; a solution is told when it is found or asked for."""

import asyncio
from datetime import UTC, datetime
from functools import cache
from typing import Any

from recif.games.core.contract import LANGUAGES, Game, Language
from recif.games.core.position import Position
from recif.match.listing import legal, listing
from recif.school.puzzles import judging
from recif.school.puzzles.daily import daily
from recif.school.puzzles.files import all_puzzles, checked_puzzles, puzzle_named
from recif.school.puzzles.puzzle import Puzzle
from recif.server.api.endpoints import Call, Page, told
from recif.server.machines.pool import Urgency
from recif.server.messages.bodies.games import ExampleStep
from recif.server.messages.bodies.school import (
    PuzzleAsk,
    PuzzleGame,
    PuzzleGiveUpBody,
    PuzzleInfo,
    PuzzleJudged,
    PuzzleShelf,
    PuzzleSolution,
    PuzzleTheme,
    PuzzleTryBody,
    PuzzleView,
)
from recif.server.messages.refusals import refuse
from recif.server.messages.shapes import Line
from recif.server.views.moves import written


async def shelf(call: Call) -> PuzzleShelf:
    today = datetime.fromtimestamp(call.now / 1000, UTC).date()
    chosen = daily(all_puzzles(), today)
    games, infos = _infos()
    return PuzzleShelf(games, infos, chosen.name if chosen else "")


@cache
def _infos() -> tuple[list[PuzzleGame], list[PuzzleInfo]]:
    puzzles = all_puzzles().values()
    games = {puzzle.game.id: puzzle.game for puzzle in puzzles}
    return [_game(game) for game in games.values()], [_info(puzzle) for puzzle in puzzles]


def _game(game: Game) -> PuzzleGame:
    themes = getattr(game.themes, "THEMES", {})
    return PuzzleGame(game.id, [PuzzleTheme(theme, name.bilingual) for theme, name in themes.items()])


def _info(puzzle: Puzzle) -> PuzzleInfo:
    return PuzzleInfo(puzzle.name, puzzle.game.id, puzzle.grade, list(puzzle.themes), puzzle.decisions)


async def puzzle(call: Call) -> PuzzleView:
    found, language = await _ready(call), call.query("language", LANGUAGES)
    return await asyncio.to_thread(_view, found, language)


async def try_it(call: Call) -> PuzzleJudged:
    found, body = await _ready(call), call.body
    if await asyncio.to_thread(judging.is_right, found, body.found, body.move):
        return await asyncio.to_thread(_right, found, body)
    return await _thought(call, found, body)


async def give_up(call: Call) -> PuzzleSolution:
    found = await _ready(call)
    judging.decision(found, call.body.found)
    steps = await asyncio.to_thread(judging.solution, found, call.body.found)
    return PuzzleSolution([_step(step, found.seat) for step in steps], _picture(steps[-1].position, found.seat))


async def _ready(call: Call) -> Puzzle:
    """The puzzle of the path, once the rules of its game are there; they play all its puzzles before the first."""
    name = call.path("puzzle")
    game = all_puzzles()[name].game if name in all_puzzles() else None
    if game is None:
        raise refuse("no-such-puzzle")
    await call.registry.readiness.reached(game.id, "rules")
    await asyncio.to_thread(checked_puzzles, game)
    return puzzle_named(name)


def _view(found: Puzzle, language: Language) -> PuzzleView:
    start, words = found.start, found.game.words
    titles = [words.seat_name(start.state, seat).bilingual for seat in range(start.seats)]
    scene = words.scene(start.view(found.seat).state, found.seat)
    return PuzzleView(_info(found), found.seat, titles, scene, _picture(start, found.seat), _ask(found, 0, language))


def _ask(found: Puzzle, at: int, language: Language) -> PuzzleAsk:
    """The moves of the seat, from what it knows."""
    asked = judging.decision(found, at)
    state = asked.position.view(asked.seat).state
    moves = legal(found.game, state, asked.seat)
    return PuzzleAsk(at, written(found.game, listing(found.game, state, asked.seat, moves), language))


def _right(found: Puzzle, body: PuzzleTryBody) -> PuzzleJudged:
    steps = judging.played_out(found, body.found)
    is_more = body.found + 1 < found.decisions
    ask = _ask(found, body.found + 1, body.language) if is_more else None
    best = found.chances[0] / 100
    drawn = [_step(step, found.seat) for step in steps]
    return PuzzleJudged(True, drawn, _picture(steps[-1].position, found.seat), ask, (best, best))


async def _thought(call: Call, found: Puzzle, body: PuzzleTryBody) -> PuzzleJudged:
    """What a machine would answer to a move that is not right: thought about when it is the asker's turn."""

    def job() -> Any:
        return judging.wrong(found, body.found, body.move)

    wrong: Any = await told(
        lambda then: call.registry.think(found.game, call.address, job, then, Urgency.ASKED), object
    )
    if wrong is None:
        raise refuse("defect")
    drawn = [_step(step, found.seat) for step in wrong.steps]
    last = _picture(wrong.steps[-1].position, found.seat)
    return PuzzleJudged(False, drawn, last, None, (wrong.chances, found.chances[0] / 100))


def _step(step: judging.Step, viewer: int) -> ExampleStep:
    lines = [Line(line.seat, line.text, line.said.fr, line.said.en) for line in step.lines]
    return ExampleStep(lines, step.position.game.words.scene(step.position.view(viewer).state, viewer))


def _picture(position: Position, viewer: int) -> Any:
    return position.game.words.picture(position.view(viewer).state, viewer).bilingual


PAGES = [
    Page("GET", "/api/puzzles", shelf, "All puzzles by name, and the one of the day.", None, PuzzleShelf, cost=2),
    Page(
        "GET",
        "/api/puzzles/{puzzle}",
        puzzle,
        "A puzzle as its solver sees it.",
        None,
        PuzzleView,
        query=(("language", LANGUAGES),),
    ),
    Page(
        "POST",
        "/api/puzzles/{puzzle}/tries",
        try_it,
        "A move for the decision that is due: whether it is right, and what follows.",
        PuzzleTryBody,
        PuzzleJudged,
        cost=5,
    ),
    Page(
        "POST",
        "/api/puzzles/{puzzle}/solution",
        give_up,
        "What is left to find, for those who give up.",
        PuzzleGiveUpBody,
        PuzzleSolution,
    ),
]
