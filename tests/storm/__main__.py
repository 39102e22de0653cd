"""`make storm`: all of it, and a table of what was tried."""

import argparse
import asyncio
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from recif.games import GAMES
from tests.mind.told import Asked, everything
from tests.storm import cluster, evenings, page, powercuts, servers, told
from tests.storm.found import Failed, Found, table


def power_cuts(folder: Path, states: int) -> Found:
    checked, said = powercuts.run(folder, states)
    return Found(f"{checked} states, unsynced sectors dropped and torn", said)


def of_words(positions: int) -> Found:
    """All that the coach says, held against the rules."""
    said = [one for game in GAMES.values() for one in everything(game, Asked(positions))]
    wrong = [one for one in said if not (one.is_so and one.is_short)]
    assert not wrong, wrong[:3]
    return Found(f"{positions} positions per game, each sentence of the coach held against the rules", len(said))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("parts", nargs="*", help="all, if none is named")
    parser.add_argument("--kills", type=int, default=40)
    parser.add_argument("--tellings", type=int, default=3, help="times that a server is killed at every step")
    parser.add_argument("--evenings", type=int, default=300, help="kills at the writes of an event")
    parser.add_argument("--states", type=int, default=600)
    parser.add_argument("--flood", type=float, default=20, help="seconds")
    parser.add_argument("--faults", type=int, default=40, help="of several servers and their database")
    parser.add_argument("--restarts", type=int, default=100, help="of the database alone")
    parser.add_argument("--positions", type=int, default=2_000, help="of each game of which the coach speaks")
    parser.add_argument("--soak", type=float, default=600, help="seconds")
    args = parser.parse_args()
    parts: dict[str, Callable[[Path], Found]] = {
        "kill -9": lambda folder: servers.kills(folder, args.kills),
        "notices": lambda folder: told.on_sqlite(folder, args.tellings),
        "notices of 3": lambda folder: told.at_postgres(folder, args.tellings),
        "events": lambda folder: evenings.storm(folder, args.evenings),
        "events of 3": lambda folder: evenings.storm_of_three(folder, args.evenings // 5),
        "SIGTERM": lambda folder: servers.stops(folder, args.kills // 4),
        "power cuts": lambda folder: power_cuts(folder, args.states),
        "full disk": servers.full_disk,
        "failing disk": servers.failing_disk,
        "slow disk": lambda folder: servers.slow_disk(folder, 300),
        "slower disk": lambda folder: servers.slow_disk(folder, 1000),
        "servers": lambda _: cluster.storm(args.faults),
        "restarts": lambda _: cluster.restarts(args.restarts),
        "no waiting": lambda _: asyncio.run(cluster.asynchronous()),
        "floods": lambda folder: servers.floods(folder, args.flood),
        "page": page.compare_all,
        "words": lambda _: of_words(args.positions),
        "soak": lambda folder: servers.soak(folder, args.soak),
    }
    if unknown := set(args.parts) - set(parts):
        parser.error(f"no such part: {', '.join(sorted(unknown))}; there are {', '.join(parts)}")
    rows = [(name, *tried(name, part)) for name, part in parts.items() if name in (args.parts or parts)]
    print(f"\n{table(rows)}")
    raise SystemExit(any(isinstance(found, Failed) for _, _, found in rows))


def tried(name: str, part: Callable[[Path], Found]) -> tuple[float, Found | Failed]:
    """How long it took, and what came of it."""
    found: Found | Failed
    with tempfile.TemporaryDirectory() as folder:
        began = time.monotonic()
        try:
            found = part(Path(folder))
        except Exception as error:
            found = Failed(error)
        took = time.monotonic() - began
        print(f"{name:<14}{took:>7.0f} s  {found}", flush=True)
    return took, found


if __name__ == "__main__":
    main()
