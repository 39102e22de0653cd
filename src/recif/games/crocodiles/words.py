"""Crocodile Pool Party in words: sentences, pictures, scenes; the rest of the words comes from its neighbours.

A tile: {"seat": 0, "number": 4}; the number of a swimmer is null, since nobody knows it. Tiles of a pile go from
bottom to top, those of a bar in order of arrival. A scene:
    {"step": "place" | "turn" | "flip" | "charge" | "reveal" | "over", "turn": 0, "flipped": "d2" or null,
     "bars": [{"cells": ["e14", "f14"], "ladders": ["e13", …], "tiles": [tiles]}, Yellow's],
     "piles": [{"cell": "d2", "seat": 0, "tiles": [tiles]}, …], "open": whether single tiles may enter the bars,
     "unseen": [[numbers of Red that nobody has seen], Yellow's], "room": [{"row": 2, "left": 1}, …] of the seat that
     places, "slabs": [[{"row": 2, "takes": 1}, …] of Red, Yellow's],
     "reveals": {"bar": 0, "tile": index} or null, "quiet": 3, "quiet_most": 40, "scores": [2, 0],
     "sums": [crocodile numbers in each bar], "ending": null | "alone" | "quiet" | "stuck"}
The parts of a move ("tile" is the top tile that moves, "tiles" how many move; "cells" is what a click may touch):
    {"kind": "place", "to": "d2", "cells": ["d2"]}
    {"kind": "flip", "from": "d2", "tile": tile, "tiles": 1, "cells": ["d2"]}
    {"kind": "swim", "from": "d2", "tile": tile, "tiles": 1, "to": "d4", "path": ["d2", "d3", "d4"],
     "cells": ["d2", "d4"]}
    {"kind": "eat", … as swim, "eats": [tiles]}
    {"kind": "bank", … as swim, "to": "bar", "path": ["d13", "e13", "e14"], "cells": ["d13", "e14"]}
"""

from typing import Any

from recif.games.core.compiled import Record
from recif.games.core.contract import LANGUAGES, REFEREE, Text
from recif.games.crocodiles import pool, rules
from recif.games.crocodiles.notation import (
    SEATS,
    STEPS,
    parts,
    piles,
    position,
    text,
    texts,
    tiles_in,
    tiles_shown,
    tiles_text,
)
from recif.games.crocodiles.parsing import parse
from recif.games.crocodiles.reasons import why
from recif.games.crocodiles.sentences import ended, ending, sentence
from recif.games.crocodiles.things import things
from recif.games.crocodiles.tiles import height, numbers_in, owner

__all__ = [
    "ended",
    "parse",
    "parts",
    "picture",
    "position",
    "scene",
    "seat_name",
    "sentence",
    "text",
    "texts",
    "things",
    "why",
]


def seat_name(state: Record, seat: int) -> Text:
    return SEATS[seat]


def scene(state: Record, viewer: int = REFEREE) -> dict[str, Any]:
    return {
        "step": STEPS[state.phase],
        "turn": int(state.turn),
        "flipped": pool.name(int(state.flipped)) if state.flipped else None,
        "bars": [bar_shown(state, seat) for seat in range(2)],
        "piles": [
            {"cell": pool.name(cell), "seat": int(owner(pile)), "tiles": tiles_shown(tiles_in(pile))}
            for cell, pile in piles(state).items()
        ],
        "open": bool(rules.is_open(state)),
        "unseen": [[n for n in range(1, 7) if state.unseen[seat] >> n & 1] for seat in range(2)],
        "room": room_shown(state) if state.phase == rules.PLACING else [],
        "slabs": [
            [{"row": row + 1, "takes": room} for row, room in zip(rows, rules.ROOM, strict=True)]
            for rows in rules.HOME_ROWS
        ],
        "reveals": revealed_next(state),
        "quiet": int(state.quiet),
        "quiet_most": rules.QUIET_TURNS,
        "scores": [int(height(bar)) for bar in state.bar],
        "sums": [int(numbers_in(bar)) for bar in state.bar],
        "ending": ending(state) or None,
    }


def bar_shown(state: Record, seat: int) -> dict[str, Any]:
    return {
        "cells": [pool.name(cell) for cell in pool.BARS[seat]],
        "ladders": [pool.name(cell) for cell in pool.ladders(seat)],
        "tiles": tiles_shown(tiles_in(int(state.bar[seat]))),
    }


def room_shown(state: Record) -> list[dict[str, int]]:
    """§2 The rows of the seat that places, from its edge, and how many swimmers they still take."""
    seat = int(state.turn)
    mine = int(state.tops[seat, seat])
    left = [room - (mine & int(mask)).bit_count() for mask, room in zip(rules.ROWS[seat], rules.ROOM, strict=True)]
    return [{"row": row + 1, "left": n} for row, n in zip(rules.HOME_ROWS[seat], left, strict=True)]


def revealed_next(state: Record) -> dict[str, int] | None:
    if state.phase != rules.REVEAL:
        return None
    seat, place = divmod(int(rules.hidden(state)), 64)
    return {"bar": seat, "tile": int(height(state.bar[seat])) - 1 - place // 4}


def picture(state: Record, viewer: int = REFEREE) -> Text:
    drawn = "\n".join([*picture_rows(state), ""])
    fr, en = ([drawn, *(line.say(language) for line in lines_below(state))] for language in LANGUAGES)
    return Text("\n".join(fr), "\n".join(en))


def picture_rows(state: Record) -> list[str]:
    """Row 14 on top. Swimmers are small letters, crocodiles capitals with their number; ×3 is a pile of three."""
    letters = "     " + "".join(f"{letter:<6}" for letter in "abcdef").rstrip()
    rows = [letters]
    for row in range(pool.LENGTH, 0, -1):
        marks = [mark(state, (row - 1) * pool.WIDTH + column) for column in range(pool.WIDTH)]
        rows.append(f"{row:>2}   {''.join(f'{m:<6}' for m in marks)}{row:>2}")
    return [*rows, letters]


def mark(state: Record, cell: int) -> str:
    if cell not in pool.WATER:
        return "▒▒▒▒"
    tiles = tiles_in(int(state.pile[cell]))
    if not tiles:
        return "·"
    top = tiles_text(tiles[-1:])
    return (top.upper() if tiles[-1][1] else top) + (f"×{len(tiles)}" if len(tiles) > 1 else "")


def lines_below(state: Record) -> list[Text]:
    """The piles from bottom to top, then for each seat its bar and its unseen numbers."""
    stacks = [f"{pool.name(cell)} {tiles_text(tiles_in(pile))}" for cell, pile in piles(state).items() if pile > 15]
    said = [Text(f"  piles : {', '.join(stacks)}", f"  piles: {', '.join(stacks)}")] if stacks else []
    return [*said, *(seat_line(state, seat) for seat in range(2))]


def seat_line(state: Record, seat: int) -> Text:
    turn = "▸" if state.phase < rules.REVEAL and state.turn == seat else " "
    bar = tiles_text(tiles_in(int(state.bar[seat]))) or "—"
    unseen = ", ".join(str(n) for n in range(1, 7) if state.unseen[seat] >> n & 1) or "—"
    who, count = SEATS[seat], int(height(state.bar[seat]))
    return Text(
        f"{turn} {who.fr} : {count} au bar ({bar}) ; jamais vus : {unseen}",
        f"{turn} {who.en}: {count} in the bar ({bar}); never seen: {unseen}",
    )
