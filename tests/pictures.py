"""What the pictures of the rules pages were made from: `python -m tests.pictures` notes it, a test compares.

Drawing needs a browser; knowing whether it must be done again does not.
"""

import hashlib
import json
from pathlib import Path

from recif.games import GAMES
from recif.games.core.contract import LANGUAGES
from recif.games.core.examples import Example, examples
from recif.games.core.pages import rules_page

ROOT = Path(__file__).parents[1]
PAGES = ROOT / "docs" / "rules"
NOTE = PAGES / "pictures" / "made-from.json"
BOARDS = ROOT / "web" / "src" / "boards"


def drawing(game: str) -> bytes:
    """All that draws a game: its board and the pieces on it, and how cells look."""
    files = [*(BOARDS / game).glob("*.svelte"), *(BOARDS / game).glob("*.ts"), BOARDS / "kit" / "cells.css"]
    return b"".join(path.read_bytes() for path in sorted(files))


def source(game: str, example: Example) -> str:
    """A hash of what an example shows and of what draws it."""
    shown = example.steps(GAMES[game])[example.rest]
    scene = GAMES[game].words.scene(shown.position.state, example.eyes)
    told = [scene, [event.text for event in shown.events], example.tries, example.show, example.mark, example.names]
    return hashlib.sha256(drawing(game) + json.dumps(told, sort_keys=True).encode()).hexdigest()[:16]


def sources() -> dict[str, str]:
    """Every picture that the pages show, with what it is made from."""
    return {
        example.picture: source(game, example)
        for game in sorted(GAMES)
        for language in LANGUAGES
        for example in examples(rules_page(GAMES[game], language))
    }


if __name__ == "__main__":
    NOTE.write_text(json.dumps(sources(), indent=2, sort_keys=True) + "\n", encoding="utf-8")
