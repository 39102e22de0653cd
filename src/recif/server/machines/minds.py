"""What the table asks of the mind, and nothing else: a move at a level, advice. Each is given a seat's view only."""

import secrets
from collections.abc import Sequence

from recif.games.core.contract import Game
from recif.games.core.luck import seeded
from recif.games.core.position import Position
from recif.match.match import Match
from recif.mind import levels
from recif.mind.coach import hint
from recif.mind.search.think import View
from recif.server.messages.shapes import Hint, Judged
from recif.server.readiness import Stage

DEEPEST = 100_000  # nodes of the longest thought for advice
LEVELS = {number: levels.level_name(number) for number in levels.NUMBERS}


def choose(view: Position, seat: int, level: int, seed: int) -> str:
    """A move of the seat at a level, from what it may know."""
    move = levels.choose(View(view, seat), levels.level_of(view.game, level), seed)
    return view.game.words.text(view.state, seat, move)


def stage_of(game: Game, level: int) -> Stage:
    """How far a game must be compiled for a level to play it."""
    return "feel" if levels.level_of(game, level).is_by_feel else "ready"


def any_move(view: Position, seat: int, seed: int) -> str:
    """A move without thinking, should the mind fail."""
    move = view.game.rules.random_move(view.state, seat, seeded(seed))
    return view.game.words.text(view.state, seat, int(move))


def advice(view: Position, seat: int, level: int) -> tuple[list[Hint], list[float]]:
    """The moves that the machine likes best, the first with a nudge and its reasons, and each seat's chances."""
    told = hint.hint(View(view, seat), nodes_of(view.game, level), new_seed())
    hints = [Hint(option.text, option.sentence, option.share, option.worth) for option in told.options]
    hints[0].nudge, hints[0].why = told.nudge, told.why
    return hints, list(told.chances)


def judge(match: Match, index: int, done: Sequence[hint.Judgement]) -> hint.Judgement:
    """One decision of a match beside the best one, from what its seat could know then; `done` came before it."""
    return hint.judge(match, index, seed=index, done=done)


def judged(told: hint.Judgement) -> Judged:
    """A judgement, as the pages are told of it."""
    return Judged(
        told.index,
        told.seat,
        told.text,
        told.best,
        round(told.loss, 3),
        list(told.before),
        told.mark,
        told.best_sentence,
        list(told.after),
        told.is_forced,
        round(told.stake, 3),
        list(told.luck),
        told.why,
    )


def nodes_of(game: Game, level: int) -> int:
    """How far the coach looks for a level: as far as its player, and never by the clock."""
    return min(levels.level_of(game, level).nodes, DEEPEST)


def new_seed() -> int:
    return secrets.randbits(31)
