"""A server in a process of its own, to be killed: prints its port. It loads the code of a game when that is first used.

`--public`: with the limits of a public one; `--behind-proxy`: who comes is told by a header. `--clock`: each line
that it reads is so many milliseconds, which pass at once; it answers with the line when flags that fell have counted.
"""

import argparse
import asyncio
import sys
from pathlib import Path

from recif.cli.serve import run
from recif.server.app import Server
from recif.server.limits import Limits
from recif.server.machines import lending
from recif.server.settings import Settings
from recif.server.tasks import begin
from tests.patience import PATIENCE
from tests.server.live import GENEROUS, let_pass, ring


def asked(words: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    parser.add_argument("database")
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--workers", type=int, default=Settings.workers)
    parser.add_argument("--public", action="store_true")
    parser.add_argument("--behind-proxy", action="store_true")
    parser.add_argument("--static", type=Path, default=Settings.static)
    parser.add_argument("--clock", action="store_true")
    return parser.parse_args(words)


async def obey(server: Server, line: str) -> None:
    """Time passes, and every table hears of it."""
    let_pass(server, int(line))
    for table in list(server.registry.audiences):
        await ring(server, table)
    server.store.after(lambda: print(line, flush=True))


def greet(server: Server, has_clock: bool) -> None:
    print(server.port, flush=True)
    loop = asyncio.get_running_loop()

    def hear() -> None:
        if line := sys.stdin.readline().strip():
            begin(obey(server, line))
        else:  # nobody is there any more
            loop.remove_reader(sys.stdin)

    if has_clock:
        loop.add_reader(sys.stdin, hear)


def main(words: list[str]) -> None:
    told = asked(words)
    lending.SOON = PATIENCE  # a busy machine is no slow device
    limits = Limits() if told.public else GENEROUS
    settings = Settings(
        told.database,
        port=told.port,
        limits=limits,
        is_behind_proxy=told.behind_proxy,
        workers=told.workers,
        static=told.static,
    )
    run(settings, lambda server: greet(server, told.clock))


if __name__ == "__main__":
    main(sys.argv[1:])
