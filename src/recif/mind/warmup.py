"""Compile the search of every game before anybody waits for it, and say so."""

import os
import subprocess
import sys
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from recif.games.core import turns
from recif.games.core import warmup as games_warmup
from recif.games.core.compiled import IS_COMPILED
from recif.games.core.contract import Game, Text
from recif.games.core.keeping import set_mark
from recif.games.core.luck import seeded
from recif.games.core.marks import mark_of
from recif.games.core.position import start
from recif.games.core.warmup import ShowLine
from recif.match.warmup import play_once
from recif.mind.levels import by_feel
from recif.mind.minds import mind_of, ponder
from recif.mind.search import search
from recif.mind.search.think import Budget, Mind, View


def is_warm(game: Game) -> bool:
    """Whether the machine code of a game's search is on disk already."""
    return not IS_COMPILED or _mark(game).exists()


def warm_up(games: Iterable[Game], say: ShowLine = lambda line: None, language: str = "en") -> None:
    """Compile rules and search where they are not on disk yet; `say` is told a line before what takes time."""
    wanted = list(games)
    games_warmup.warm_up(wanted, say, language)
    cold = [game for game in wanted if not is_warm(game)]
    for number, game in enumerate(cold, 1):
        mind = Text(f"l’esprit de {game.title.fr}", f"the mind of {game.title.en}")
        say(games_warmup.compiling(mind, number, len(cold)).say(language))
        play_once(game)
        think_once(game)
        set_mark(_mark(game))


def warm_up_on_all_cores(games: Iterable[Game], say: ShowLine, language: str = "en") -> None:
    """The same in processes of their own, one a core: compiling holds the lock that threads share."""
    cold = [game for game in games if not (games_warmup.is_warm(game) and is_warm(game))]
    if not cold:
        return
    sentence = Text(
        f"Récif : compilation de {len(cold)} jeux, une seule fois ; comptez une minute…",
        f"Récif: compiling {len(cold)} games, once; this takes about a minute…",
    )
    say(sentence.say(language))
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for count, game in enumerate(pool.map(_compile_apart, cold), 1):
            title, ready = game.title.say(language), Text("prêts", "ready").say(language)
            say(f"Récif: {count}/{len(cold)} {ready} ({title})")


def _compile_apart(game: Game) -> Game:
    subprocess.run([sys.executable, "-m", "recif.mind.warmup", game.id], check=True, stdout=subprocess.DEVNULL)
    return game


def tell_stages(game: Game) -> None:
    """Compile a game, and write what is on disk as soon as it is: a server waits for it."""
    games_warmup.warm_up([game])
    play_once(game)
    print("rules", flush=True)
    feel_once(game)
    print("feel", flush=True)
    warm_up([game])
    print("ready", flush=True)


def feel_once(game: Game) -> None:
    """The first decision without looking ahead, as the gentlest level takes it."""
    by_feel(first_decision(game), 1)


def think_once(game: Game) -> None:
    """A short search of the first decision, with the net and with the hunches that stand in where it knows nothing."""
    view = first_decision(game)
    for mind in (Mind(game.hunch), mind_of(view)):
        ponder(view, Budget(nodes=2), mind=mind)


def first_decision(game: Game) -> View:
    position, rng = start(game), seeded(1)
    while not position.waiting:
        position.draw(rng)
    return View(position, position.waiting[0])


def _mark(game: Game) -> Path:
    files = [search.__file__, turns.__file__, game.rules.__file__, game.words.__file__, game.hunch.__file__]
    files += [game.features.__file__] if game.features else []
    return mark_of(f"{game.id}-mind", *files)


if __name__ == "__main__":
    from recif.games import GAMES

    if sys.argv[1:2] == ["--stages"]:
        tell_stages(GAMES[sys.argv[2]])
    elif sys.argv[1:]:
        warm_up([GAMES[name] for name in sys.argv[1:]], print)
    else:
        warm_up_on_all_cores(GAMES.values(), print)
