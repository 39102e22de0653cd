"""A server in a process of its own, to be killed: prints its port. It loads the code of a game when that is first used.

`--public`: with the limits of a public one; `--behind-proxy`: who comes is told by a header.
"""

import argparse

from recif.cli.serve import run
from recif.server.limits import Limits
from recif.server.settings import Settings
from tests.server.live import GENEROUS


def asked() -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    parser.add_argument("database")
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--workers", type=int, default=Settings.workers)
    parser.add_argument("--public", action="store_true")
    parser.add_argument("--behind-proxy", action="store_true")
    return parser.parse_args()


if __name__ == "__main__":
    told = asked()
    limits = Limits() if told.public else GENEROUS
    settings = Settings(
        told.database, port=told.port, limits=limits, is_behind_proxy=told.behind_proxy, workers=told.workers
    )
    run(settings, lambda server: print(server.port, flush=True))
