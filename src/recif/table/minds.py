"""What the table asks of the mind, and nothing else: a move at a level, advice. Each is given a seat's view only."""

import secrets

from recif.games.contract import Game, Text
from recif.games.luck import seeded
from recif.games.position import Position
from recif.mind import coach, levels
from recif.mind.think import View
from recif.play.match import Match
from recif.table.shapes import Hint, Judged, Words

DEEPEST = 100_000  # nodes of the longest thought for advice


def level_names(game: Game) -> dict[int, Text]:
    return {number: levels.level_name(number) for number in levels.NUMBERS}


def choose(view: Position, seat: int, level: int, seed: int) -> str:
    """A move of the seat at a level, from what it may know."""
    move = levels.choose(View(view, seat), levels.level_of(view.game, level), seed)
    return view.game.words.text(view.state, seat, move)


def any_move(view: Position, seat: int, seed: int) -> str:
    """A move without thinking, should the mind fail."""
    move = view.game.rules.random_move(view.state, seat, seeded(seed))
    return view.game.words.text(view.state, seat, int(move))


def advice(view: Position, seat: int, level: int, language: str) -> tuple[list[Hint], list[float]]:
    """The moves that the machine likes best, the first with a nudge and its reasons, and each seat's chances."""
    told = coach.hint(View(view, seat), nodes_of(view.game, level), new_seed())
    hints = [Hint(option.text, option.sentence.say(language), option.share, option.worth) for option in told.options]
    hints[0].nudge, hints[0].why = told.nudge.say(language), told.why.say(language)
    return hints, list(told.chances)


def judged(match: Match, index: int, level: int) -> Judged:
    """One decision of a match beside the best one, from what its seat could know then."""
    told = coach.judge(match, index, nodes_of(match.game, level), seed=index)
    say = Words(told.best_sentence.fr, told.best_sentence.en)
    return Judged(
        index,
        told.seat,
        told.text,
        told.best,
        round(told.loss, 3),
        list(told.before),
        told.mark,
        say,
        list(told.after),
        0 if told.is_forced else round(told.accuracy, 1),
        Words(told.why.fr, told.why.en) if told.why else None,
    )


def nodes_of(game: Game, level: int) -> int:
    """How far the coach looks for a level: as far as its player, and never by the clock."""
    return min(levels.level_of(game, level).nodes, DEEPEST)


def new_seed() -> int:
    return secrets.randbits(31)
