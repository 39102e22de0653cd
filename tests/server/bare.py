"""A server in a process of its own, to be killed: prints its port."""

import sys

from recif.cli.serve import run
from recif.server.settings import Settings
from tests.server.live import GENEROUS

if __name__ == "__main__":
    run(Settings(sys.argv[1], port=0, limits=GENEROUS), lambda server: print(server.port, flush=True))
