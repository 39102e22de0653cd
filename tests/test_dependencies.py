"""What is installed is what constraints.txt and package-lock.json say; what is used by private names is bounded."""

import importlib.metadata
import json
import re
import sysconfig
import tomllib
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement
from packaging.version import Version

ROOT = Path(__file__).parents[1]
MODULES = ROOT / "web" / "node_modules"
PYTHONS_OWN = {"pip", "setuptools"}  # every new environment has them
PRIVATE = ("asyncpg", "llvmlite", "msgspec", "numba", "uvloop")  # used in ways that they do not promise


def plain(name: str) -> str:
    """A package's name in its one spelling."""
    return re.sub(r"[-_.]+", "-", name).lower()


def pins() -> dict[str, str]:
    lines = (ROOT / "constraints.txt").read_text().split()
    return {plain(name): version for name, _, version in (line.partition("==") for line in lines)}


def test_every_installed_python_package_is_the_one_that_is_pinned() -> None:
    # of the environment's own folders: Ray, once imported, puts packages that it brings along on the path
    folders = [sysconfig.get_path(kind) for kind in ("purelib", "platlib")]
    found = {plain(one.name): one.version for one in importlib.metadata.distributions(path=folders)}
    assert "numba" in found
    others = {name: version for name, version in found.items() if name not in PYTHONS_OWN | {"recif"}}
    wrong = {name: (version, pins().get(name)) for name, version in others.items() if pins().get(name) != version}
    assert not wrong, f"installed, and what constraints.txt says: {wrong}; pin them, or begin again with `make clean`"


def lock(path: Path) -> dict[str, Any]:
    told: dict[str, Any] = json.loads(path.read_text())["packages"]
    return {place: package for place, package in told.items() if place}


def test_every_installed_npm_package_is_the_one_that_is_locked() -> None:
    locked = lock(ROOT / "web" / "package-lock.json")
    for place in lock(MODULES / ".package-lock.json"):
        version = json.loads((ROOT / "web" / place / "package.json").read_text())["version"]
        assert (place, version) == (place, locked[place]["version"])


def test_every_npm_package_that_is_locked_is_installed_but_those_of_other_systems() -> None:
    locked = lock(ROOT / "web" / "package-lock.json")
    needed = [place for place, package in locked.items() if not package.get("optional")]
    assert [place for place in needed if not (ROOT / "web" / place / "package.json").exists()] == []


@pytest.mark.parametrize("name", PRIVATE)
def test_what_is_used_by_private_names_has_a_floor_and_a_ceiling_around_what_is_tested(name: str) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    told = [*project["dependencies"], *project["optional-dependencies"]["postgres"]]
    (bounds,) = (asked.specifier for asked in map(Requirement, told) if asked.name == name)
    assert {one.operator for one in bounds} == {">=", "<"}
    assert Version(pins()[name]) in bounds
