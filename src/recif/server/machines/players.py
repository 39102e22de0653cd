"""What the table knows of minds: how far a game must be compiled for a level, and their thoughts as pages are told."""

import secrets

from recif.games.core.contract import Game
from recif.games.core.luck import seeded
from recif.games.core.position import Position
from recif.mind import levels
from recif.mind.coach import hint, summary
from recif.school.puzzles.files import puzzles_of
from recif.server.messages.shapes import Hint, Judged, Practice, Summed
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
    shown = Judged(
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
        allows=told.allows.says if told.allows else None,
    )
    if told.why:
        shown.why, shown.idea, shown.spots = told.why.says, told.why.idea, list(told.why.spots)
    return shown


def summed(game: Game, judged: list[hint.Judgement], seats: int, of: tuple[int, ...]) -> Summed:
    """What a review comes to, as the pages are told of it."""
    told = summary.summed(judged, seats, of)
    accuracies = [None if share is None else share / 100 for share in told.accuracies]
    return Summed(accuracies, told.luck, told.moments, practice(game, told.missed))


def practice(game: Game, missed: list[str]) -> Practice | None:
    """The idea that was costliest to miss, of those that puzzles are about if there are any."""
    names = game.ideas.IDEAS if game.ideas else {}
    found = [Practice(idea, names[idea].bilingual, about(game, idea)) for idea in missed if idea in names]
    return next((one for one in found if one.puzzles), found[0] if found else None)


def about(game: Game, idea: str) -> int:
    """How many puzzles are about an idea."""
    return sum(idea in puzzle.themes for puzzle in puzzles_of(game).values())


def new_seed() -> int:
    return secrets.randbits(31)
