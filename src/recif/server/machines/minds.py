"""What the table knows of minds: how far a game must be compiled for a level, and their thoughts as pages are told."""

import secrets

from recif.games.core.contract import Game
from recif.games.core.luck import seeded
from recif.games.core.position import Position
from recif.mind import levels
from recif.mind.coach import hint
from recif.server.messages.shapes import Hint, Judged
from recif.server.readiness import Stage

LEVELS = {number: levels.level_name(number) for number in levels.NUMBERS}


def stage_of(game: Game, level: int) -> Stage:
    """How far a game must be compiled for a level to play it."""
    return "feel" if levels.is_by_feel(game, level) else "ready"


def any_move(view: Position, seat: int, seed: int) -> str:
    """A move without thinking, should the mind fail."""
    move = view.game.rules.random_move(view.state, seat, seeded(seed))
    return view.game.words.text(view.state, seat, int(move))


def advice(told: hint.Hint) -> tuple[list[Hint], list[float]]:
    """A hint as pages are told of it: the moves, the first with a nudge and its reasons, and each seat's chances."""
    hints = [Hint(option.text, option.sentence, option.share, option.worth) for option in told.options]
    first = hints[0]
    first.say, first.nudge, first.look, first.more = told.advice, told.nudge.says, list(told.nudge.spots), told.more
    if told.why:
        first.why, first.idea, first.spots = told.why.says, told.why.idea, list(told.why.spots)
    return hints, list(told.chances)


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
        *((told.why.says, told.why.idea, list(told.why.spots)) if told.why else ()),
    )


def new_seed() -> int:
    return secrets.randbits(31)
