"""What the pages say can be done can be done: commands, targets, modules, files and links are there."""

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


def shown(page: Path) -> Iterator[str]:
    """Everything written as code: between backticks, or on a line of its own."""
    text = page.read_text()
    yield from re.findall(r"`([^`\n]+)`", text)
    yield from (line.strip().removeprefix("$ ") for line in text.splitlines() if line.startswith("    "))


def commands(page: Path) -> list[str]:
    """Commands of ours, without what is piped into them or follows as a remark."""
    parts = (part.strip() for code in shown(page) for part in re.split(r"\||&&|  #", code))
    return [part for part in parts if re.match(r"recif( |$)", part) and "…" not in part]


@every_page
def test_every_command_is_understood(page: Path) -> None:
    for command in commands(page):
        words = shlex.split(command)[1:]
        if len(words) > 1:
            assert callable(parser("en").parse_args(words).run), command
        elif words and words[0] != "--help":  # only its name
            with pytest.raises(SystemExit, match="0"):
                parser("en").parse_args([*words, "--help"])


@every_page
def test_every_target_module_and_script_is_there(page: Path) -> None:
    targets = re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(), re.MULTILINE)
    scripts = json.loads((ROOT / "web" / "package.json").read_text())["scripts"]
    for code in shown(page):
        assert set(re.findall(r"\bmake ([a-z]+)", code)) <= set(targets), code
        assert set(re.findall(r"\bnpm run ([a-z]+)", code)) <= set(scripts), code
        for module in re.findall(r"python -m ((?:recif|bench|tests)[\w.]*)", code):
            assert find_spec(module), code


@every_page
def test_every_file_named_is_there(page: Path) -> None:
    for name in shown(page):
        if re.fullmatch(r"[\w.-]+(/[\w.-]+)+\.(py|md|mjs|ts|svelte|css|txt)", name):
            assert any(file.endswith(f"/{name}") for file in FILES), name


@every_page
def test_every_link_leads_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\((?!https?:)([^)#]+)", page.read_text()):
        assert (page.parent / target).exists(), target


def test_pages_are_read() -> None:
    """Else the tests above would say nothing."""
    assert sum(len(commands(page)) for page in PAGES) > 40
