"""The wheel: a file that starts without Node and without this house."""

import json
import os
import re
import subprocess
import sys
import sysconfig
import urllib.request
from collections.abc import Iterator
from http.cookiejar import CookieJar
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[1]
STATIC = ROOT / "src" / "recif" / "server" / "static" / "index.html"


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An empty environment with the wheel in it; what it depends on is borrowed from the one that runs the tests."""
    assert STATIC.exists(), "the pages go into the wheel: make web"
    folder = tmp_path_factory.mktemp("wheel")
    pip = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check"]
    subprocess.run([*pip, "wheel", "--no-deps", "--wheel-dir", folder, ROOT], check=True)
    (wheel,) = folder.glob("recif-*.whl")
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", folder / "empty"], check=True)
    python = folder / "empty" / "bin" / "python"
    subprocess.run([*pip, "--python", python, "install", "--no-deps", "--no-index", wheel], check=True)
    (site,) = (folder / "empty" / "lib").glob("python*/site-packages")
    (site / "borrowed.pth").write_text(f"{sysconfig.get_paths()['purelib']}\n")
    return folder


def alone(folder: Path) -> dict[str, str]:
    """An environment in which neither Node nor this house is found."""
    kept = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "PATH", "VIRTUAL_ENV")}
    return {**kept, "PATH": str(folder / "empty" / "bin")}


@pytest.fixture
def link(home: Path, tmp_path: Path) -> Iterator[str]:
    command = [
        str(home / "empty" / "bin" / "recif"),
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


def test_the_wheel_is_what_runs(home: Path) -> None:
    asked = [str(home / "empty" / "bin" / "python"), "-c", "import recif; print(recif.__file__)"]
    told = subprocess.run(asked, env=alone(home), cwd=home, check=True, capture_output=True, text=True)
    assert Path(told.stdout).is_relative_to(home)


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
