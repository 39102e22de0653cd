"""The documentation builds as a site, and every link in it leads to a page and a heading that are there."""

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
DECISIONS = ROOT / "docs" / "decisions"


def test_the_site_builds_without_a_warning() -> None:
    subprocess.run(["sh", "scripts/pages"], cwd=ROOT, check=True)
    zensical = Path(sys.executable).with_name("zensical")
    built = subprocess.run([zensical, "build", "--clean", "--strict"], cwd=ROOT, capture_output=True, text=True)
    assert built.returncode == 0, built.stdout + built.stderr
    assert (ROOT / "dist" / "docs" / "docs" / "hosting" / "index.html").exists()


def test_every_decision_is_listed_and_bears_its_number() -> None:
    listed = (DECISIONS / "README.md").read_text()
    for page in sorted(DECISIONS.glob("0*.md")):
        title = page.read_text().splitlines()[0]
        matched = re.fullmatch(r"# (\d+)\. (.+)", title)
        assert matched, page.name
        number, name = matched.groups()
        assert int(number) == int(page.name[:4])
        assert f"{number}. [{name}]({page.name})" in listed
