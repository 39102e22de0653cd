"""REST: puzzles. Of accounts the server keeps how the first try went; a solution is told when found or asked for."""

from collections.abc import Callable
from datetime import UTC, datetime
from functools import cache, partial

from recif.games.core.contract import LANGUAGES, Game, Language
from recif.match.frame import frame, moves, titles
from recif.match.moves import Move
from recif.school.puzzles import judging
from recif.school.puzzles.daily import daily
from recif.school.puzzles.files import all_puzzles, checked_puzzles
from recif.school.puzzles.puzzle import Puzzle, ideas_named
from recif.server.api.calls import Call, Page, thought
from recif.server.machines import thoughts
from recif.server.machines.tasks import Task, Urgency
from recif.server.messages.bodies.school import (
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
    themes = ideas_named(game)
    return PuzzleGame(game.id, [PuzzleTheme(theme, name.bilingual) for theme, name in themes.items()])


def _info(puzzle: Puzzle) -> PuzzleInfo:
    return PuzzleInfo(puzzle.name, puzzle.game.id, puzzle.grade, list(puzzle.themes), puzzle.decisions)


async def puzzle(call: Call) -> PuzzleView:
    found, language = await _ready(call), call.query("language", LANGUAGES)
    return await call.errand(_view, found, language)


async def try_it(call: Call) -> PuzzleJudged:
    found, body = await _ready(call), call.body
    right = await call.errand(_right, found, body)
    await _note(call, found, right is not None)
    return right or await _thought(call, found, body)


async def give_up(call: Call) -> PuzzleSolution:
    found = await _ready(call)
    judging.decision(found, call.body.found)
    await _note(call, found, False)
    return await call.errand(_solution, found, call.body.found)


def _solution(found: Puzzle, at: int) -> PuzzleSolution:
    return PuzzleSolution(judging.solution(found, at), judging.whys(found, at))


async def _note(call: Call, found: Puzzle, is_right: bool) -> None:
    """An account's first try counts, and is kept before anybody is told what would have been right."""
    if call.row and call.row.password and not call.is_bot:
        told = (call.row.id, found.name, call.body.found, is_right, found.decisions, call.now)
        await call.durable(lambda then: call.registry.store.judge(*told, then))


async def _ready(call: Call) -> Puzzle:
    """The puzzle of the path, once the rules of its game are there; they play all its puzzles before the first."""
    found = all_puzzles().get(call.path("puzzle"))
    if found is None:
        raise refuse("no-such-puzzle")
    await call.registry.readiness.reached(found.game.id, "rules")
    await call.errand(checked_puzzles, found.game)
    return found


def _view(found: Puzzle, language: Language) -> PuzzleView:
    shown = frame(found.start, found.seat)
    shown.titles, shown.moves = titles(found.start), _moves(found, 0, language)
    return PuzzleView(_info(found), found.seat, shown)


def _moves(found: Puzzle, at: int, language: Language) -> dict[str, list[Move]]:
    """Those to choose among once so many decisions have been found, from what the seat knows."""
    asked = judging.decision(found, at)
    return {str(asked.seat): moves(found.game, asked.position.view(asked.seat).state, asked.seat, language)}


def _right(found: Puzzle, body: PuzzleTryBody) -> PuzzleJudged | None:
    """None where the move is not right."""
    if not judging.is_right(found, body.found, body.move):
        return None
    shown, by_now = judging.played_out(found, body.found), body.found + 1
    if by_now < found.decisions:
        shown[-1].moves = _moves(found, by_now, body.language)
    best = found.chances[0] / 100
    why = judging.why(found, body.found)
    return PuzzleJudged(True, shown, by_now, (best, best), why.says if why else None, list(why.spots) if why else [])


async def _thought(call: Call, found: Puzzle, body: PuzzleTryBody) -> PuzzleJudged:
    """What a machine would answer to a move that is not right: thought about when it is the asker's turn.

    One at a time for an address, and not at all for somebody who has gone.
    """
    asked, move = await call.errand(judging.tried, found, body.found, body.move)
    job = partial(thoughts.reply, found.game.id, bytes(asked.position), asked.seat, move)
    holder = call.me.id if call.row and asked.position.hides_nothing else ""

    def ask(then: Callable[[judging.MachineReply | None], None]) -> Task[judging.MachineReply]:
        return call.registry.think(found.game, Task(call.address, job, then, Urgency.ASKED, holder=holder))

    async with call.office.thoughts.turn(call.address):
        reply = await thought(call, ask)
    if reply is None:
        raise refuse("defect")
    wrong = await call.errand(judging.told, found, asked, reply)
    goal = await call.errand(judging.goal, found, body.found)
    return PuzzleJudged(
        False,
        wrong.frames,
        body.found,
        (wrong.chances, found.chances[0] / 100),
        nearly=wrong.is_near,
        allows=wrong.allows.says if wrong.allows else None,
        goal=goal,
    )


PAGES = [
    Page(
        "GET",
        "/api/puzzles",
        shelf,
        "All puzzles by name, and the one of the day.",
        None,
        PuzzleShelf,
        cost=2,
        is_kept=True,
    ),
    Page(
        "GET",
        "/api/puzzles/{puzzle}",
        puzzle,
        "A puzzle as its solver sees it.",
        None,
        PuzzleView,
        query=(("language", LANGUAGES),),
        is_kept=True,
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
