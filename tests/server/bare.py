"""A server in a process of its own, to be killed: prints its port. `--public`: with the limits of a public one."""

import sys

from recif.cli.serve import run
from recif.server.limits import Limits
from recif.server.settings import Settings
from tests.server.live import GENEROUS

if __name__ == "__main__":
    limits = Limits() if "--public" in sys.argv else GENEROUS
    run(Settings(sys.argv[1], port=0, limits=limits), lambda server: print(server.port, flush=True))
