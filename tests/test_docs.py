"""What pages and docstrings say is so: commands, targets, modules, files, names and links are there."""

import ast
import json
import re
import shlex
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest

from recif.cli.main import parser

ROOT = Path(__file__).parents[1]
PAGES = sorted(
    [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("bench/results/*.md"), ROOT / "web" / "README.md"]
)
FOLDERS = ("src", "tests", "bench", "docs", "examples", "web/src", "web/tests")
FILES = [str(path) for folder in FOLDERS for path in (ROOT / folder).rglob("*.*")]
every_page = pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))


def shown(text: str) -> Iterator[str]:
    """Everything written as code: between backticks, or on a line of its own."""
    yield from re.findall(r"`([^`\n]+)`", text)
    yield from (line.strip().removeprefix("$ ") for line in text.splitlines() if line.startswith("    "))


def commands(text: str) -> list[str]:
    """Commands of ours, without what is piped into them or follows as a remark."""
    parts = (part.strip() for code in shown(text) for part in re.split(r"\||&&|  #", code))
    return [part for part in parts if re.match(r"recif( |$)", part) and "…" not in part]


def check_commands(text: str, is_whole: bool = True) -> None:
    """Docstrings may name a command without all that it needs."""
    for command in commands(text):
        words = [word for word in shlex.split(command)[1:] if word != "--help"]
        if len(words) > 1 and is_whole:
            assert callable(parser("en").parse_args(words).run), command
        elif words:  # only its name
            with pytest.raises(SystemExit, match="0"):
                parser("en").parse_args([*words, "--help"])


def check_targets(text: str) -> None:
    """Of make and npm, and modules that are run."""
    targets = re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(), re.MULTILINE)
    scripts = json.loads((ROOT / "web" / "package.json").read_text())["scripts"]
    for code in shown(text):
        assert set(re.findall(r"\bmake ([a-z]+)", code)) <= set(targets), code
        assert set(re.findall(r"\bnpm run ([a-z]+)", code)) <= set(scripts), code
        for module in re.findall(r"python -m ((?:recif|bench|tests)[\w.]*)", code):
            assert find_spec(module), code


@every_page
def test_every_command_of_a_page_is_understood(page: Path) -> None:
    check_commands(page.read_text())


@every_page
def test_every_target_module_and_script_of_a_page_is_there(page: Path) -> None:
    check_targets(page.read_text())


@every_page
def test_every_file_named_is_there(page: Path) -> None:
    for name in shown(page.read_text()):
        if re.fullmatch(r"[\w.-]+(/[\w.-]+)+\.(py|md|mjs|ts|svelte|css|txt)", name):
            assert any(file.endswith(f"/{name}") for file in FILES), name


@every_page
def test_every_link_leads_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\((?!https?:)([^)#]+)", page.read_text()):
        assert (page.parent / target).exists(), target


# The pages that people read to do something: not the rules, which are the games' own, nor notebooks of benches.
OTHERS = ("docs/rules/", "bench/", "CHANGELOG")
PROSE = [page for page in PAGES if not str(page.relative_to(ROOT)).startswith(OTHERS)]
BUDGET = 25_000  # words of docs/, README and CONTRIBUTING, without programs and the bars of tables
every_prose = pytest.mark.parametrize("page", PROSE, ids=lambda page: str(page.relative_to(ROOT)))


def without_programs(text: str) -> list[str]:
    """The lines that are not code."""
    text = re.sub(r"^```.*?^```$", "", text, flags=re.MULTILINE | re.DOTALL)
    return [line for line in text.splitlines() if not line.startswith("    ")]


def test_the_pages_stay_within_their_budget_of_words() -> None:
    """Whoever adds a page shortens another. Figures belong to bench/results/, history to the changelog."""
    pages = {str(page.relative_to(ROOT)): page for page in PROSE}
    counts = {
        name: len(re.findall(r"\S*\w\S*", "\n".join(without_programs(page.read_text()))))
        for name, page in pages.items()
        if name.startswith(("docs/", "README", "CONTRIBUTING"))
    }
    assert sum(counts.values()) <= BUDGET, sorted(counts.items(), key=lambda item: -item[1])[:8]


@every_prose
def test_a_line_is_one_whole_sentence(page: Path) -> None:
    """So that differences can be read. Tables and lists have lines of their own."""
    for line in without_programs(page.read_text()):
        if not line or re.match(r"[#|>!<(-]|\s|\d+\.|\[[^]]*\]\([^)]*\)$", line):
            continue
        assert not re.search(r"[.?!]\)? [A-Z*À-Ý]", re.sub(r"`[^`]*`|\*\*[^*]*\*\*", "", line)), line
        assert re.search(r"[.:?!…][)*”\"`]*$", line), line


def test_pages_are_read() -> None:
    """Else the tests above would say nothing."""
    assert sum(len(commands(page.read_text())) for page in PAGES) > 40


Named = ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef
ANY_NAME = ("my_", "runs/")  # what the reader has


class Program:
    """Docstrings by file, and every word of the program without them."""

    def __init__(self) -> None:
        self.docstrings: list[tuple[str, str]] = []
        self.words: set[str] = set()
        for file in (
            file for folder in ("src", "tests", "bench", "examples") for file in (ROOT / folder).rglob("*.py")
        ):
            self._read(str(file.relative_to(ROOT)), ast.parse(file.read_text()))

    def _read(self, name: str, tree: ast.Module) -> None:
        for node in ast.walk(tree):
            if isinstance(node, Named) and (found := ast.get_docstring(node)):
                self.docstrings.append((name, found))
                node.body[0] = ast.Pass()
        self.words.update(re.findall(r"[^\W\d]\w*", ast.unparse(tree)))


@pytest.fixture(scope="module")
def program() -> Program:
    return Program()


def test_docstrings_name_files_that_are_there(program: Program) -> None:
    pattern = re.compile(r"(?<![\w/*<{.-])((?:[\w.-]+/)*[\w-]+\.(?:py|md|mjs|ts|svelte|css|toml|npz|txt))\b")
    known = {*FILES, *map(str, ROOT.glob("*.*"))}
    missing = [
        (place, name)
        for place, text in program.docstrings
        for name in pattern.findall(text)
        if not name.startswith(ANY_NAME) and not any(file.endswith(f"/{name}") for file in known)
    ]
    assert missing == []


def test_docstrings_name_commands_and_modules_that_are_there(program: Program) -> None:
    for _, text in program.docstrings:
        check_commands(re.sub(r"^    .*", "", text, flags=re.MULTILINE), is_whole=False)
        check_targets(text)
    assert sum(len(commands(text)) for _, text in program.docstrings) > 20


def test_docstrings_name_things_that_are_there(program: Program) -> None:
    """A name between backticks is a word of the program."""
    missing = [
        (place, name)
        for place, text in program.docstrings
        for name in re.findall(r"`([A-Za-z_][\w.]*)(?:\([^`]*\))?`", text)
        if not program.words.issuperset(name.split("."))
    ]
    assert missing == []
