"""Machine code that nobody uses any more goes; what somebody uses stays, also beside processes that run."""

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest
from tests.games.copies import ROOT, python

from recif.games.core import keeping
from recif.games.core.keeping import DAY, MONTH, place, prune

NOTHING = {"RECIF_CACHE": "", "XDG_CACHE_HOME": "", "HOME": "/home/zoe"}


@pytest.mark.parametrize(
    ("told", "folder"),
    [
        ({}, "/home/zoe/.cache/recif"),
        ({"XDG_CACHE_HOME": "/var/tmp/zoe"}, "/var/tmp/zoe/recif"),
        ({"XDG_CACHE_HOME": "not/absolute"}, "/home/zoe/.cache/recif"),
        ({"XDG_CACHE_HOME": "/var/tmp/zoe", "RECIF_CACHE": "/srv/code"}, "/srv/code"),
    ],
)
def test_code_lies_where_the_environment_says(
    told: dict[str, str], folder: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in (NOTHING | told).items():
        monkeypatch.setenv(name, value)
    assert place() == Path(folder)


def code(root: Path, folder: str, age: float, size: int = 1) -> Path:
    """A file of machine code that was last used so many seconds ago."""
    file = root / folder / f"play-{len(list(root.rglob('*')))}.nbc"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(bytes(size))
    last_used(file, age)
    return file


def last_used(path: Path, age: float) -> None:
    os.utime(path, (time.time() - age,) * 2)


def left(*files: Path) -> list[bool]:
    return [file.exists() for file in files]


OLD, NEW = "recif.games.xok.rules-0123456789abcdef", "recif.games.xok.rules-fedcba9876543210"


def test_what_nobody_used_for_a_month_goes_and_takes_the_promises_along(tmp_path: Path) -> None:
    stale, fresh = code(tmp_path, OLD, MONTH + 60), code(tmp_path, NEW, MONTH - 60)
    mark = tmp_path / "ready-xok-rules-0123456789abcdef"
    mark.touch()
    prune(tmp_path)
    assert left(stale, fresh, mark) == [False, True, False]


def test_where_nothing_goes_the_promises_stay(tmp_path: Path) -> None:
    code(tmp_path, NEW, DAY)
    mark = tmp_path / "ready-xok-rules-0123456789abcdef"
    mark.touch()
    prune(tmp_path)
    assert mark.exists()


def test_of_too_much_the_longest_unused_goes_but_nothing_of_today(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(keeping, "MOST", 250)
    assert left(*_pruned(tmp_path / "today", 60, 120, 180, 2 * DAY)) == [True, True, True, False]
    assert left(*_pruned(tmp_path / "days", 60, 2 * DAY, 3 * DAY, 4 * DAY)) == [True, True, False, False]


def _pruned(root: Path, *ages: float) -> list[Path]:
    files = [code(root, NEW, age, 100) for age in ages]
    prune(root)
    return files


def test_it_is_done_once_a_day(tmp_path: Path) -> None:
    prune(tmp_path)
    stale = code(tmp_path, OLD, 2 * MONTH)
    prune(tmp_path)
    assert stale.exists()
    last_used(tmp_path / "pruned", 2 * DAY)
    prune(tmp_path)
    assert not stale.exists()


def test_what_is_not_ours_is_never_removed(tmp_path: Path) -> None:
    others = [code(tmp_path, "photos", 2 * MONTH), code(tmp_path, "notes-2020", 2 * MONTH)]
    prune(tmp_path)
    assert all(left(*others))


def test_an_empty_folder_goes_when_nobody_can_be_about_to_write_there(tmp_path: Path) -> None:
    for folder in (OLD, NEW):
        (tmp_path / folder).mkdir()
    last_used(tmp_path / OLD, 2 * DAY)
    prune(tmp_path)
    assert left(tmp_path / OLD, tmp_path / NEW) == [False, True]


def test_a_folder_that_is_not_there_is_no_trouble(tmp_path: Path) -> None:
    prune(tmp_path / "none")
    assert not (tmp_path / "none").exists()


ASKS = """
import sys
from numba.core import event
from recif.games.core.compiled import rule

@rule
def once(n):
    return n + 1

@rule
def again(n):
    return n - 1

print("here", flush=True)
sys.stdin.readline()
with event.install_recorder("numba:compile") as heard:
    assert once(1) == 2
    assert "again" not in sys.argv or again(1) == 0
print(sum(happened.is_start for _, happened in heard.buffer))
"""


def asking(folder: Path, *words: str) -> "subprocess.Popen[str]":
    """A process that has loaded its modules, and waits before it runs compiled code."""
    (folder / "asks.py").write_text(ASKS)
    process = subprocess.Popen(
        [sys.executable, "asks.py", *words],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT / "src"), "RECIF_CACHE": str(folder), "NUMBA_DISABLE_JIT": "0"},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout
    assert process.stdout.readline() == "here\n"
    return process


def compiled_by(process: "subprocess.Popen[str]") -> int:
    told, _ = process.communicate("now\n")
    assert process.returncode == 0
    return int(told)


def age_everything(folder: Path) -> None:
    for path in [*folder.rglob("*.nbc"), *folder.glob("pruned")]:
        last_used(path, 2 * MONTH)


def test_use_keeps_code_and_a_process_that_misses_its_own_goes_on(tmp_path: Path) -> None:
    assert compiled_by(asking(tmp_path, "again")) == 2
    age_everything(tmp_path)
    assert compiled_by(asking(tmp_path)) == 0
    prune(tmp_path)
    assert len(list(tmp_path.rglob("*.nbc"))) == 1, "one of the two was of use"
    running = asking(tmp_path, "again")
    age_everything(tmp_path)
    prune(tmp_path)
    assert not list(tmp_path.rglob("*.nbc"))
    assert compiled_by(running) == 2
    assert compiled_by(asking(tmp_path, "again")) == 0


def test_a_folder_that_cannot_be_written_to_is_told_in_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    (tmp_path / "asks.py").write_text(ASKS)
    environment = {"RECIF_CACHE": str(tmp_path / "file" / "cache"), "PYTHONPATH": str(ROOT / "src")}
    run = python(tmp_path, "asks.py", "again", typed="now\n", **environment, NUMBA_DISABLE_JIT="0")
    assert run.stdout.split() == ["here", "2"]
    (line,) = run.stderr.splitlines()
    assert line.startswith(f"Machine code cannot be kept in {tmp_path / 'file' / 'cache'} (Not a directory), so games")
    assert "RECIF_CACHE" in line


def test_neither_a_command_nor_its_children_repeat_it_and_french_people_read_it_in_french(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    script = (
        "import os, subprocess, sys; from recif.games.core.keeping import ROOT, check_place, set_mark; check_place();"
        " set_mark(ROOT / 'ready-x'); 'child' in sys.argv or subprocess.run([sys.executable, *sys.argv, 'child'])"
    )
    (tmp_path / "says.py").write_text(script)
    environment = {"RECIF_CACHE": str(tmp_path / "file" / "cache"), "PYTHONPATH": str(ROOT / "src")}
    run = python(tmp_path, "says.py", **environment, RECIF_LANGUAGE="fr")
    (line,) = run.stderr.splitlines()
    assert line.startswith(f"Impossible de garder les jeux compilés dans {tmp_path / 'file' / 'cache'} (")
    assert "RECIF_CACHE" in line
