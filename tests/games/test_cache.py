"""Machine code is kept by the text that it was compiled from, whatever folder that lies in."""

import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.games.copies import ROOT, edit, python

from recif.games.core.sources import content_hash, has_rules, reach

GAMES = ROOT / "src" / "recif" / "games"
PROBE = """
import json
from numba.core import event
from recif.games import GAMES
from recif.games.core.compiled import blank, rule

@rule
def asks(rules, state):
    return rules.waiting(state)

compiled = {}
for name in ("xok", "urchins"):
    with event.install_recorder("numba:compile") as heard:
        asks(GAMES[name].rules, blank(GAMES[name].rules.State))
    compiled[name] = sum(happened.is_start for _, happened in heard.buffer)
print(json.dumps(compiled))
"""


def clone(folder: Path) -> Path:
    shutil.copytree(ROOT / "src", folder / "src", ignore=shutil.ignore_patterns("__pycache__", "static"))
    (folder / "probe.py").write_text(PROBE)
    return folder


def compiled_in(folder: Path, cache: Path) -> dict[str, int]:
    """How many functions a program compiles for each of two games."""
    run = python(folder, "probe.py", RECIF_CACHE=str(cache), NUMBA_DISABLE_JIT="0")
    assert run.returncode == 0, run.stderr
    told: dict[str, int] = json.loads(run.stdout)
    return told


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Filled once, from sources in another folder than those of the tests."""
    folder = tmp_path_factory.mktemp("cache")
    first = clone(tmp_path_factory.mktemp("first"))
    assert min(compiled_in(first, folder).values()) > 0
    return folder


@pytest.fixture
def second(tmp_path: Path) -> Iterator[Path]:
    """A clone: the same text in another folder, written at another time."""
    yield clone(tmp_path)
    shutil.rmtree(tmp_path / "src")


def games_of(folder: Path) -> Path:
    return folder / "src" / "recif" / "games"


def test_a_second_clone_compiles_nothing_and_neither_does_a_comment_among_the_words(cache: Path, second: Path) -> None:
    with (games_of(second) / "xok" / "words.py").open("a") as words:
        words.write("\n# a word more\n")
    assert compiled_in(second, cache) == {"xok": 0, "urchins": 0}


def test_an_edit_in_the_rules_of_a_game_compiles_that_game_only(cache: Path, second: Path) -> None:
    edit(games_of(second) / "xok" / "rules.py", "LONG_ENOUGH = 10", "LONG_ENOUGH = 9")
    told = compiled_in(second, cache)
    assert told["xok"] > 0
    assert told["urchins"] == 0


def test_an_edit_in_what_all_games_share_compiles_all(cache: Path, second: Path) -> None:
    edit(games_of(second) / "core" / "bits.py", '"""Sets of', '"""The sets of')
    assert min(compiled_in(second, cache).values()) > 0


def test_what_a_file_imports_counts_and_what_it_does_not_import_does_not(tmp_path: Path) -> None:
    (tmp_path / "reefs").mkdir()
    for name, text in {
        "__init__": "",
        "rules": "from recif.games.core.compiled import (\n    rule,\n)\nfrom reefs.cells import A\nfrom . import way",
        "cells": "A = 1; import reefs.deep",
        "way": '"""\nfrom here to there (\n"""\n',
        "deep": "",
        "words": "import reefs.rules",
    }.items():
        (tmp_path / "reefs" / f"{name}.py").write_text(text)
    here = reach([tmp_path / "reefs" / "rules.py"])
    assert {file.stem for file in here if file.parent.name == "reefs"} == {"rules", "cells", "way", "deep"}
    assert GAMES / "core" / "compiled.py" in here
    assert [file.stem for file in here if has_rules(file) and file.parent.name == "reefs"] == ["rules"]


def test_the_hash_is_of_contents_and_not_of_places(tmp_path: Path) -> None:
    for number, goal in enumerate((10, 10, 11)):
        (tmp_path / str(number)).mkdir()
        (tmp_path / str(number) / "rules.py").write_text(f"GOAL = {goal}")
    one, same, other = (content_hash([tmp_path / str(number) / "rules.py"]) for number in range(3))
    assert one == same != other


NAMED = """
from recif.games.core.compiled import blank, record, rule

@rule
def asks(state):
    return state.a

asks(blank(record(a="i8")))
print(*(made.fndesc.mangled_name for made in asks.overloads.values()))
"""


def test_code_that_two_processes_compile_bears_two_names(tmp_path: Path) -> None:
    """Else whoever loads both may run one in the place of the other: Numba numbers functions and types from 1."""
    folder = clone(tmp_path)
    (folder / "named.py").write_text(NAMED)
    names = [
        python(folder, "named.py", RECIF_CACHE=str(tmp_path / cache), NUMBA_DISABLE_JIT="0").stdout
        for cache in ("one", "two")
    ]
    assert all(names)
    assert names[0] != names[1]


def test_machine_code_does_not_depend_on_other_games() -> None:
    """Whatever a game says in words, nothing of another game is compiled again for it."""
    core = reach([GAMES / "core" / "turns.py", GAMES / "kroc" / "features.py"])
    assert {file.relative_to(GAMES).parts[0] for file in core} == {"core", "kroc"}
