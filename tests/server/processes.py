"""Servers in processes of their own."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def bare_server(database: Path) -> Iterator[int]:
    """The port of one that stays for many tests (`bare.py`)."""
    command = [sys.executable, "-m", "tests.server.bare", str(database)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, env=os.environ | {"PYTHONPATH": "src"}) as server:
        assert server.stdout
        try:
            yield int(server.stdout.readline())
        finally:
            server.terminate()
