"""What the table knows of minds: how far a game must be compiled for a level, and their thoughts as pages are told."""

import secrets

from recif.games.core.contract import Game
from recif.games.core.luck import seeded
from recif.games.core.position import Position
from recif.mind import levels
from recif.mind.coach import hint, summary
from recif.school.puzzles.files import puzzles_of
from recif.server.messages.shapes import Expected, Hint, Judged, Practice, Summed
from recif.server.readiness import Stage

LEVELS = {number: levels.level_name(number) for number in levels.NUMBERS}


def stage_of(game: Game, level: int) -> Stage:
    """How far a game must be compiled for a level to play it."""
    return "feel" if levels.is_by_feel(game, level) else "ready"


def any_move(view: Position, seat: int, seed: int) -> str:
    """A move without thinking, should the mind fail."""
    move = view.game.rules.random_move(view.state, seat, seeded(seed))
    return view.game.words.text(view.state, seat, int(move))


def advice(found: hint.Hint) -> tuple[list[Hint], list[float]]:
    """A hint as pages are told of it: the moves, the first with a nudge and its reasons, and each seat's chances."""
    hints = [Hint(option.text, option.sentence, option.share, option.worth) for option in found.options]
    first = hints[0]
    first.say, first.nudge, first.look = found.advice, found.nudge.says, list(found.nudge.spots)
    first.more = found.also
    if found.why:
        first.why, first.idea, first.spots = found.why.says, found.why.idea, list(found.why.spots)
    return hints, list(found.chances)


def expected(found: hint.Hint) -> list[Expected]:
    """What is expected after a hint's move, as pages are told of it."""
    return [Expected(one.frame, one.says, one.cells) for one in found.expected]


def judged(judgement: hint.Judgement) -> Judged:
    """A judgement, as the pages are told of it."""
    shown = Judged(
        judgement.index,
        judgement.seat,
        judgement.text,
        judgement.best,
        round(judgement.loss, 3),
        list(judgement.before),
        judgement.mark,
        judgement.best_sentence,
        list(judgement.after),
        judgement.is_forced,
        round(judgement.stake, 3),
        list(judgement.luck),
        advice=judgement.advice,
        allows=judgement.allows.says if judgement.allows else None,
    )
    if judgement.why:
        shown.why, shown.idea, shown.spots = judgement.why.says, judgement.why.idea, list(judgement.why.spots)
    return shown


def summed(game: Game, judged: list[hint.Judgement], seats: int, of: tuple[int, ...]) -> Summed:
    """What a review comes to, as the pages are told of it."""
    sums = summary.summed(judged, seats, of)
    accuracies = [None if share is None else share / 100 for share in sums.accuracies]
    return Summed(accuracies, sums.luck, sums.moments, practice(game, sums.missed))


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
