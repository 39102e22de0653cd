"""Compile the search of every game before anybody waits for it, and say so."""

from collections.abc import Callable, Iterable
from pathlib import Path

from recif.games import warmup as games_warmup
from recif.games.compiled import IS_COMPILED, cache_folder
from recif.games.contract import Game
from recif.games.luck import seeded
from recif.games.position import start
from recif.mind.levels import hunch_of
from recif.mind.think import Budget, View, think


def is_warm(game: Game) -> bool:
    """Whether the machine code of a game's search is on disk already."""
    return not IS_COMPILED or _mark(game).exists()


def warm_up(games: Iterable[Game], say: Callable[[str], None] = lambda line: None) -> None:
    """Compile rules and search where they are not on disk yet; `say` is told a line before what takes time."""
    wanted = list(games)
    games_warmup.warm_up(wanted, say)
    cold = [game for game in wanted if not is_warm(game)]
    for done, game in enumerate(cold):
        say(f"Récif: compiling the mind of {game.title.en} ({done + 1} of {len(cold)}; once, some seconds)…")
        think_once(game)
        _mark(game).parent.mkdir(parents=True, exist_ok=True)
        _mark(game).touch()


def think_once(game: Game) -> None:
    """A short search of the first decision."""
    position, rng = start(game), seeded(1)
    while not position.waiting:
        position.draw(rng)
    think(View(position, position.waiting[0]), Budget(nodes=2), hunch=hunch_of(game))


def _mark(game: Game) -> Path:
    return cache_folder(Path(__file__).parent) / f"ready-{game.id}"


if __name__ == "__main__":
    from recif.games import GAMES

    warm_up(GAMES.values(), print)
