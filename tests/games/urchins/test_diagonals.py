"""Squares of a whole board at once, held against the rules, which look at one cell."""

from random import Random

from recif.games.urchins import diagonals, rules
from recif.games.urchins.rules import RANK, SIDE

CELLS = [RANK * rank + file for rank in range(SIDE) for file in range(SIDE)]


def test_what_a_pawn_can_fish_is_what_the_rules_say() -> None:
    chance, met = Random(1), 0
    for _ in range(300):
        yellow, red, foes = 0, 0, 0
        for cell in CELLS:
            kind = chance.choice("yyyrr.")
            yellow |= (kind == "y") << cell
            red |= (kind == "r") << cell
        for cell in chance.sample(CELLS, 3):
            foes |= 1 << cell
        rising, falling = diagonals.rising_diagonals(yellow, red), diagonals.falling_diagonals(yellow, red)
        for cell in CELLS:
            here = 1 << cell
            if here & (yellow | red) & ~foes:
                partners = (yellow if here & yellow else red) & ~foes
                told = int(rules.squares_from(cell, foes, yellow, red))
                assert int(diagonals.caught_from(here, partners, rising, falling)) == told
                met += bool(told)
        standing = int(diagonals.corners(rising & falling))
        assert standing == sum(1 << cell for cell in CELLS if rules.squares_from(cell, 0, yellow, red))
    assert met > 1000
