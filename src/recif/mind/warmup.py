"""Compile the search of every game before anybody waits for it, and say so."""

import os
import subprocess
import sys
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from recif.games import warmup as games_warmup
from recif.games.compiled import IS_COMPILED, cache_folder
from recif.games.contract import Game
from recif.games.luck import seeded
from recif.games.position import start
from recif.mind.levels import hunch_of
from recif.mind.think import Budget, View, think
from recif.play.warmup import play_once


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
        play_once(game)
        think_once(game)
        _mark(game).parent.mkdir(parents=True, exist_ok=True)
        _mark(game).touch()


def warm_up_on_all_cores(games: Iterable[Game], say: Callable[[str], None]) -> None:
    """The same in processes of their own, one a core: compiling holds the lock that threads share."""
    cold = [game for game in games if not (games_warmup.is_warm(game) and is_warm(game))]
    if not cold:
        return
    say(f"Récif: compiling {len(cold)} games, once; this takes about a minute…")
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        done = pool.map(_compile_apart, cold)
        for count, game in enumerate(done, 1):
            say(f"Récif: {count} of {len(cold)} games are ready ({game.title.en})")


def _compile_apart(game: Game) -> Game:
    subprocess.run([sys.executable, "-m", "recif.mind.warmup", game.id], check=True, stdout=subprocess.DEVNULL)
    return game


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

    if sys.argv[1:]:
        warm_up([GAMES[name] for name in sys.argv[1:]], print)
    else:
        warm_up_on_all_cores(GAMES.values(), print)
