"""Every game in a page beside native code, at length: rules, views, guesses, trees and levels, by hash."""

from pathlib import Path

from recif.games import GAMES
from tests.page.pages import compare
from tests.storm.found import Found


def compare_all(folder: Path) -> Found:
    facts = sum(compare(folder, game, "long") for game in GAMES.values())
    return Found(f"{len(GAMES)} games as WebAssembly, all setups, trees and levels", facts)
