"""How long a person waits for `recif --help`, and a program for `import recif`, as the wheel is installed.

    python -m bench.start

CPU seconds (user and system, the least of several runs) in an environment made from the wheel. The peers, in the same
run: Python alone, NumPy, and Numba, which Récif must not load before it is needed.
"""

import argparse
import os
import subprocess
import tempfile
from pathlib import Path

from tests.wheels import alone, installed

WANTED = 0.3  # CPU seconds


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=5)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        home = installed(Path(folder))
        for name, command, wanted in commands(home):
            least = min(cpu_seconds(command, home) for _ in range(args.runs))
            print(f"{name:<32}{least:7.3f} s{f'   wanted: {wanted}' if wanted else ''}", flush=True)
    print(f"load: {os.getloadavg()[0]:.1f}")


def commands(home: Path) -> list[tuple[str, list[str], float]]:
    python, recif = str(home / "bin" / "python"), str(home / "bin" / "recif")
    return [
        ("recif --help", [recif, "--help"], WANTED),
        ("recif serve --help", [recif, "serve", "--help"], WANTED),
        ("import recif", [python, "-c", "import recif"], WANTED),
        ("recif games (loads all games)", [recif, "games"], 0),
        ("peer: python alone", [python, "-c", "pass"], 0),
        ("peer: import numpy", [python, "-c", "import numpy"], 0),
        ("peer: import numba", [python, "-c", "import numba"], 0),
    ]


def cpu_seconds(command: list[str], home: Path) -> float:
    """What a process and its children took, as the system counts it."""
    process = subprocess.Popen(command, env=alone(home), cwd=home, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode == 0, command
    return usage.ru_utime + usage.ru_stime


if __name__ == "__main__":
    main()
