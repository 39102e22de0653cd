"""Many games at once: steps a CPU second of recif.vector, beside pgx and OpenSpiel's C++ loop in the same run.

`python -m bench.vector [--pgx PYTHON]`. PYTHON is one that has pgx and jax, which Récif does not need:
`python3 -m venv pgx && pgx/bin/pip install pgx`, then `--pgx pgx/bin/python`. A step is a random legal action and all
that comes of it: observation, mask, reward, a new game where one has ended. That is what pgx does. OpenSpiel's loop
makes no masks and no observations: beside it stand XOK's steps without them ("lean"), and its rollouts, which like
OpenSpiel's play one game after the other. Medians of several rounds, CPU time, peers and games in turns. Then a million
random games of XOK on all cores, by the clock.
"""

import argparse
import os
import statistics
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

from bench.playouts import peer, timed
from recif.games import GAMES
from recif.vector import make, playouts

BATCH = 4096
STEPS = 40  # a round
ROUNDS = 5
ROLLOUTS = 10_000
MILLION = 1_000_000

Racer = Callable[[], float]  # steps a CPU second of one round


def ours(game: str, observe: bool = True, masks: bool = True) -> Racer:
    batch = make(game, BATCH, threads=1, observe=observe, masks=masks)

    def run() -> float:
        began = time.process_time()
        for _ in range(STEPS):
            batch.step()
        return BATCH * STEPS / (time.process_time() - began)

    run()
    return run


def rollouts(game: str) -> Racer:
    """Random games one after the other, as OpenSpiel's."""

    def run() -> float:
        began = time.process_time()
        _, lengths = playouts(game, ROLLOUTS, threads=1)
        return float(lengths.sum() / (time.process_time() - began))

    run()
    return run


def openspiel(name: str) -> Racer:
    """OpenSpiel's own C++ loop: random rollouts. It gives no observations and no masks."""
    racer = peer(name)

    def run() -> float:
        round_, _ = timed(racer, 300)
        return round_.decisions / round_.seconds

    return run


def pgx(python: str) -> Racer:
    """pgx in a process of its own, on the same core as all others."""
    script = Path(__file__).with_name("pgx_hex.py")

    def run() -> float:
        told = subprocess.run([python, script, str(BATCH), str(STEPS)], capture_output=True, check=True, text=True)
        return float(told.stdout.split()[-1])

    return run


def main() -> None:
    wanted = argparse.ArgumentParser(description="Many games at once, beside pgx and OpenSpiel.")
    wanted.add_argument("--pgx", metavar="PYTHON", help="a Python that has pgx and jax")
    asked = wanted.parse_args()
    racers: dict[str, Racer] = {"OpenSpiel havannah 5, C++ rollouts": openspiel("havannah(board_size=5)")}
    if asked.pgx:
        racers["pgx hex 11"] = pgx(asked.pgx)
    racers |= {game: ours(game) for game in GAMES} | {
        "xok without observations": ours("xok", observe=False),
        "xok lean: no masks either": ours("xok", observe=False, masks=False),
        "xok rollouts": rollouts("xok"),
    }
    cores = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {min(cores)})
    rounds = {name: [run() for _ in range(1)] for name, run in racers.items()}
    for _ in range(ROUNDS - 1):
        for name, run in racers.items():
            rounds[name].append(run())
    os.sched_setaffinity(0, cores)
    for name, told in rounds.items():
        beside = "".join(
            f"{statistics.median(told) / statistics.median(rounds[other]):>8.1f} × {other.split(',')[0]}"
            for other in list(racers)[: 2 if asked.pgx else 1]
        )
        print(f"{name:<36}{statistics.median(told):>12,.0f} steps/s{beside}")
    began, spent = time.perf_counter(), time.process_time()
    playouts("xok", MILLION)
    took, spent = time.perf_counter() - began, time.process_time() - spent
    print(f"a million random games of xok: {took:.1f} s by the clock, {spent:.1f} s of CPU on {len(cores)} cores")


if __name__ == "__main__":
    main()
