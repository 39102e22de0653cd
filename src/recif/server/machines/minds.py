"""What the table asks of the mind, and nothing else: a move at a level, advice. Each is given a seat's view only."""

import secrets

from recif.games.core.contract import Game
from recif.games.core.luck import seeded
from recif.games.core.position import Position
from recif.match.match import Match
from recif.mind import levels
from recif.mind.coach import hint
from recif.mind.search.think import View
from recif.server.messages.shapes import Hint, Judged

DEEPEST = 100_000  # nodes of the longest thought for advice
LEVELS = {number: levels.level_name(number) for number in levels.NUMBERS}


def choose(view: Position, seat: int, level: int, seed: int) -> str:
    """A move of the seat at a level, from what it may know."""
    move = levels.choose(View(view, seat), levels.level_of(view.game, level), seed)
    return view.game.words.text(view.state, seat, move)


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


def judged(match: Match, index: int, level: int) -> Judged:
    """One decision of a match beside the best one, from what its seat could know then."""
    told = hint.judge(match, index, nodes_of(match.game, level), seed=index)
    return Judged(
        index,
        told.seat,
        told.text,
        told.best,
        round(told.loss, 3),
        list(told.before),
        told.mark,
        told.best_sentence,
        list(told.after),
        0 if told.is_forced else round(told.accuracy, 1),
        told.why,
    )


def nodes_of(game: Game, level: int) -> int:
    """How far the coach looks for a level: as far as its player, and never by the clock."""
    return min(levels.level_of(game, level).nodes, DEEPEST)


def new_seed() -> int:
    return secrets.randbits(31)
