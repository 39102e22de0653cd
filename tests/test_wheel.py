"""The wheel: a file that starts without Node and without this house."""

import json
import re
import subprocess
import urllib.request
from collections.abc import Iterator
from http.cookiejar import CookieJar
from pathlib import Path
from typing import Any

import pytest

from tests.wheels import alone, installed, site_of


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return installed(tmp_path_factory.mktemp("wheel"))


@pytest.fixture
def link(home: Path, tmp_path: Path) -> Iterator[str]:
    command = [
        str(home / "bin" / "recif"),
        *["serve", "--port", "0", "--database"],
        str(tmp_path / "recif.db"),
    ]
    with subprocess.Popen(command, cwd=tmp_path, env=alone(home), stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        found = re.search(r"http://\S+", process.stdout.readline())
        assert found
        yield found[0]
        process.terminate()
        assert process.wait() == 0


class Browser:
    def __init__(self, link: str) -> None:
        self.link = link
        self.open = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(CookieJar())).open

    def get(self, path: str) -> str:
        with self.open(self.link + path) as answer:
            return str(answer.read().decode())

    def post(self, path: str, body: Any) -> Any:
        head = {"Content-Type": "application/json"}
        with self.open(urllib.request.Request(self.link + path, json.dumps(body).encode(), head)) as answer:
            return json.load(answer)


def python(home: Path, script: str) -> str:
    asked = [str(home / "bin" / "python"), "-c", script]
    return subprocess.run(asked, env=alone(home), cwd=home, check=True, capture_output=True, text=True).stdout


def test_the_wheel_is_what_runs(home: Path) -> None:
    assert Path(python(home, "import recif; print(recif.__file__)")).is_relative_to(home)


def test_a_move_is_played_and_the_pages_are_there(link: str) -> None:
    browser = Browser(link)
    page = browser.get("")
    script = re.search(r'src="/(assets/[^"]+\.js)"', page)
    assert script
    assert len(browser.get(script[1])) > 1000
    assert browser.get("api/games/xok/rules?language=fr").startswith("{")
    browser.post("api/guest", {"name": "Zoé"})
    seats = [{"kind": "me"}, {"kind": "me"}]
    table = browser.post("api/tables", {"game": "xok", "seats": seats, "shared": True})["table"]
    assert browser.post(f"api/tables/{table}/moves", {"seat": 0, "move": "e5e6", "id": "first"})["version"] > 0
    assert json.loads(browser.get(f"api/tables/{table}"))["events"] == 1


REACH = """
import json
from pathlib import Path
import recif
from recif.games.core.sources import content_hash, has_rules, reach

ours = Path(recif.__file__).parent
rules = [file for file in sorted(ours.rglob("*.py")) if has_rules(file)]
reached = {file: sorted(map(str, reach([file]))) for file in rules}
print(json.dumps({str(file.relative_to(ours)): [content_hash([file]), *reached[file]] for file in rules}))
"""


def test_what_code_depends_on_is_ours_and_not_what_others_have_installed(home: Path) -> None:
    reached = json.loads(python(home, REACH))
    ours = site_of(home) / "recif"
    assert all(Path(file).is_relative_to(ours) for _, *files in reached.values() for file in files)
    _, *few = reached["games/core/hunch.py"]  # itself, and the seam to the compiler
    assert all(Path(file).is_relative_to(ours / "games" / "core") for file in few)
    assert len(few) <= 8
    assert max(len(files) for files in reached.values()) <= 80


def test_a_package_that_somebody_installs_leaves_compiled_code_where_it_is(home: Path) -> None:
    """SciPy is one that Numba imports where it finds it."""
    scipy = site_of(home) / "scipy"
    place = scipy.readlink()
    scipy.unlink()
    before = json.loads(python(home, REACH))
    scipy.symlink_to(place)
    assert json.loads(python(home, REACH)) == before


HELP = """
import sys
from contextlib import suppress
from recif.cli.main import main, parser

commands = next(action.choices for action in parser("en")._actions if action.choices)
for words in ([], *([name] for name in commands)):
    sys.argv[1:] = [*words, "--help"]
    with suppress(SystemExit):
        main()
"""
HEAVY = {"numba", "llvmlite", "numpy", "scipy", "aiohttp", "asyncpg", "rich", "cryptography", "recif.games.shelf"}


@pytest.mark.parametrize("script", ["import recif", HELP], ids=["import recif", "help of every command"])
def test_nothing_compiled_is_loaded_before_it_is_needed(script: str, home: Path) -> None:
    said = python(home, f"{script}\nimport sys\nprint({HEAVY!r} & sys.modules.keys())")
    assert said.splitlines()[-1] == "set()"


def test_what_is_loaded_late_is_there_when_asked_for(home: Path) -> None:
    script = "import recif; print(*recif.GAMES); print(recif.start('xok', side=4).waiting)"
    assert python(home, script) == "kroc crabs xok urchins crocodiles\n(0,)\n"


def test_help_names_no_file_that_a_wheel_has_not(home: Path) -> None:
    said = python(home, HELP)
    assert "usage: recif serve" in said
    assert not re.findall(r"\b(?:docs|examples)/\S+", said)
