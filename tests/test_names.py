"""One word for one thing: no class or type is named like one of another room.

What may share a name is in the lexicon of CONTRIBUTING.md.
"""

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "recif"
DIVIDED = ("games", "server")  # their folders are rooms of their own
TOLD = (  # where something is told: sentences, hints, records
    "games",
    "library/record.py",
    "match/match.py",
    "match/record.py",
    "mind/coach",
    "school/puzzles/judging.py",
    "server/api/puzzles.py",
    "terminal/table.py",
    "vector/stepping.py",
)


def room(file: Path) -> str:
    """Where a file is at home: a folder of recif, of the server or of the games."""
    parts = file.relative_to(SOURCE).parts
    return "/".join(parts[:-1][: 2 if parts[0] in DIVIDED else 1])


def names_in(text: str) -> Iterator[str]:
    """Classes, and types that have a name."""
    for line in ast.parse(text).body:
        if isinstance(line, ast.ClassDef):
            yield line.name
        elif isinstance(line, ast.Assign | ast.AnnAssign):
            target = line.targets[0] if isinstance(line, ast.Assign) else line.target
            if isinstance(target, ast.Name) and re.match(r"[A-Z][a-z]", target.id):
                yield target.id


def shared() -> set[str]:
    """Names of several rooms."""
    homes: dict[str, set[str]] = defaultdict(set)
    for file in SOURCE.rglob("*.py"):
        for name in names_in(file.read_text()):
            homes[name].add(room(file))
    return {name for name, rooms in homes.items() if len(rooms) > 1}


def allowed() -> set[str]:
    """The line of the lexicon that lists them."""
    (line,) = (line for line in (ROOT / "CONTRIBUTING.md").read_text().splitlines() if line.startswith("Shared names:"))
    return set(re.findall(r"`(\w+)`", line))


def test_no_name_is_that_of_another_rooms_thing() -> None:
    assert sorted(shared() - allowed()) == []


def test_the_lexicon_lists_no_name_that_is_not_shared() -> None:
    assert sorted(allowed() - shared()) == []


def bound_in(text: str) -> set[str]:
    """Names that a file gives to something: its variables, parameters, attributes and functions."""
    nodes = list(ast.walk(ast.parse(text)))
    names = {node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    names |= {node.attr for node in nodes if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store)}
    names |= {node.arg for node in nodes if isinstance(node, ast.arg)}
    return names | {node.name for node in nodes if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)}


def test_only_what_somebody_was_told_is_called_told() -> None:
    """Not arguments of a command, nor times, nor whatever comes back from a call: each has a name of its own."""
    homes = [
        file.relative_to(SOURCE).as_posix() for file in SOURCE.rglob("*.py") if "told" in bound_in(file.read_text())
    ]
    assert sorted(home for home in homes if not home.startswith(TOLD)) == []
    assert [place for place in TOLD if not any(home.startswith(place) for home in homes)] == []


def test_the_arguments_of_a_command_are_called_so() -> None:
    files = [file for folder in ("src", "tests", "bench") for file in (ROOT / folder).rglob("*.py")]
    wrong = re.compile(r"\btold(: argparse\.Namespace| = .*\bparse_args\()")
    assert [file.name for file in files if wrong.search(file.read_text())] == []
