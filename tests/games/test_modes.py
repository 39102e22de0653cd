"""Compiled, bounds-checked and uncompiled rules agree move for move, byte for byte."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def digest(**environment: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "tests.games.digest", "400"],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": f"{ROOT / 'src'}", **environment},
        stdout=subprocess.PIPE,
        text=True,
    )


def test_compiled_bounds_checked_and_uncompiled_rules_agree() -> None:
    runs = [digest(), digest(NUMBA_BOUNDSCHECK="1"), digest(NUMBA_DISABLE_JIT="1")]
    compiled, checked, plain = (run.communicate()[0] for run in runs)
    assert all(run.returncode == 0 for run in runs)
    assert compiled
    assert checked == compiled
    assert plain == compiled
