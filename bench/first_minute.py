"""The first minute: from a fresh clone to a first move that the machine answers, in a real browser.

    python -m bench.first_minute            everything: clone, install, build, first start, second start
    python -m bench.first_minute --here     this house as it is installed, with fresh caches

Nothing is found that was there before: a clone of its own, empty caches of pip and npm, no machine code. The browser is
started by this house's own tools, which playing does not install; its start is taken off. What is wanted holds for a
free machine with two processors and a usable network, so the load is told beside the figures.
"""

import argparse
import json
import os
import re
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).parents[1]
STATIC = "src/recif/server/static/index.html"
GAME = "xok"
WANTED, WANTED_AGAIN = 60, 3


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--here", action="store_true", help="do not clone and install")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        scratch = Path(folder)
        house = ROOT if args.here else scratch / "recif"
        installed = [] if args.here else list(install(scratch, house))
        first = start(house, scratch, "first start")
        again = start(house, scratch, "second start")
    whole = installed[-1][1] if installed else 0.0
    whole += dict(first)["first start: the machine's answer"]
    page = dict(again)["second start: page"]
    show([*installed, *first, *again], whole, page, is_whole=bool(installed))


def install(scratch: Path, house: Path) -> Iterator[tuple[str, float]]:
    began = time.time()
    subprocess.run(["git", "clone", "--quiet", "--no-hardlinks", ROOT, house], check=True)
    yield "clone", time.time() - began
    fresh = {"PIP_NO_CACHE_DIR": "1", "npm_config_cache": str(scratch / "npm")}
    command = ["make", "--silent", "-j2", ".venv/runtime", STATIC]
    subprocess.run(command, cwd=house, env={**clean(), **fresh}, check=True, stdout=subprocess.DEVNULL)
    for name, mark in (("Python packages", ".venv/runtime"), ("npm packages", "web/node_modules/build")):
        yield name, (house / mark).stat().st_mtime - began
    yield "pages, and all of it", time.time() - began


def clean() -> dict[str, str]:
    return {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "VIRTUAL_ENV")}


def start(house: Path, scratch: Path, name: str) -> list[tuple[str, float]]:
    with serving(house, scratch) as (link, opened):
        command = ["node", "web/tests/first_minute.mjs", link, GAME]
        told = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    times = json.loads(told)
    steps = {"page": "page", "table": "board", "move": "my move", "answer": "the machine's answer"}
    seen = [(f"{name}: {says}", opened + times[key] - times["browser"]) for key, says in steps.items()]
    return [(f"{name}: server", opened), *seen]


@contextmanager
def serving(house: Path, scratch: Path) -> Iterator[tuple[str, float]]:
    """A link, and how long it took to be there."""
    began = time.time()
    python = house / ".venv" / "bin" / "python"
    process = subprocess.Popen(
        [python, "-m", "recif", "serve", "--port", "0", "--database", scratch / "recif.db"],
        cwd=house,
        env={**clean(), "RECIF_CACHE": str(scratch / "cache"), "PYTHONPATH": str(house / "src")},
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    assert process.stdout
    found = re.search(r"http://\S+[^/\s]", process.stdout.readline())
    assert found, "the server did not start"
    try:
        yield found[0], time.time() - began
    finally:
        process.terminate()
        process.wait()


def show(rows: list[tuple[str, float]], whole: float, page: float, is_whole: bool) -> None:
    for name, seconds in rows:
        print(f"{name:<36} {seconds:7.1f} s")
    what = "clone to the machine's answer" if is_whole else "first start to the machine's answer"
    print(f"\n{what:<36} {whole:7.1f} s   wanted: {WANTED} s on a free machine")
    print(f"{'second start to the page':<36} {page:7.1f} s   wanted: {WANTED_AGAIN} s on a free machine")
    print(f"\n{os.cpu_count()} processors; {os.getloadavg()[0]:.1f} processes wanted them in the last minute")


if __name__ == "__main__":
    main()
