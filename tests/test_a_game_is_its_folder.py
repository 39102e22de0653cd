"""Nothing outside a game's folders asks for it by name: neither a condition nor a table, in Python or on the pages."""

import ast
import doctest
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from recif.console import examples
from recif.games import GAMES, NAMES
from recif.games.core.arrays import Arrays
from recif.games.core.folder import arrays_of, file_of

ROOT = Path(__file__).parents[1]
OURS = [game for game in GAMES if file_of(GAMES[game], "arrays")]
MOST = 4  # lines: what people are shown as an example of a text
NAME = re.compile(rf"\b({'|'.join(NAMES)})\b")
COMMENT = re.compile(r"/\*.*?\*/|<!--.*?-->|^\s*//[^\n]*|(?<=[;{},\s])//\s[^\n]*", re.DOTALL | re.MULTILINE)


def files(folder: str, *kinds: str) -> Iterator[Path]:
    for path in sorted((ROOT / folder).rglob("*")):
        inside = path.relative_to(ROOT)
        if path.suffix in kinds and "static" not in inside.parts and not {*inside.parts} & {*NAMES}:
            yield path


def without_prose(source: str) -> str:
    """Python as it runs: without comments and docstrings."""
    tree = ast.parse(source)
    for node in ast.walk(tree):
        body = getattr(node, "body", None)
        if isinstance(body, list):
            body[:] = [one for one in body if not _is_prose(one)] or [ast.Pass()]
    return ast.unparse(tree)


def _is_prose(one: ast.stmt) -> bool:
    return isinstance(one, ast.Expr) and isinstance(one.value, ast.Constant)


def naming() -> list[str]:
    """Lines of code that name a game."""
    code = {path: without_prose(path.read_text()) for path in files("src/recif", ".py")}
    code |= {path: path.read_text() for path in files("src/recif", ".json", ".toml", ".txt")}
    code |= {path: COMMENT.sub("", path.read_text()) for path in files("web/src", ".ts", ".svelte", ".json", ".css")}
    return [
        f"{path.relative_to(ROOT)}: {line}"
        for path, text in code.items()
        for line in text.splitlines()
        if NAME.search(line)
    ]


def test_hardly_a_line_of_code_names_a_game() -> None:
    found = naming()
    assert len(found) <= MOST, "\n".join(found)


def test_the_prose_of_a_file_does_not_count_and_its_code_does() -> None:
    source = '"""xok"""\n# xok\ndef f():\n    """xok"""\nTABLE = {"xok": 1}\n'
    assert [line for line in without_prose(source).splitlines() if NAME.search(line)] == ["TABLE = {'xok': 1}"]
    assert not NAME.search(COMMENT.sub("", "// xok\n/* xok */ <!-- xok -->"))
    assert NAME.search(COMMENT.sub("", 'if (game === "xok") return'))


def test_examples_of_help_name_a_game_that_there_is() -> None:
    assert not doctest.testmod(examples).failed


@pytest.mark.parametrize("game", OURS)
def test_arrays_and_drawings_are_at_home(game: str) -> None:
    arrays, members = arrays_of(GAMES[game]), [name for name in vars(Arrays) if not name.startswith("_")]
    assert [name for name in members if not hasattr(arrays, name)] == []
    drawing = file_of(GAMES[game], "drawing")
    assert drawing is not None
    assert f"games/{game}/" in str(drawing.__file__)


def test_nobody_looks_whether_a_part_of_a_game_has_a_name_but_the_compiler() -> None:
    """What a game need not have is a Protocol with something that stands in for it."""
    probe = re.compile(r"\b(has|get)attr\((\w+\.)*(words|study|hunch|ideas|likeness|features|rules)\b")
    found = {str(path.relative_to(ROOT)) for path in files("src/recif", ".py") if probe.search(path.read_text())}
    assert found <= {"src/recif/mind/search/guesses.py"}, "compiled code asks when it is compiled; nobody else does"
