"""Position texts of Crocodile Pool Party, from outside: read, checked, or refused with a sentence."""

import re
from itertools import pairwise

import numpy as np

from recif.games.core.compiled import Record, blank
from recif.games.core.contract import Refused, Text
from recif.games.crocodiles import pool, rules
from recif.games.crocodiles.notation import COLOURS, SEATS, Tile, pile_of, tiles_text
from recif.games.crocodiles.tiles import kind_of, swimmer

TURN_TEXT = re.compile("[ry] [0-9]{1,2}")
TILES_TEXT = re.compile("(?:[ry][1-6]?)+")
TILE_TEXT = re.compile("([ry])([1-6]?)")


def parse(text: str) -> Record:
    fields = text.split()
    if len(fields) not in (5, 6) or not TURN_TEXT.fullmatch(" ".join(fields[:2])):
        raise _bad(
            "une position s’écrit : trait (r ou y), tours calmes, bassin, bar de Rouge, bar de Jaune ; "
            "« r 0 d2:r,b4:yr4 - - »",
            "a position is written: turn (r or y), quiet turns, water, Red's bar, Yellow's bar; 'r 0 d2:r,b4:yr4 - -'",
        )
    state = blank(rules.State)
    rules.new(state, 2, np.zeros(1, np.int64))
    state.turn, state.quiet = COLOURS.index(fields[0]), int(fields[1])
    water = read_water(fields[2])
    bars = [read_tiles(field) if field != "-" else [] for field in fields[3:5]]
    count_tiles(state, [*water.values(), *bars])
    for cell, tiles in water.items():
        rules.put(state, tiles[-1][0], cell, pile_of(tiles))
    state.bar[:] = [pile_of(bar) for bar in bars]
    if sum(len(tiles) for tiles in (*water.values(), *bars)) < 2 * rules.TILES:
        check_placing(state, water, fields)
    else:
        check_piles(water)
        check_bars(bars)
        settle(state, fields[5] if len(fields) == 6 else "")
    return state


def read_water(field: str) -> dict[int, list[Tile]]:
    water: dict[int, list[Tile]] = {}
    for pile in field.split(",") if field != "-" else []:
        name, _, tiles = pile.partition(":")
        cell = pool.CELL_NAMES.get(name, -1)
        if cell < 0:
            raise _bad(f"{name!r} n’est pas une case du bassin", f"{name!r} is not a cell of the pool")
        if cell not in pool.WATER:
            raise _bad(f"{name} est un bar, pas de l’eau", f"{name} is a bar, not water")
        if cell in water:
            raise _bad(f"{name} est donnée deux fois", f"{name} is given twice")
        water[cell] = read_tiles(tiles)
    return water


def read_tiles(text: str) -> list[Tile]:
    if not TILES_TEXT.fullmatch(text):
        raise _bad(
            f"{text!r} ne dit pas quelles tuiles : écrivez r ou y, suivi de 1 à 6 pour un crocodile (yr4)",
            f"{text!r} does not say which tiles: write r or y, then 1 to 6 for a crocodile (yr4)",
        )
    return [(COLOURS.index(colour), int(number or 0)) for colour, number in TILE_TEXT.findall(text)]


def count_tiles(state: Record, piles: list[list[Tile]]) -> None:
    """§1 Six tiles a colour, each number once."""
    for seat, who in enumerate(SEATS):
        numbers = [number for pile in piles for colour, number in pile if colour == seat]
        if len(numbers) > rules.TILES:
            raise _bad(f"{who.fr} a {len(numbers)} tuiles au lieu de 6", f"{who.en} has {len(numbers)} tiles, not 6")
        seen = sorted(number for number in numbers if number)
        for a, b in pairwise(seen):
            if a == b:
                raise _bad(f"{who.fr} a deux crocodiles {a}", f"{who.en} has two crocodiles {a}")
        state.unseen[seat] = rules.ALL_NUMBERS & ~sum(1 << number for number in seen)


def check_placing(state: Record, water: dict[int, list[Tile]], fields: list[str]) -> None:
    """§2 Fewer than twelve tiles: the set-up is still going on."""
    if fields[3:] != ["-", "-"] or state.quiet or any(len(t) > 1 or t[0][1] for t in water.values()):
        raise _bad(
            "il manque des tuiles : chaque couleur en a 6, dans l’eau et dans les bars",
            "tiles are missing: each colour has 6, in the water and in the bars",
        )
    for cell, [(seat, _)] in water.items():
        row = cell // pool.WIDTH
        room = dict(zip(rules.HOME_ROWS[seat], rules.ROOM, strict=True)).get(row, 0)
        mates = [c for c, [(s, _)] in water.items() if s == seat and c // pool.WIDTH == row]
        if len(mates) > room:
            raise _bad(
                f"à la mise en place, la rangée {row + 1} prend {room} nageur{'s' * (room > 1)} de {SEATS[seat].fr}, "
                f"pas {len(mates)}",
                f"during set-up row {row + 1} takes {room} of {SEATS[seat].en}'s swimmers, not {len(mates)}",
            )
    red, yellow = (sum(tiles[0][0] == seat for tiles in water.values()) for seat in range(2))
    if red - yellow != state.turn:
        raise _bad("Rouge et Jaune placent à tour de rôle, Rouge d’abord", "Red and Yellow place in turns, Red first")


def depth(tiles: list[Tile], least: int) -> int:
    """§7 In how many bellies the bottom tile lies, at most; -1 if the tiles cannot have come together.

    Going down, a tile of the other colour was eaten by the one above, if that one is a crocodile; else it lies
    beside the eater of the one above, in the same belly. No tile may lie in fewer bellies than `least`, except
    the top one: in a pile all lie in its belly, and in a bar piles lie beside each other.
    """
    bellies = 0
    for (above, number), (below, _) in pairwise(reversed(tiles)):
        if below != above:
            bellies += 1 if number else -1
        if bellies < least:
            return -1
    return bellies


def check_piles(water: dict[int, list[Tile]]) -> None:
    if not water:
        raise _bad("l’eau n’est jamais vide : la partie finit avant", "the water is never empty: the game ends before")
    for cell, tiles in water.items():
        if depth(tiles, 1) < 0:
            pile, name = tiles_text(tiles), pool.name(cell)
            raise _bad(
                f"en {name}, la pile {pile} ne peut pas se former : un crocodile mange des tuiles de l’autre couleur",
                f"on {name}, the pile {pile} cannot come to be: a crocodile eats tiles of the other colour",
            )


def check_bars(bars: list[list[Tile]]) -> None:
    """§8 A bar takes piles of its owner, and the first of all is no single tile."""
    for seat, bar in enumerate(bars):
        if bar and (bar[-1][0] != seat or depth(bar, 0) < 0):
            raise _bad(
                f"{tiles_text(bar)} n’a pas pu entrer au bar de {SEATS[seat].fr} : ses piles ont sa couleur au sommet",
                f"{tiles_text(bar)} cannot have come to {SEATS[seat].en}'s bar: its piles have its colour on top",
            )
    if any(bars) and not any(depth(bar, 0) > 0 for bar in bars):
        raise _bad(
            "la première entrée dans un bar est celle d’une pile d’au moins deux tuiles",
            "the first to enter a bar is a pile of two tiles or more",
        )


def check_quiet(state: Record, flip: str) -> None:
    """§9 Forty quiet turns end a game, a seat is left alone by a meal or an entry, and before any flip all is quiet."""
    if state.quiet > rules.QUIET_TURNS:
        raise _bad("une partie finit après 40 tours calmes", "a game ends after 40 quiet turns")
    if state.quiet and not (state.tops[0].any() and state.tops[1].any()):
        raise _bad(
            "un seul camp reste dans l’eau : la partie vient de finir, il n’y a pas de tour calme depuis",
            "only one side is left in the water: the game has just ended, with no quiet turn since",
        )
    mover = 1 if state.quiet == rules.QUIET_TURNS else state.quiet % 2  # after the last turn nobody is next
    if (state.unseen == rules.ALL_NUMBERS).all() and not flip and state.turn != mover:
        raise _bad(
            "sans crocodile, tous les tours ont été calmes : Rouge commence, le trait ne va pas avec leur nombre",
            "without a crocodile all turns were quiet: Red begins, and the turn does not agree with their number",
        )


def settle(state: Record, flip: str) -> None:
    """Find the phase of a position with all its tiles in play."""
    seat = int(state.turn)
    check_quiet(state, flip)
    able = [bool(rules.can_act(state, s)) for s in range(2)]
    is_over = bool(rules.is_decided(state)) or not any(able)
    state.phase = rules.TURN
    if flip:
        read_flip(state, flip, is_over)
    elif is_over:
        rules.finish(state)
    elif not able[seat]:
        who = SEATS[seat]
        raise _bad(
            f"{who.fr} ne peut rien jouer et passe : le trait est à l’autre",
            f"{who.en} has no action and passes: it is the other's turn",
        )


def read_flip(state: Record, flip: str, is_over: bool) -> None:
    """§5 `d2?`: a swimmer is being flipped; `d2!`: a crocodile has just appeared and can move."""
    cell, sign = pool.CELL_NAMES.get(flip[:-1], 0), flip[-1]
    if is_over or state.quiet or not is_flipping(state, cell, sign):
        raise _bad(
            f"{flip!r} : seul un nageur du joueur au trait se retourne (d2?), ou vient de le faire (d2!)",
            f"{flip!r}: only a swimmer of the side to move is being flipped (d2?), or just was (d2!)",
        )
    state.flipped = cell
    state.phase = rules.FLIPPED if sign == "?" else rules.CHARGE


def is_flipping(state: Record, cell: int, sign: str) -> bool:
    seat, pile = int(state.turn), int(state.pile[cell])
    if sign == "?":
        return bool(pile == swimmer(seat))
    is_lone_crocodile = pile >> 3 == seat and kind_of(pile) > 0
    return sign == "!" and is_lone_crocodile and bool(rules.can_move(state, seat, cell))


def _bad(fr: str, en: str) -> Refused:
    return Refused("bad-position", Text(fr, en))
