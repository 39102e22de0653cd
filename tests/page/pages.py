"""Games compiled for a page, and Python as a page has it, in node."""

import shutil
import subprocess
from pathlib import Path

from recif.games.core.contract import Game
from recif.page.compile import compile_games
from recif.page.wheels import wheel
from tests.games.copies import ROOT
from tests.page.facts import SIZES, facts

RUNNER = Path(__file__).with_name("in_page.mjs")


def in_page(libraries: Path, module: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run a module of the repository in Pyodide."""
    node = shutil.which("node")
    assert node, "Pyodide runs in Node.js 20 or newer"
    command = [node, str(RUNNER), str(libraries), str(wheel()), module, *arguments]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True)


def compare(folder: Path, game: Game, size: str) -> int:
    """Compile a game for a page and let it say its facts there; how many there are, all as native code says them."""
    compile_games(folder, [game])
    page = in_page(folder, "tests.page.facts", game.id, size)
    assert page.returncode == 0, page.stderr[-4000:]
    expected = list(facts(game, SIZES[size]))
    found = page.stdout.splitlines()
    assert found == expected, [pair for pair in zip(found, expected, strict=False) if pair[0] != pair[1]][:3]
    return len(expected)
