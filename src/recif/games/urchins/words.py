"""Oursins in words: sentences, scenes, parts. Colours are "yellow" and "red" on screens.

A scene:
    {"size": 6, "turn": 0, "step": "move", "cells": ["a1", …],
     "urchins": {"b2": ["red", "yellow"], …}, bottom to top; cells without an urchin are left out
     "pawns": ["b2", null], a cell a seat; null in hand
     "reserve": {"yellow": 18, "red": 17}, "taken": [0, 5],
     "quiet": 2, "patience": 6, "must_add": false}
`step` is "move" (step 1), "act" (step 2), "place" (step 3) or "over"; `must_add`: step 2 of this turn must add.
The parts of a move:
    {"kind": "decline", "cells": []}
    {"kind": "move", "cells": ["a1", "a2"], "from": "a1", "to": "a2", "piece": "yellow", "pile": false}
    {"kind": "add", "cells": ["b2"], "to": "b2", "piece": "yellow", "on": "red"}, on: null on an empty cell
    {"kind": "pawn", "cells": ["b2"], "from": null, "to": "b2", "eats": ["a1", "b2"], "catch": 3, "protected": ["b1"],
     "squares": [{"cells": ["a1", "b1", "a2", "b2"], "counts": true, "why": {"fr": …, "en": …}}, …]}
`eats` are the cells fished, `catch` the urchins on them, `protected` the cells of the squares that enemy pawns
keep; `squares` are those around the pawn that have three urchins or more, and why they are fished or not.
"""

from typing import Any, NotRequired, TypedDict

from recif.games.core.bits import popcount
from recif.games.core.compiled import Record, copy
from recif.games.core.contract import REFEREE, Parts, Text, listed, seats_in
from recif.games.urchins import rules
from recif.games.urchins.notation import COLOURS, SEATS, URCHIN, cells, name, names, size, text, texts, urchins
from recif.games.urchins.pictures import picture
from recif.games.urchins.positions import parse, position
from recif.games.urchins.reasons import why
from recif.games.urchins.rules import ACTING, ADD, DECLINE, MOVING, OVER, PAWN, PLACING, RANK
from recif.games.urchins.squares import Square, squares
from recif.games.urchins.things import things

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

STEPS = {MOVING: "move", ACTING: "act", PLACING: "place", OVER: "over"}
NOTHING = Text("", "")


def seat_name(state: Record, seat: int) -> Text:
    return SEATS[seat]


def scene(state: Record, viewer: int = REFEREE) -> dict[str, Any]:
    return {
        "size": size(state),
        "turn": int(state.turn),
        "step": STEPS[int(state.step)],
        "cells": names(state.board),
        "urchins": {at: _colours(urchins(state, cell)) for at, cell in cells(state).items() if urchins(state, cell)},
        "pawns": [_cell_of_pawn(state, seat) for seat in range(state.seats)],
        "reserve": {URCHIN[letter].en: int(left) for letter, left in zip(COLOURS, state.reserve, strict=True)},
        "taken": [int(count) for count in state.taken[: state.seats]],
        "quiet": int(state.quiet),
        "patience": int(state.patience),
        "must_add": bool(state.quiet == state.patience and state.step in (MOVING, ACTING)),
    }


def _cell_of_pawn(state: Record, seat: int) -> str | None:
    return next(iter(names(state.pawns[seat])), None)


def _colours(here: str) -> list[str]:
    return [URCHIN[letter].en for letter in here]


UrchinWay = TypedDict("UrchinWay", {"from": str | None, "to": str}, total=False)


class UrchinParts(Parts, UrchinWay):
    piece: NotRequired[str]
    pile: NotRequired[bool]
    on: NotRequired[str | None]
    protected: NotRequired[list[str]]
    squares: NotRequired[list[Square]]


def parts(state: Record, seat: int, move: int) -> UrchinParts:
    if move == DECLINE:
        return {"kind": "decline", "cells": []}
    if move >= PAWN:
        return _pawn_parts(state, seat, move - PAWN)
    if move >= ADD:
        return _add_parts(state, COLOURS[(move - ADD) >> 6], move & 63)
    return _move_parts(state, move >> 6, move & 63)


def _move_parts(state: Record, start: int, end: int) -> UrchinParts:
    here, ends = urchins(state, start), [name(start), name(end)]
    piece = URCHIN[here[-1]].en
    return {"kind": "move", "cells": ends, "from": ends[0], "to": ends[1], "piece": piece, "pile": len(here) == 2}


def _add_parts(state: Record, colour: str, end: int) -> UrchinParts:
    below = urchins(state, end)
    under = URCHIN[below].en if below else None
    return {"kind": "add", "cells": [name(end)], "to": name(end), "piece": URCHIN[colour].en, "on": under}


def _pawn_parts(state: Record, seat: int, end: int) -> UrchinParts:
    placed = copy(state)
    placed.pawns[seat] = 1 << end
    fished, foes = int(rules.fishing_squares(placed, seat)), int(rules.enemies(placed, seat))
    caught = fished & ~foes
    return {
        "kind": "pawn",
        "cells": [name(end)],
        "from": _cell_of_pawn(state, seat),
        "to": name(end),
        "eats": names(caught),
        "catch": popcount(caught) + popcount(caught & int(state.piles)),
        "protected": names(fished & foes),
        "squares": squares(placed, seat, end),
    }


def sentence(state: Record, seat: int, move: int, viewer: int = REFEREE) -> Text:
    part, who = parts(state, seat, move), SEATS[seat]
    if part["kind"] == "move":
        return _move_sentence(who, part, _jumped(state, move >> 6, move & 63))
    if part["kind"] == "add":
        return _add_sentence(who, part)
    if part["kind"] == "decline":
        return Text(f"{who.fr} ne déplace pas d’oursin.", f"{who.en} moves no urchin.")
    after = copy(state)
    rules.play(after, seat, move)
    catch, end = _catch_words(part), _end_words(after)
    return Text(
        f"{who.fr} pose son pion en {part['to']}{catch.fr}{end.fr}.",
        f"{who.en} puts the pawn on {part['to']}{catch.en}{end.en}.",
    )


def _jumped(state: Record, start: int, end: int) -> int:
    """§3 How many cells with urchins the top of a pile jumps over."""
    steps = max(abs(end // RANK - start // RANK), abs(end % RANK - start % RANK))
    return sum(bool(urchins(state, start + (end - start) // steps * step)) for step in range(1, steps))


def _move_sentence(who: Text, part: UrchinParts, jumped: int) -> Text:
    colour = _colour_words(part["piece"])
    place = Text("du sommet de la pile", "from the top of the pile on") if part["pile"] else Text("de", "from")
    over = NOTHING
    if jumped:
        cells = Text("cases" if jumped > 1 else "case", "cells" if jumped > 1 else "cell")
        over = Text(f", par-dessus {jumped} {cells.fr} avec des oursins", f", over {jumped} {cells.en} with urchins")
    return Text(
        f"{who.fr} déplace l’oursin {colour.fr} {place.fr} {part['from']} en {part['to']}{over.fr}.",
        f"{who.en} moves the {colour.en} urchin {place.en} {part['from']} to {part['to']}{over.en}.",
    )


def _add_sentence(who: Text, part: UrchinParts) -> Text:
    colour, onto = _colour_words(part["piece"]), NOTHING
    if part["on"]:
        under = _colour_words(part["on"])
        onto = Text(f", sur un {under.fr}", f", on top of a {under.en} one")
    return Text(
        f"{who.fr} ajoute un oursin {colour.fr} en {part['to']}{onto.fr}.",
        f"{who.en} adds a {colour.en} urchin on {part['to']}{onto.en}.",
    )


def _colour_words(colour: str) -> Text:
    return next(words for words in URCHIN.values() if words.en == colour)


def _catch_words(part: UrchinParts) -> Text:
    """§7 What the pawn fishes, and what it has to leave."""
    if not part["eats"]:
        return NOTHING
    kept = NOTHING
    if part["protected"]:
        kept = Text(
            f" ; un autre pion protège {listed(part['protected'], 'et')}",
            f"; another pawn protects {listed(part['protected'], 'and')}",
        )
    return Text(
        f" et pêche {part['catch']} oursins en {listed(part['eats'], 'et')}{kept.fr}",
        f" and catches {part['catch']} urchins from {listed(part['eats'], 'and')}{kept.en}",
    )


def ended(state: Record) -> Text:
    """§8 Why the game is over."""
    out = [URCHIN[letter] for letter, left in zip(COLOURS, state.reserve, strict=True) if left == 0]
    fr, en = listed([colour.fr for colour in out], "ni"), listed([colour.en for colour in out], "or")
    return Text(f"Il n’y a plus d’oursin {fr} en réserve.", f"No {en} urchin is left in the reserve.")


def _end_words(state: Record) -> Text:
    """§8 The turn in which a colour has left the reserve is the last."""
    for letter, left in zip(COLOURS, state.reserve, strict=True):
        if left == 0:
            colour, won = URCHIN[letter], _winners_words(state)
            return Text(
                f" ; il n’y a plus d’oursin {colour.fr} en réserve, la partie est finie : {won.fr}",
                f"; no {colour.en} urchin is left in the reserve, the game is over: {won.en}",
            )
    return NOTHING


def _winners_words(state: Record) -> Text:
    winners = [SEATS[seat] for seat in seats_in(rules.winners(state))]
    fr, en = listed([who.fr for who in winners], "et"), listed([who.en for who in winners], "and")
    if len(winners) == 1:
        return Text(f"{fr} gagne", f"{en} wins")
    return Text(f"{fr} se partagent la victoire", f"{en} share the win")
