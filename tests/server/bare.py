"""A server in a process of its own, to be killed: prints its port.

`--public`: with the limits of a public one; `--behind-proxy`: who comes is told by a header.
"""

import sys

from recif.cli.serve import run
from recif.server.limits import Limits
from recif.server.settings import Settings
from tests.server.live import GENEROUS

if __name__ == "__main__":
    limits = Limits() if "--public" in sys.argv else GENEROUS
    is_behind_proxy = "--behind-proxy" in sys.argv
    settings = Settings(sys.argv[1], port=0, limits=limits, is_behind_proxy=is_behind_proxy)
    run(settings, lambda server: print(server.port, flush=True))
