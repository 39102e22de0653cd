"""An environment as a stranger has it who installed the wheel: everything in one folder, `site-packages`."""

import os
import subprocess
import sys
import sysconfig
from pathlib import Path

ROOT = Path(__file__).parents[1]
STATIC = ROOT / "src" / "recif" / "server" / "static" / "index.html"


def installed(folder: Path) -> Path:
    """A new environment with the wheel in it; what it depends on is borrowed, by links, from the one that runs this."""
    assert STATIC.exists(), "the pages go into the wheel: make web"
    pip = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check"]
    subprocess.run([*pip, "wheel", "--no-deps", "--wheel-dir", folder, ROOT], check=True)
    (wheel,) = folder.glob("recif-*.whl")
    home = folder / "empty"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", home], check=True)
    for found in Path(sysconfig.get_paths()["purelib"]).iterdir():
        if "recif" not in found.name:
            (site_of(home) / found.name).symlink_to(found)
    subprocess.run([*pip, "--python", home / "bin" / "python", "install", "--no-deps", "--no-index", wheel], check=True)
    return home


def site_of(home: Path) -> Path:
    (site,) = (home / "lib").glob("python*/site-packages")
    return site


def alone(home: Path) -> dict[str, str]:
    """What is told to a process that finds neither Node nor the house that the wheel was made in."""
    kept = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "PATH", "VIRTUAL_ENV")}
    return {**kept, "PATH": str(home / "bin")}
