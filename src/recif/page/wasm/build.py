"""One game's library, in a process of its own: `python -m recif.page.wasm.build xok FOLDER`."""

import sys
from pathlib import Path

import msgspec

from recif.page.wasm import target  # isort: skip # before Numba, of which it asks another machine's code
from recif.games import GAMES
from recif.games.core.contract import Game
from recif.games.core.page.libraries import Manifest
from recif.page.wasm.games import functions_of
from recif.page.wasm.linker import link
from recif.page.wasm.runtime import runtime
from recif.page.wasm.wrapping import Wrapper


def build(game: Game, folder: Path) -> None:
    """Write <game>.wasm and <game>.json."""
    with target.compiler_lock:
        wrapped = [Wrapper(f"f{i}", *wanted) for i, wanted in enumerate(functions_of(game))]
        names = [one.export.symbol for one in wrapped]
        module = target.linked(game.id, [one.library for one in wrapped] + [runtime()], set(names))
    (folder / f"{game.id}.wasm").write_bytes(link(target.object_of(module), names))
    manifest = Manifest(game.id, [one.export for one in wrapped])
    (folder / f"{game.id}.json").write_bytes(msgspec.json.encode(manifest))


if __name__ == "__main__":
    build(GAMES[sys.argv[1]], Path(sys.argv[2]))
