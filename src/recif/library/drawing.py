"""Positions as SVG, drawn from the same scenes as the boards of the pages."""

from importlib import import_module
from importlib.util import find_spec

from recif.library.boards import generic
from recif.library.position import Position


def svg(position: Position, language: str = "en") -> str:
    """The position as its viewer knows it."""
    home = f"recif.library.boards.{position.game.id}"
    if find_spec(home) is None:
        return str(generic.draw(position.picture(language)))
    return str(import_module(home).draw(position.scene(), language))
