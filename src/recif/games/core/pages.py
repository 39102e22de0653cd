"""The rules pages: docs/rules/<game>.<language>.md, in the checkout or inside the installed package."""

from pathlib import Path

from recif.games.core.contract import Game

PACKAGE = Path(__file__).parents[2]
FOLDERS = (PACKAGE / "pages" / "rules", PACKAGE.parents[1] / "docs" / "rules")


def rules_page(game: Game, language: str) -> str:
    """The rules of a game as Markdown."""
    name = f"{game.id}.{language}.md"
    path = next(folder / name for folder in FOLDERS if (folder / name).exists())
    return path.read_text(encoding="utf-8")
