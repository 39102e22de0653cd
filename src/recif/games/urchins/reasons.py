"""Why a text is not a legal move of Oursins."""

import re

from recif.games.core.compiled import Record
from recif.games.core.contract import Text, Why
from recif.games.urchins import rules
from recif.games.urchins.notation import COLOURS, URCHIN, cells, pawn_on, urchins
from recif.games.urchins.rules import ACTING, MOVING, PLACING

CELL = r"([a-z]\d)"
MOVE = re.compile(f"{CELL}-{CELL}", re.ASCII)
ADDITION = re.compile(f"\\+([{COLOURS}]){CELL}", re.ASCII)
PLACEMENT = re.compile(f">{CELL}", re.ASCII)

EXPECTED = {
    MOVING: Text(
        "À l’étape 1, déplacez un oursin, ou rien.",
        "At step 1, move an urchin, or nothing.",
    ),
    ACTING: Text(
        "À l’étape 2, ajoutez un oursin ou déplacez-en un.",
        "At step 2, add an urchin or move one.",
    ),
    PLACING: Text(
        "À l’étape 3, posez votre pion sur un oursin.",
        "At step 3, put your pawn on an urchin.",
    ),
}
WRITTEN = {MOVING: "a1-a2, -", ACTING: "+ya1, +ra1, a1-a2", PLACING: ">a1"}  # for who types


def why(state: Record, seat: int, text: str) -> Why:
    for shape, reason in ((MOVE, _why_not_move), (ADDITION, _why_not_add), (PLACEMENT, _why_not_place)):
        match = shape.fullmatch(text)
        if match is not None:
            return _off_the_board(state, match.groups()) or reason(state, seat, *match.groups())
    expected, written = EXPECTED[int(state.step)], WRITTEN[int(state.step)]
    if text != "-":
        told = Text(
            f"Ce n’est pas un coup. {expected.fr} ({written})", f"That is not a move. {expected.en} ({written})"
        )
        return Why("not-a-move", told)
    told = Text(f"Seule l’étape 1 peut se sauter. {expected.fr}", f"You can only skip step 1. {expected.en}")
    return Why("must-not-decline", told, "2")


def _off_the_board(state: Record, parts: tuple[str, ...]) -> Why | None:
    for cell in parts:
        if len(cell) == 2 and cell not in cells(state):
            return Why("off-the-board", Text(f"{cell} est hors du plateau.", f"{cell} is off the board."), "1", (cell,))
    return None


def _wrong_step(state: Record) -> Why:
    return Why("wrong-step", EXPECTED[int(state.step)], "2")


def _why_not_move(state: Record, seat: int, start: str, end: str) -> Why:
    """§3 A free urchin, to an empty cell in reach."""
    if state.step == PLACING:
        return _wrong_step(state)
    if not rules.may_move(state):
        told = Text(
            f"Personne n’a ajouté ni pêché d’oursin depuis {state.quiet} tours : ajoutez-en un.",
            f"Nobody has added or caught an urchin for {state.quiet} turns: add one.",
        )
        return Why("must-add", told, "5")
    here = urchins(state, cells(state)[start])
    if not here:
        return _nothing_on(start, "3")
    if pawn_on(state, cells(state)[start]) is not None:
        told = Text(f"Le pion en {start} retient l’oursin.", f"The pawn on {start} holds the urchin down.")
        return Why("pinned", told, "3", (start,))
    if urchins(state, cells(state)[end]):
        told = Text(f"{end} n’est pas une case vide.", f"{end} is not an empty cell.")
        return Why("occupied", told, "3", (end,))
    if len(here) == 1:
        told = Text(
            "Un oursin seul glisse d’une case, tout droit. Seul le sommet d’une pile saute plus loin.",
            "A lone urchin slides one cell, straight. Only the top of a pile jumps further.",
        )
        return Why("one-step-only", told, "3", (start, end))
    told = Text(
        "Le sommet d’une pile saute tout droit, sur une case vide de sa ligne ou de sa colonne.",
        "The top of a pile jumps straight, to an empty cell of its line or its column.",
    )
    return Why("not-in-line", told, "3", (start, end))


def _why_not_add(state: Record, seat: int, letter: str, end: str) -> Why:
    """§4 On an empty cell, or on a lone urchin of the other colour without a pawn."""
    if state.step != ACTING:
        return _wrong_step(state)
    here = urchins(state, cells(state)[end])
    if len(here) == 2:
        told = Text(f"Il y a déjà une pile de deux en {end}.", f"There is a pile of two on {end} already.")
        return Why("pile-is-full", told, "4", (end,))
    if here == letter:
        colour = URCHIN[letter]
        told = Text(
            f"L’oursin en {end} est aussi {colour.fr} : une pile a deux couleurs différentes.",
            f"The urchin on {end} is {colour.en} too: a pile has two different colours.",
        )
        return Why("same-colour", told, "4", (end,))
    told = Text(
        f"Il y a un pion en {end} : vous ne pouvez rien poser dessus.",
        f"A pawn is on {end}: you cannot add anything there.",
    )
    return Why("under-a-pawn", told, "4", (end,))


def _why_not_place(state: Record, seat: int, end: str) -> Why:
    """§6 On an urchin or a pile without a pawn."""
    if state.step != PLACING:
        return _wrong_step(state)
    owner = pawn_on(state, cells(state)[end])
    if owner is None:
        return _nothing_on(end, "6")
    if owner == seat:
        told = Text(
            "Votre pion doit changer de case : choisissez un autre oursin.",
            "Your pawn must leave its cell: choose another urchin.",
        )
        return Why("pawn-must-move", told, "6", (end,))
    told = Text(f"Il y a déjà un autre pion en {end}.", f"Another pawn is on {end} already.")
    return Why("enemy-pawn", told, "6", (end,))


def _nothing_on(cell: str, rule: str) -> Why:
    return Why("no-urchin", Text(f"Il n’y a pas d’oursin en {cell}.", f"There is no urchin on {cell}."), rule, (cell,))
