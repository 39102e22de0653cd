"""What runs the rules is chosen in one place, and known nowhere else."""

import inspect
import re
import sys
from pathlib import Path

import pytest
from tests.games.copies import ROOT, python

from recif.games.core import machine, plain

CORE = ROOT / "src/recif/games/core"
WASM = ROOT / "src/recif/page/wasm"
SOURCES = sorted(ROOT.glob("src/recif/**/*.py"))
COMPILER = re.compile(r"^\s*(?:from|import) (?:numba|llvmlite)\b", re.MULTILINE)
INNER_NUMPY = re.compile(r"\bnp\.(?:void|record|recarray)\b")


def files_with(pattern: re.Pattern[str]) -> set[Path]:
    return {file for file in SOURCES if pattern.search(file.read_text())}


def test_numba_is_known_where_it_compiles_for_this_machine_and_where_for_a_page() -> None:
    assert {file.parent for file in files_with(COMPILER)} == {CORE / "native", WASM}


def test_nobody_but_the_machine_asks_the_first_and_the_second_turns_it_to_a_page() -> None:
    asking = files_with(re.compile(r"recif\.games\.core\.native"))
    assert {file for file in asking if file.parent != CORE / "native"} == {CORE / "machine.py", WASM / "target.py"}


def test_private_names_of_the_compiler_that_a_page_needs_are_in_one_file() -> None:
    private = re.compile(r"\b(?:codegen|CPUContext|CPUCodeLibrary|Cache)\.\w+ = ")
    assert files_with(private) == {WASM / "target.py"}


def test_nothing_that_runs_in_a_page_knows_what_makes_it() -> None:
    asking = {file for file in files_with(re.compile(r"recif\.page\.wasm")) if file.parent != WASM}
    assert asking == {WASM.parent / "compile.py"}


def test_three_files_know_the_inner_parts_of_numpy() -> None:
    assert files_with(INNER_NUMPY) == {CORE / "compiled.py", CORE / "states.py", CORE / "page" / "libraries.py"}


def test_plain_python_has_a_body_for_all_that_a_machine_offers() -> None:
    offered = set(machine.__all__) - {"IS_COMPILED", "IS_PAGE", "MOST_MEMORY"}
    assert offered <= {name for name, thing in vars(plain).items() if inspect.isfunction(thing)}


@pytest.mark.parametrize(("told", "is_compiled"), [("1", False), ("0", True), ("", True)])
def test_plain_python_does_without_a_compiler(told: str, is_compiled: bool) -> None:
    code = """
import sys
import recif.mind.levels, recif.school.lessons
from recif.games import start
start("kroc")
print("numba" in sys.modules)
"""
    run = python(ROOT, "-c", code, NUMBA_DISABLE_JIT=told)
    assert (run.stdout.strip(), run.returncode) == (str(is_compiled), 0), run.stderr


def test_this_run_has_the_machine_it_was_told_to_have() -> None:
    assert ("recif.games.core.native.compiling" in sys.modules) == machine.IS_COMPILED
