"""`make storm`: all of it, and a table of what was tried."""

import argparse
import asyncio
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from tests.storm import cluster, powercuts, servers


def power_cuts(folder: Path, states: int) -> str:
    checked, said = powercuts.run(folder, states)
    return f"{checked} states, unsynced sectors dropped and torn, {said} entries acknowledged, 0 lost"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=40)
    parser.add_argument("--states", type=int, default=600)
    parser.add_argument("--flood", type=float, default=20, help="seconds")
    parser.add_argument("--faults", type=int, default=40, help="of several servers and their database")
    parser.add_argument("--soak", type=float, default=600, help="seconds")
    told = parser.parse_args()
    parts: dict[str, Callable[[Path], str]] = {
        "kill -9": lambda folder: servers.kills(folder, told.kills),
        "SIGTERM": lambda folder: servers.stops(folder, told.kills // 4),
        "power cuts": lambda folder: power_cuts(folder, told.states),
        "full disk": servers.full_disk,
        "failing disk": servers.failing_disk,
        "slow disk": lambda folder: servers.slow_disk(folder, 300),
        "slower disk": lambda folder: servers.slow_disk(folder, 1000),
        "servers": lambda _: cluster.storm(told.faults),
        "no waiting": lambda _: asyncio.run(cluster.asynchronous()),
        "floods": lambda folder: servers.floods(folder, told.flood),
        "soak": lambda folder: servers.soak(folder, told.soak),
    }
    failed = False
    for name, part in parts.items():
        with tempfile.TemporaryDirectory() as folder:
            began = time.monotonic()
            try:
                found = part(Path(folder))
            except Exception as error:
                found, failed = f"FAILED: {type(error).__name__}: {error}", True
            print(f"{name:<14}{time.monotonic() - began:>7.0f} s  {found}", flush=True)
    raise SystemExit(failed)


if __name__ == "__main__":
    main()
