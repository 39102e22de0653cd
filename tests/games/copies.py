"""The sources in another folder, as a second clone or a change of somebody else's would have them."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def copy_of_sources(folder: Path) -> Path:
    """The package, its tests and its docs in a folder of their own."""
    left_out = shutil.ignore_patterns("__pycache__", "static", "*.png")
    for name in ("src", "tests", "docs"):
        shutil.copytree(ROOT / name, folder / name, ignore=left_out)
    shutil.copy(ROOT / "pyproject.toml", folder)
    return folder


def python(folder: Path, *arguments: str, typed: str = "", **environment: str) -> subprocess.CompletedProcess[str]:
    """Python, with the sources in `folder`."""
    paths = os.pathsep.join(map(str, [folder / "src", folder]))
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": paths, **environment},
        input=typed,
        capture_output=True,
        text=True,
    )


def edit(file: Path, old: str, new: str) -> None:
    text = file.read_text()
    assert old in text, f"{file.name} does not say {old!r}"
    file.write_text(text.replace(old, new))
