"""What the table asks of the mind, and nothing else: a move at a level, advice. Each is given a seat's view only."""

import secrets

from recif.games.contract import Game, Text
from recif.games.luck import seeded
from recif.games.position import Position
from recif.mind import levels
from recif.mind.think import Budget, View, think
from recif.table.shapes import Hint

ADVISED = 5  # hints told at most


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
    """The moves that the machine likes best, and each seat's chances."""
    deep = levels.level_of(view.game, level)
    hunch = levels.hunch_of(view.game)
    thought = think(View(view, seat), Budget(deep.nodes, deep.seconds), new_seed(), hunch)
    words, worth = view.game.words, list(thought.values)
    hints = [
        Hint(
            words.text(view.state, seat, idea.move),
            words.sentence(view.state, seat, idea.move, seat).say(language),
            idea.share,
            idea.value,
        )
        for idea in thought.ideas[:ADVISED]
    ]
    return hints, worth


def compare(view: Position, seat: int, move: int, level: int) -> tuple[str, list[float], float]:
    """The best move instead, each seat's chances, and how much of them the move played gave away (0 to 1)."""
    deep = levels.level_of(view.game, level)
    thought = think(View(view, seat), Budget(deep.nodes, deep.seconds), new_seed(), levels.hunch_of(view.game))
    values = {idea.move: idea.value for idea in thought.ideas}
    best = max(thought.ideas, key=lambda idea: idea.value) if thought.is_mixed else thought.best
    loss = max(0.0, best.value - values.get(move, best.value)) if not thought.is_mixed else 0.0
    return view.game.words.text(view.state, seat, best.move), list(thought.values), loss


def new_seed() -> int:
    return secrets.randbits(31)
