"""Récif in a page beside Récif on this machine: `python -m bench.page [GAME …]`, or `… browser`, or `… processor`.

Nodes a CPU second of every game's search, with its net and with its hunches, in Pyodide (node) and as machine code, in
turns, medians of several rounds; and how large each library is, raw and as a host sends it (brotli). Then, or alone,
the page of `make page` in a real Chromium: what is loaded, how soon it is there, on a slow line and a slow device; and
how much work that is for a processor, which is the same on a busy machine.
"""

import json
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.page.pages import in_page

from bench.paces import paces
from recif.games import GAMES
from recif.games.core.contract import Game
from recif.page.compile import compile_games

ROUNDS = 3
WEB = Path(__file__).parents[1] / "web"
IN_BROWSER = {"browser": "page_figures", "processor": "page_processor"}
WANTED = 0.8  # of native speed, with nets
BROTLI = """
const size = require('zlib').brotliCompressSync(require('fs').readFileSync(process.argv[1])).length
process.stdout.write(String(size))
"""


def main() -> None:
    if sys.argv[1:] not in ([one] for one in IN_BROWSER):
        beside_native()
    for name, program in IN_BROWSER.items():
        if sys.argv[1:] in ([], [name]):
            in_browser(program)


def beside_native() -> None:
    names = sys.argv[1:] or list(GAMES)
    with tempfile.TemporaryDirectory() as folder:
        libraries = Path(folder)
        compile_games(libraries, [GAMES[name] for name in names])
        for name in names:
            speeds(libraries, GAMES[name])
        for name in names:
            sizes(libraries, name)


def in_browser(program: str) -> None:
    with subprocess.Popen(["node", f"tests/{program}.mjs"], cwd=WEB, stdout=subprocess.PIPE, text=True) as ran:
        assert ran.stdout
        for line in ran.stdout:
            name, value, wanted = json.loads(line)
            beside = "" if wanted is None else f"  (wanted: {wanted})" if value <= wanted else f"  (WANTED: {wanted})"
            print(f"{name:70}{value:>10,.2f}{beside}", flush=True)
    if ran.returncode:
        raise SystemExit(ran.returncode)


def speeds(libraries: Path, game: Game) -> None:
    found: dict[str, list[tuple[float, float]]] = {}
    for _ in range(ROUNDS):
        there = dict(_read(in_page(libraries, "bench.paces", game.id)))
        for mind, here in paces(game):
            found.setdefault(mind, []).append((there[mind], here))
    for mind, rounds in found.items():
        ratio = statistics.median(there / here for there, here in rounds)
        page, native = (statistics.median(one[i] for one in rounds) for i in (0, 1))
        short = "" if ratio >= WANTED or mind != "net" else f"  (wanted: {WANTED})"
        print(f"{game.id:12}{mind:7}{page:>12,.0f} nodes/s in a page, {native:>11,.0f} native  {ratio:.2f} ×{short}")


def _read(ran: subprocess.CompletedProcess[str]) -> list[tuple[str, float]]:
    if ran.returncode:
        raise SystemExit(ran.stderr[-2000:])
    rows = [line.split() for line in ran.stdout.splitlines()]
    return [(mind, float(pace)) for mind, pace in rows]


def sizes(libraries: Path, name: str) -> None:
    files = [libraries / f"{name}.wasm", libraries / f"{name}.json"]
    raw, sent = ([size(file) for file in files] for size in (_raw, _brotli))
    print(f"{name:12}{raw[0]:>10,} bytes, brotli {sent[0]:,}; its manifest {raw[1]:,}, brotli {sent[1]:,}")


def _raw(file: Path) -> int:
    return file.stat().st_size


def _brotli(file: Path) -> int:
    return int(subprocess.run(["node", "-e", BROTLI, file], check=True, capture_output=True, text=True).stdout)


if __name__ == "__main__":
    main()
