"""Packages of others that a page needs, built for its Python: msgspec, in the version that the server has."""

import importlib.metadata
import subprocess
import sys
import tempfile
from pathlib import Path

from recif.games.core.keeping import ROOT, note_use
from recif.games.core.sources import digest

PYTHON, PLATFORM = "3.14", "pyemscripten_2026_0_wasm32"  # of the Pyodide that web/package.json names


def wheel(package: str = "msgspec") -> Path:
    """The wheel of a package, downloaded once."""
    wanted = f"{package}=={importlib.metadata.version(package)}"
    kept = ROOT / f"page.wheels-{digest(wanted, PYTHON, PLATFORM)}"
    if not list(kept.glob("*.whl")):
        _download(wanted, kept)
    (found,) = kept.glob("*.whl")
    note_use(found)
    return found


def _download(wanted: str, kept: Path) -> None:
    kept.mkdir(parents=True, exist_ok=True)
    asked = ["--no-deps", "--only-binary=:all:", "--python-version", PYTHON, "--platform", PLATFORM]
    with tempfile.TemporaryDirectory(dir=ROOT) as folder:
        quiet = ["--quiet", "--disable-pip-version-check"]
        command = [sys.executable, "-m", "pip", "download", *quiet, *asked, "--dest", folder, wanted]
        if subprocess.run(command).returncode:
            raise SystemExit(f"{wanted} for {PLATFORM} cannot be downloaded: a page is built with the network at hand")
        for made in Path(folder).glob("*.whl"):
            made.replace(kept / made.name)
