"""docs/recif.service: the systemd unit that docs/hosting.md offers."""

import configparser
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from recif.cli.main import parser

ROOT = Path(__file__).parents[1]
UNIT = ROOT / "docs" / "recif.service"
PROGRAM = "/opt/recif/bin/recif"


class Unit(configparser.ConfigParser):
    def optionxform(self, optionstr: str) -> str:
        return optionstr  # capitals count


@pytest.fixture
def unit() -> Unit:
    read = Unit(strict=False, interpolation=None, delimiters=("=",))
    read.read(UNIT, encoding="utf-8")
    return read


def test_it_can_be_enabled(unit: Unit) -> None:
    assert unit.sections() == ["Unit", "Service", "Install"]
    assert unit["Install"]["WantedBy"] == "multi-user.target"


def test_the_command_line_knows_what_it_starts(unit: Unit) -> None:
    program, *words = shlex.split(unit["Service"]["ExecStart"])
    assert program == PROGRAM
    args = parser("en").parse_args(words)
    assert args.behind_proxy
    assert args.database == Path("/var/lib") / unit["Service"]["StateDirectory"] / "recif.db"


def test_compiled_code_has_a_place_that_systemd_makes(unit: Unit) -> None:
    assert unit["Service"]["Environment"] == f"RECIF_CACHE=/var/cache/{unit['Service']['CacheDirectory']}"


def test_machine_code_may_be_made_as_it_runs(unit: Unit) -> None:
    assert "MemoryDenyWriteExecute" not in unit["Service"]


def test_the_page_for_hosts_leads_to_it() -> None:
    assert "](recif.service)" in (ROOT / "docs" / "hosting.md").read_text(encoding="utf-8")


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="systemd is not here, and scripts/systemd found none")
def test_systemd_finds_nothing_wrong_with_it(tmp_path: Path) -> None:
    here = tmp_path / "recif.service"
    here.write_text(UNIT.read_text(encoding="utf-8").replace(PROGRAM, sys.executable), encoding="utf-8")
    said = subprocess.run(["systemd-analyze", "verify", str(here)], capture_output=True, text=True)
    assert "recif" not in said.stderr + said.stdout
