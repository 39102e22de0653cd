"""Positions of Crocodile Pool Party as pictures."""

from recif.games import GAMES, start
from recif.games.core.position import Position
from recif.games.crocodiles import notation, parsing, pool, rules


def drawn(picture: str, turn: int = 0, quiet: int = 0, bars: tuple[str, str] = ("", "")) -> Position:
    """A position for one rule at a time: rows that are not drawn are empty, tiles that are not drawn do not exist.

    A row is its number and six cells: `.`, or the tiles of a pile from bottom to top.
    """
    game = start("crocodiles")
    state = game.state
    state.turn, state.quiet, state.phase = turn, quiet, rules.TURN
    for line in picture.split("\n"):
        row, *cells = line.split() or ["1"]
        for column, tiles in enumerate(cells):
            if tiles != ".":
                put(game, (int(row) - 1) * pool.WIDTH + column, tiles)
    for seat, tiles in enumerate(bars):
        state.bar[seat] = notation.pile_of(tiles_from(game, tiles))
    return game


def put(game: Position, cell: int, text: str) -> None:
    tiles = tiles_from(game, text)
    rules.put(game.state, tiles[-1][0], cell, notation.pile_of(tiles))


def tiles_from(game: Position, text: str) -> list[notation.Tile]:
    tiles = parsing.read_tiles(text) if text else []
    for colour, number in tiles:
        game.state.unseen[colour] &= ~(1 << number)
    return tiles


def reach(game: Position, start: str) -> str:
    """The rows around a tile with `o` where it can go, `x` what it can eat and `B` for its bar."""
    seat = game.waiting[0]
    marks = {start: "*"}
    for text in game.moves(seat):
        if text.startswith((f"{start}-", f"{start}x")):
            sign, to = text[len(start)], text[len(start) + 1 :]
            marks[to] = "o" if sign == "-" else "x"
    for cell in notation.piles(game.state):
        marks.setdefault(pool.name(cell), "#")
    if "bar" in marks:
        marks |= {pool.name(cell): "B" for cell in pool.BARS[seat]}
    rows = []
    for row in range(pool.LENGTH, 0, -1):
        cells = [marks.get(f"{column}{row}", ".") for column in "abcdef"]
        if set(cells) - {"#", "."}:
            rows.append(f"{row:>2} {' '.join(cells)}")
    return "\n".join(rows)


def crocodiles(text: str) -> Position:
    return Position(GAMES["crocodiles"], GAMES["crocodiles"].words.parse(text))


def code(game: Position, seat: int, move: str) -> str:
    refusal = game.why(seat, move)
    return refusal.code if refusal else "legal"
