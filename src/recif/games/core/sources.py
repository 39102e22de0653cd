"""What a module's code depends on, told from its text: its own source and those it imports, in whatever folder.

Compiled code is kept under this hash. Paths and times of change are not in it, so that a fresh clone or a rebuilt wheel
finds what has been compiled from the same text; a file that a module does not import is not in it either. Nor are the
packages of others: of those that lie beside `recif` where it is installed, only a file's own one is followed.
"""

import ast
import hashlib
import re
import threading
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

IMPORT = re.compile(r"(?:^|;)[ \t]*((?:from|import)\b[^\n(#;]*(?:\([^)]*\))?)", re.MULTILINE)
RULE = "recif.games.core.compiled.rule"
KEEPERS = {
    Path(__file__),
    Path(__file__).parent / "native" / "cache.py",
    Path(__file__).parent / "page" / "twins.py",
}  # they say where machine code is kept or found, not what it is
PACKAGES = Path(__file__).parents[3]  # where `recif` lies
INSTALLED = {"site-packages", "dist-packages"}  # folders in which packages of many people lie
PARSER = threading.Lock()  # before Python 3.11.8 two threads that parse at once can fail with a SystemError


def content_hash(files: Iterable[Path]) -> str:
    """A hash of these files and of all that they import of ours, by content."""
    key = hashlib.sha256()
    for name, source in sorted((_module_of(file), file) for file in reach(files)):
        key.update(f"{name} {hashlib.sha256(_read(source)).hexdigest()}\n".encode())
    return key.hexdigest()[:16]


def digest(*words: str) -> str:
    return hashlib.sha256("\n".join(words).encode()).hexdigest()[:16]


def reach(files: Iterable[Path]) -> set[Path]:
    """These files and all of ours that they import, and those import, and so on."""
    found: set[Path] = set()
    left = list(files)
    while left:
        file = left.pop()
        if file not in found:
            found.add(file)
            left += _imported(file) - KEEPERS
    return found


@cache
def _read(file: Path) -> bytes:
    """As it was when first asked for: code that is imported does not change any more when its file does."""
    return file.read_bytes()


def has_rules(file: Path) -> bool:
    """Whether a file has code to compile: whether it imports `rule`."""
    return any(choice[0] == RULE for choice in _names_in(file))


@cache
def _imported(file: Path) -> frozenset[Path]:
    places = [(root, choice) for choice in _names_in(file) for root in (_root_of(file), PACKAGES)]
    return frozenset(
        found for root, choice in places if _is_followed(root, choice, file) and (found := _first_file(root, choice))
    )


def _is_followed(root: Path, choice: tuple[str, ...], file: Path) -> bool:
    """Whether a name is ours, or the file's own: beside either may lie everything else that was ever installed."""
    package = choice[0].partition(".")[0]
    if root == PACKAGES or root.name in INSTALLED:
        return package in ("recif", _module_of(file).partition(".")[0])
    return True


@cache
def _names_in(file: Path) -> frozenset[tuple[str, ...]]:
    package = _package_of(file)
    return frozenset(name for node in _statements(_read(file).decode()) for name in _names(node, package))


def _statements(text: str) -> Iterator[ast.AST]:
    """The import statements of a file; only where they cannot be told by their lines is all of it parsed."""
    with PARSER:
        try:
            return iter([node for found in IMPORT.finditer(text) for node in ast.parse(found[1]).body])
        except SyntaxError:
            return ast.walk(ast.parse(text))


def _names(node: ast.AST, package: str) -> Iterator[tuple[str, ...]]:
    """The modules that a statement imports; of `from a import b`, `a.b` if that is one, else `a`."""
    if isinstance(node, ast.Import):
        for alias in node.names:
            yield (alias.name,)
    elif isinstance(node, ast.ImportFrom):
        above = package.split(".")[: len(package.split(".")) - node.level + 1] if node.level else []
        source = ".".join([*above, *([node.module] if node.module else [])])
        for alias in node.names:
            yield (f"{source}.{alias.name}", source)


def _first_file(root: Path, names: tuple[str, ...]) -> Path | None:
    for name in names:
        place = root.joinpath(*name.split("."))
        for file in (place.with_suffix(".py"), place / "__init__.py"):
            if file.is_file():
                return file
    return None


@cache
def _root_of(file: Path) -> Path:
    """The folder that a file's outermost package lies in."""
    folder = file.parent
    while (folder / "__init__.py").is_file():
        folder = folder.parent
    return folder


@cache
def _module_of(file: Path) -> str:
    return ".".join(file.relative_to(_root_of(file)).with_suffix("").parts)


@cache
def _package_of(file: Path) -> str:
    return ".".join(file.relative_to(_root_of(file)).parent.parts)
