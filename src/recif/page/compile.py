"""The games as libraries for a page: `python -m recif.page.compile FOLDER [GAME …]`.

Each game is compiled in a process of its own, since Numba pointed at WebAssembly compiles for nothing else. What comes
out is kept by what it was made of: text, nets and compilers.
"""

import importlib.metadata
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

from recif.games import GAMES
from recif.games.core.contract import Game
from recif.games.core.keeping import ROOT, note_use
from recif.games.core.sources import content_hash, digest
from recif.mind.net.files import FILE

BUILD = Path(__file__).parent / "wasm" / "build.py"
COMPILERS = ("numba", "llvmlite", "numpy")
SUFFIXES = (".wasm", ".json")


def compile_games(folder: Path, games: Iterable[Game] = GAMES.values()) -> None:
    """Write <game>.wasm and <game>.json of each game into a folder: as many at a time as there are cores."""
    folder.mkdir(parents=True, exist_ok=True)
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        list(pool.map(partial(_compile, folder), games))


def _compile(folder: Path, game: Game) -> None:
    kept = ROOT / f"page.{game.id}-{key_of(game)}"
    if not kept.exists():
        _make(kept, game)
    for suffix in SUFFIXES:
        note_use(kept / f"{game.id}{suffix}")
        shutil.copy(kept / f"{game.id}{suffix}", folder)


def _make(kept: Path, game: Game) -> None:
    """All of it or nothing, whoever else makes the same."""
    ROOT.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=ROOT) as made:
        subprocess.run([sys.executable, "-m", "recif.page.wasm.build", game.id, made], check=True)
        whole = Path(made, "whole")
        whole.mkdir()
        for suffix in SUFFIXES:
            Path(made, f"{game.id}{suffix}").rename(whole / f"{game.id}{suffix}")
        try:
            whole.rename(kept)
        except OSError:
            if not kept.exists():
                raise


def key_of(game: Game) -> str:
    """A hash of all that a game's library is made of."""
    files = [Path(str(module.__file__)) for module in (game.rules, game.hunch, game.features) if module]
    net = files[0].with_name(FILE)
    weights = digest(net.read_bytes().hex()) if net.exists() else ""
    versions = [importlib.metadata.version(name) for name in COMPILERS]
    return digest(content_hash([BUILD, *files]), weights, sys.version, *versions)


if __name__ == "__main__":
    compile_games(Path(sys.argv[1]), [GAMES[name] for name in sys.argv[2:] or GAMES])
