"""Positions of Oursins as pictures of the lower left corner of the board.

`y` and `r` are urchins, `[ry]` a pile from bottom to top, a digit the pawn of that seat. Ranks come from the top, a
line each or with `/` between them.
"""

import re

from recif.games import position
from recif.games.core.position import Position


def urchins(
    picture: str,
    step: str = "1",
    turn: int = 0,
    seats: int = 2,
    quiet: int = 0,
    reserve: tuple[int, int] | None = None,
    taken: tuple[int, ...] | None = None,
) -> Position:
    """The position of a picture; nothing is taken unless told."""
    rows = [line.split() for line in re.split("[/\n]", picture.strip())]
    board = ["." * 6] * (6 - len(rows)) + ["".join(row) + "." * (6 - len(row)) for row in rows]
    left = reserve or (20 - picture.count("y"), 20 - picture.count("r"))
    caught = ",".join(str(count) for count in taken or (0,) * seats)
    return position("urchins", f"{'/'.join(board)} {turn} {step} {left[0]},{left[1]} {caught} {quiet}/{3 * seats}")


def code(game: Position, move: str) -> str:
    refusal = game.why(game.waiting[0], move)
    return refusal.code if refusal else "legal"


def moves(game: Position, kind: str = "") -> list[str]:
    """The legal moves that begin with `kind`."""
    return [move for move in game.moves(game.waiting[0]) if move.startswith(kind)]


def turn(game: Position, line: str) -> Position:
    """Play the steps of a line, `a1-a2 +yb3 >b3`."""
    for step in line.split():
        game.play(game.waiting[0], step)
    return game


def board(game: Position) -> str:
    """The position as a picture again, without empty ranks and files."""
    rows = [re.findall(r"(?:\.|[yr]|\[..\])\d?", row) for row in str(game).split()[0].split("/")]
    wide = max((i + 1 for row in rows for i, cell in enumerate(row) if cell != "."), default=0)
    return "\n".join(" ".join(row[:wide]) for row in rows if set(row) != {"."})


def last_turn(taken: tuple[int, int] = (10, 24)) -> Position:
    """One urchin of each colour is left in the reserve."""
    return urchins("y r0 . y1 . r", step="2", reserve=(1, 1), taken=taken)
