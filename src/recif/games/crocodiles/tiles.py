"""Tiles and piles as whole numbers.

A tile is four bits, colour * 8 + number + 1, with number 0 for a swimmer: what is under it does not exist yet.
A pile has a hexadecimal digit a tile, bottom first and top last; so has a bar, in order of arrival.
"""

from recif.games.core.compiled import rule


@rule
def swimmer(colour: int) -> int:
    return colour * 8 + 1


@rule
def kind_of(pile: int) -> int:
    """The number of the crocodile on top; 0 for a swimmer."""
    return (pile & 7) - 1


@rule
def owner(pile: int) -> int:
    """§7 The colour of the top tile."""
    return pile >> 3 & 1


@rule
def height(pile: int) -> int:
    """How many tiles."""
    tiles = 0
    while pile:
        pile >>= 4
        tiles += 1
    return tiles


@rule
def stack(lower: int, upper: int) -> int:
    """One pile on top of another."""
    return lower << 4 * height(upper) | upper


@rule
def numbers_in(pile: int) -> int:
    """The sum of the crocodile numbers."""
    total = 0
    while pile:
        total += kind_of(pile)
        pile >>= 4
    return total
