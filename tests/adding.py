"""docs/adding-a-game.md, done: a copy of the sources with the game of that page.

`python -m tests.adding FOLDER` makes one, with the built pages, for the browser tests.
"""

import re
import shutil
import sys
from pathlib import Path

from tests.games.copies import ROOT, copy_of_sources

PAGE = ROOT / "docs" / "adding-a-game.md"
STATIC = Path("src") / "recif" / "server" / "static"


def files_of_page() -> dict[str, str]:
    """The files that the page shows, by their paths."""
    blocks = re.findall(r"^```\w+ (\S+)\n(.*?)^```$", PAGE.read_text(), re.MULTILINE | re.DOTALL)
    return dict(blocks)


def commands_of_page() -> list[list[str]]:
    blocks = re.findall(r"^```sh\n(.*?)^```$", PAGE.read_text(), re.MULTILINE | re.DOTALL)
    return [line.split() for block in blocks for line in block.splitlines()]


def house_with_the_game(folder: Path) -> Path:
    copy_of_sources(folder)
    for path, text in files_of_page().items():
        file = folder / path
        assert not file.exists(), f"{path} is there already: a game edits nothing"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    return folder


if __name__ == "__main__":
    made = house_with_the_game(Path(sys.argv[1]))
    shutil.copytree(ROOT / STATIC, made / STATIC)
