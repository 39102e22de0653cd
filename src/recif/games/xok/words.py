"""XOK in words: move texts, sentences, reasons, pictures, position texts, scenes.

A scene:
    {"side": 5, "turn": 0, "cells": ["a1", …], "fish": [[cells of White], [cells of Black]],
     "sharks": [{"cell": "e5", "seat": 0, "shark": "60", "mouths": ["ne", "e"]}, …],
     "reserve": [{"fish": 14, "sharks": {"small": 3, "60": 1, "120": 1, "180": 1}}, …],
     "longest": [[cells of White's longest group], [Black's]], "goal": 10,
     "pie": true while the pie rule is to be decided}
The parts of a move:
    {"kind": "fish", "cells": ["e5", "e6"]}
    {"kind": "shark", "shark": "60", "cells": ["e5"], "mouths": ["ne", "e"], "eats": ["e6"]}
    {"kind": "swap", "cells": []}
"""

from functools import cache, lru_cache
from typing import Any

import numpy as np

from recif.games.core.compiled import Numbers, Record, boxed, copy
from recif.games.core.contract import REFEREE, Text, Why, listed
from recif.games.core.hexes import NAMES, step
from recif.games.xok import rules
from recif.games.xok.effects import (
    DRAWN,
    FISH_AT,
    LONGEST_AT,
    RESERVE_AT,
    SHARKS_AT,
    cell_key,
    effect,
    effects,
    fill_drawing,
)
from recif.games.xok.lists import every, pack
from recif.games.xok.notation import (
    CELL_NAMES,
    CELLS,
    FISH_TEXT,
    MOUTHS_TEXT,
    ORDERED,
    SEATS,
    SHARK_TEXT,
    SHARKS,
    SWAP_TEXT,
    TEXTS,
    WELL_KNOWN,
    SharkParts,
    cells_in,
    cells_of,
    mouths,
    parse,
    parts,
    parts_of,
    position,
    shark_of,
    shark_turned,
    sharks_on,
    side_of,
    text,
    texts,
)
from recif.games.xok.things import MOUTHS, THINGS, things

__all__ = [
    "ended",
    "every",
    "listing",
    "pack",
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

GOES_ON = Text("", "")
PIE_LINE = Text(
    "  Règle du gâteau : Noir peut prendre les deux premiers poissons (swap).",
    "  Pie rule: Black may take over the first two fish (swap).",
)
ARROWS = dict(zip(NAMES, "↗→↘↙←↖", strict=True))
DIRECTIONS = {
    "ne": Text("le nord-est", "north-east"),
    "e": Text("l’est", "east"),
    "se": Text("le sud-est", "south-east"),
    "sw": Text("le sud-ouest", "south-west"),
    "w": Text("l’ouest", "west"),
    "nw": Text("le nord-ouest", "north-west"),
}


def seat_name(state: Record, seat: int) -> Text:
    return SEATS[seat]


def shark_name(shark: str) -> Text:
    return THINGS[f"shark:{shark}"].name


def sentence(state: Record, seat: int, move: int, viewer: int = REFEREE) -> Text:
    eaten, won = effect(boxed(state, rules.State), seat, move)
    return sentence_of(side_of(state), seat, move, eaten, ending(state, seat, move) if won else GOES_ON)


@lru_cache(WELL_KNOWN)
def sentence_of(side: int, seat: int, move: int, eaten: int, end: Text) -> Text:
    part, who = parts_of(side, move, eaten), SEATS[seat]
    if move == rules.SWAP:
        a, b = cells_of(side, eaten)
        return Text(
            f"{who.fr} prend les deux premiers poissons, en {a} et {b}.",
            f"{who.en} takes over the first two fish, on {a} and {b}.",
        )
    if part["kind"] == "fish":
        a, b = part["cells"]
        return Text(
            f"{who.fr} pose deux poissons en {a} et {b}{end.fr}.",
            f"{who.en} lays two fish on {a} and {b}{end.en}.",
        )
    shark = Text("petit requin", "small shark") if part["shark"] == "small" else Text("grand requin", "big shark")
    cell = part["cells"][0]
    fr = listed([DIRECTIONS[m].fr for m in part["mouths"]], "et")
    en = listed([DIRECTIONS[m].en for m in part["mouths"]], "and")
    gueules = "gueules" if len(part["mouths"]) > 1 else "gueule"
    return Text(
        f"{who.fr} pose un {shark.fr} en {cell}, {gueules} vers {fr}, et mange {listed(part['eats'], 'et')}{end.fr}.",
        f"{who.en} puts a {shark.en} on {cell}, facing {en}, and eats {listed(part['eats'], 'and')}{end.en}.",
    )


def listing(state: Record, seat: int, moves: Numbers) -> list[tuple[str, SharkParts, Text]]:
    """Text, parts and sentence of many moves."""
    side, (eaten, won) = side_of(state), np.empty((2, len(moves)), np.int64)
    effects(state, seat, moves, eaten, won)
    return [
        known(side, seat, move, eats)
        if not wins
        else (TEXTS[side][move], parts_of(side, move, eats), sentence(state, seat, move))
        for move, eats, wins in zip(moves.tolist(), eaten.tolist(), won.tolist(), strict=True)
    ]


@lru_cache(WELL_KNOWN)
def known(side: int, seat: int, move: int, eaten: int) -> tuple[str, SharkParts, Text]:
    return TEXTS[side][move], parts_of(side, move, eaten), sentence_of(side, seat, move, eaten, GOES_ON)


def ending(state: Record, seat: int, move: int) -> Text:
    """How a move ends the game."""
    after = copy(state)
    rules.play(after, seat, move)
    size = int(rules.longest(after, seat)).bit_count()
    if after.won == 1 << seat and size >= rules.LONG_ENOUGH:
        return Text(f" ; sa chaîne de {size} gagne", f"; the chain of {size} wins")
    if after.won == 0b11:
        return Text(" ; il n’y a plus de coup, la victoire est partagée", "; no move is left, the win is shared")
    who = SEATS[int(after.won) >> 1]
    return Text(f" ; il n’y a plus de coup, {who.fr} gagne", f"; no move is left, {who.en} wins")


def ended(state: Record) -> Text:
    """§6, §7 Why the game is over."""
    sizes = [int(rules.longest(state, seat)).bit_count() for seat in range(2)]
    low, high = sorted(sizes)
    if high >= rules.LONG_ENOUGH:
        who = SEATS[sizes.index(high)]
        return Text(f"{who.fr} a relié {high} pièces.", f"{who.en} has joined {high} pieces.")
    fr, en = "Il n’y a plus de coup possible", "No move is left"
    if low != high:
        return Text(f"{fr} ; la plus longue chaîne gagne.", f"{en}; the longest chain wins.")
    if state.won == 0b11:
        return Text(f"{fr}, et les deux chaînes se valent.", f"{en}, and both chains are equal.")
    return Text(
        f"{fr} ; à longueur égale, la chaîne avec le plus de requins gagne.",
        f"{en}; of equal chains the one with more sharks wins.",
    )


def why(state: Record, seat: int, text: str) -> Why:
    if text == SWAP_TEXT:
        return why_not_swap(state)
    if MOUTHS_TEXT.fullmatch(text) and (refused := why_no_shark(state, seat, text[1:])):
        return refused
    fish, shark = FISH_TEXT.fullmatch(text), SHARK_TEXT.fullmatch(text)
    if not fish and not shark:
        return Why(
            "not-a-move",
            Text(
                "Ce n’est pas un coup. Écrivez deux cases voisines (e5e6) ou une case et ses gueules (e5*ne, e5*ne+e).",
                "That is not a move. Write two cells that touch (e5e6), or a cell and its mouths (e5*ne, e5*ne+e).",
            ),
        )
    cells = list(fish.groups()) if fish else [shark.group(1)] if shark else []
    off = tuple(cell for cell in cells if cell not in CELLS[side_of(state)])
    if off:
        return Why("off-the-board", _are(off, "hors du plateau", "off the board"), cells=off)
    return why_not_fish(state, seat, cells) if fish else why_not_shark(state, seat, text, cells[0])


def why_not_swap(state: Record) -> Why:
    """§8 An option, and Black's first decision."""
    if state.pie:
        told = Text("D’abord, Blanc pose deux poissons.", "First, White lays two fish.")
        return Why("nothing-to-swap", told, "8")
    told = Text(
        "On n’échange qu’avec la règle du gâteau, et seulement au premier coup de Noir.",
        "You can only swap under the pie rule, and only as Black’s first move.",
    )
    return Why("no-swap", told, "8")


def why_not_fish(state: Record, seat: int, cells: list[str]) -> Why:
    """§1 Two fish from the reserve on two adjacent empty cells."""
    a, b = (1 << CELLS[side_of(state)][cell] for cell in cells)
    if not any(step(a, direction) == b for direction in range(6)):
        told = Text(f"{cells[0]} et {cells[1]} ne se touchent pas.", f"{cells[0]} and {cells[1]} do not touch.")
        return Why("not-adjacent", told, "1", tuple(cells))
    taken = tuple(cells_in(state, (a | b) & ~int(rules.empty_cells(state))))
    if taken:
        return Why("occupied", _are(taken, "il y a déjà une pièce", "taken already"), "1", taken)
    if state.fish_left[seat] < 2:
        told = Text(
            "Votre réserve n’a plus deux poissons : jouez un requin.",
            "You do not have two fish left in your reserve: play a shark.",
        )
        return Why("not-enough-fish", told, "1")
    return _other_spelling("".join(sorted(cells, key=cell_key)))


def why_no_shark(state: Record, seat: int, facing: str) -> Why | None:
    """§2 A shark that is touched before any cell: there is none, or (§7: on any fish any shark has a place) no fish."""
    refused = why_none_left(state, seat, facing)
    if refused or state.fish[1 - seat]:
        return refused
    told = Text("Ce requin n’a rien à manger pour l’instant.", "This shark has nothing to eat yet.")
    return Why("shark-eats-nothing", told, "2")


def why_none_left(state: Record, seat: int, facing: str, cells: tuple[str, ...] = ()) -> Why | None:
    """§2 A shark comes from the reserve."""
    kind, _ = shark_turned([NAMES.index(mouth) for mouth in facing.split("+")])
    if kind < 0:
        told = Text(
            "Les deux gueules d’un requin ne vont pas du même côté.",
            "The two mouths of a shark do not face the same way.",
        )
        return Why("no-such-shark", told, "2", cells)
    if state.sharks_left[seat, kind] == 0:
        shark = shark_name(SHARKS[kind])
        told = Text(
            f"Votre réserve n’a plus ce requin : {shark.fr}.", f"Your reserve no longer has this shark: {shark.en}."
        )
        return Why("no-such-shark", told, "2", cells)
    return None


def why_not_shark(state: Record, seat: int, text: str, name: str) -> Why:
    """§2 A shark from the reserve on an empty cell or an enemy fish; it must eat, and face the board."""
    facing = text.partition("*")[2]
    if refused := why_none_left(state, seat, facing, (name,)):
        return refused
    kind, way = shark_turned([NAMES.index(mouth) for mouth in facing.split("+")])
    cell = 1 << CELLS[side_of(state)][name]
    if cell & int(state.fish[seat]):
        told = Text(
            "Votre requin ne peut pas tomber sur un de vos poissons.", "Your shark may not land on one of your fish."
        )
        return Why("own-fish", told, "2", (name,))
    if cell & int(state.sharks[0] | state.sharks[1]):
        return Why("occupied", _are((name,), "il y a déjà un requin", "taken by a shark already"), "2", (name,))
    if not int(state.fish[1 - seat]) & int(rules.reach(kind, way, cell)):
        told = Text(
            "Ici, ce requin n’a rien à manger : il lui faut un poisson de l’autre couleur.",
            "Here this shark has nothing to eat: it needs a fish of the other colour.",
        )
        return Why("shark-eats-nothing", told, "2", (name,))
    if not cell & int(rules.facing(state, kind, way)):
        told = Text(
            "Ce requin regarde hors du plateau : tournez au moins une gueule vers une case.",
            "This shark looks off the board: turn at least one mouth towards a cell.",
        )
        return Why("faces-no-cell", told, "2", (name,))
    return _other_spelling(f"{name}*{'+'.join(mouths(kind, way))}")


def _are(cells: tuple[str, ...], fr: str, en: str) -> Text:
    return Text(f"{listed(cells, 'et')} : {fr}.", f"{listed(cells, 'and')} {'is' if len(cells) == 1 else 'are'} {en}.")


def _other_spelling(right: str) -> Why:
    return Why("other-spelling", Text(f"Ce coup s’écrit {right}.", f"That move is written {right}."))


def scene(state: Record, viewer: int = REFEREE) -> dict[str, Any]:
    side, drawn = side_of(state), np.zeros((2, DRAWN), np.int64)
    fill_drawing(boxed(state, rules.State), drawn)
    cell_names, rows = CELL_NAMES[side], drawn.tolist()
    shown = {
        "side": side,
        "turn": rows[1][0],
        "cells": list(ORDERED[side]),
        "fish": [[cell_names[cell] for cell in list_at(row, FISH_AT)] for row in rows],
        "sharks": [shark_of(side, seat, shark) for seat in (0, 1) for shark in list_at(rows[seat], SHARKS_AT)],
        "reserve": [reserve_of(*row[RESERVE_AT:FISH_AT]) for row in rows],
        "longest": [[cell_names[cell] for cell in list_at(row, LONGEST_AT)] for row in rows],
        "goal": rules.LONG_ENOUGH,
    }
    return shown | {"pie": True} if state.pie else shown


@cache
def reserve_of(fish: int, *sharks: int) -> dict[str, Any]:
    return {"fish": fish, "sharks": dict(zip(SHARKS, sharks, strict=True))}


def list_at(row: list[int], start: int) -> list[int]:
    """A list in a drawing."""
    return row[start + 1 : start + 1 + row[start]]


def picture(state: Record, viewer: int = REFEREE) -> Text:
    drawn = "\n".join(picture_rows(state))
    lines = [reserve_line(state, seat) for seat in range(2)] + ([PIE_LINE] if state.pie else [])
    return Text(
        "\n".join([drawn, "", *(line.fr for line in lines)]),
        "\n".join([drawn, "", *(line.en for line in lines)]),
    )


def picture_rows(state: Record) -> list[str]:
    """The board, top row first; each row between the names of its ends."""
    marks = dict.fromkeys(cells_in(state, int(state.board)), "·")
    for seat in range(2):
        for cell in cells_in(state, int(state.fish[seat])):
            marks[cell] = "○●"[seat]
        for shark in sharks_on(state, seat):
            marks[shark["cell"]] = "△▲"[seat] + "".join(ARROWS[m] for m in shark["mouths"])
    rows: dict[str, list[str]] = {}
    for cell in marks:
        rows.setdefault(cell[0], []).append(cell)
    widest = max(len(row) for row in rows.values())
    return [
        f"{'  ' * (widest - len(row))}{row[0]:>3}  {''.join(f'{marks[cell]:<4}' for cell in row)} {row[-1]}".rstrip()
        for row in reversed(rows.values())
    ]


def reserve_line(state: Record, seat: int) -> Text:
    small, *big = (int(n) for n in state.sharks_left[seat])
    mouths = [MOUTHS[SHARKS[k + 1]] for k, left in enumerate(big) if left]
    fish, turn = int(state.fish_left[seat]), "▸" if not state.won and state.turn == seat else " "
    fr = f"poissons {fish}, petits requins {small}, grands requins : {', '.join(one.fr for one in mouths) or '—'}"
    en = f"fish {fish}, small sharks {small}, big sharks: {', '.join(one.en for one in mouths) or '—'}"
    return Text(
        f"{turn} {'○●'[seat]} {SEATS[seat].fr} : {fr}",
        f"{turn} {'○●'[seat]} {SEATS[seat].en}: {en}",
    )
