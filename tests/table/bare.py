"""A server in a process of its own, to be killed: prints its port."""

import sys

from recif.table.serving import run
from recif.table.settings import Settings
from tests.table.live import GENEROUS

if __name__ == "__main__":
    run(Settings(sys.argv[1], port=0, limits=GENEROUS), lambda server: print(server.port, flush=True))
