"""Compile the rules before anybody waits for them, and say so."""

from collections.abc import Callable, Iterable
from pathlib import Path

import numpy as np

from recif.games.core.compiled import IS_COMPILED
from recif.games.core.contract import LUCK, Game, Text
from recif.games.core.keeping import prune, set_mark
from recif.games.core.luck import seeded
from recif.games.core.marks import mark_of
from recif.games.core.playouts import perft, playouts
from recif.games.core.position import start

ShowLine = Callable[[str], None]  # told a line that a person may read


def is_warm(game: Game) -> bool:
    """Whether the machine code of a game is on disk already."""
    return not IS_COMPILED or _mark(game).exists()


def warm_up(games: Iterable[Game], say: ShowLine = lambda line: None, language: str = "en") -> None:
    """Compile what is not on disk yet; `say` is told a line before each game that takes time."""
    prune()
    cold = [game for game in games if not is_warm(game)]
    for number, game in enumerate(cold, 1):
        say(compiling(game.title, number, len(cold)).say(language))
        use_everything(game)
        set_mark(_mark(game))


def compiling(what: Text, number: int, of: int) -> Text:
    return Text(
        f"Récif : compilation de {what.fr} ({number} sur {of} ; une seule fois, quelques secondes)…",
        f"Récif: compiling {what.en} ({number} of {of}; once, a few seconds)…",
    )


def use_everything(game: Game) -> None:
    """Play a random game with every function of the contract, so that each is compiled and cached."""
    rules, rng, position = game.rules, seeded(1), start(game)
    while not position.is_over:
        if not position.waiting:
            rules.seen(position.state, LUCK, position.luck()[position.copy().draw(rng)][0], 0)
            position.draw(rng)
            continue
        seat = position.waiting[0]
        world = position.view(seat)
        rules.guess(world.state, seat, rng)
        move = position.numbers(seat)[0]
        rules.seen(position.state, seat, move, 1 - seat)
        rules.play(position.state, seat, rules.random_move(position.state, seat, rng))
    assert position.winners
    assert position.scores
    playouts(rules, start(game).state, rng, np.zeros(1, np.int64))
    perft(rules, start(game).state, 1)


def _mark(game: Game) -> Path:
    return mark_of(f"{game.id}-rules", __file__, game.rules.__file__, game.words.__file__)


if __name__ == "__main__":
    from recif.games import GAMES

    warm_up(GAMES.values(), print)
