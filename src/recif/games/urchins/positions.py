"""The position text of Oursins, and its way back.

A position is one line: ranks from the top, seat to play, step, reserve (yellow, red), urchins taken by each seat,
quiet turns / patience:

    ....../....../..[ry]0.../.y1..../...r../...... 0 1 16,16 0,4 1/6

`.` is an empty cell, `y` or `r` an urchin, `[ry]` a pile from bottom to top; a digit after it is the pawn of that
seat. The step is `1`, `2`, `3`, `3+` (an urchin has been added this turn) or `over`.
"""

import re
from typing import NoReturn

from recif.games.core.bits import popcount
from recif.games.core.compiled import Record, blank
from recif.games.core.contract import Refused, Text
from recif.games.urchins import rules
from recif.games.urchins.notation import COLOURS, name, names, pawn_on, ranks, urchins
from recif.games.urchins.rules import ACTING, MOVING, OVER, PLACING, RED, URCHINS, YELLOW

SIZES = (5, 6)
ROUNDS = (3, 1)  # §5 the values of option `quiet`
STEP_TEXTS = {"over": (OVER, 0), "1": (MOVING, 0), "2": (ACTING, 0), "3": (PLACING, 0), "3+": (PLACING, 1)}
POSITION = re.compile(
    r"(?P<ranks>\S+) (?P<turn>\d) (?P<step>over|1|2|3\+|3) (?P<yellow>\d{1,2}),(?P<red>\d{1,2})"
    r" (?P<taken>\d{1,2}(,\d{1,2})*) (?P<quiet>\d{1,2})/(?P<patience>\d{1,2})",
    re.ASCII,
)
CELL = re.compile(r"(\.|[yr]|\[[yr]*\])([0-9]?)")


def position(state: Record) -> str:
    board = "/".join("".join(_cell_text(state, cell) for cell in row) for row in ranks(state))
    step = next(word for word, value in STEP_TEXTS.items() if value == (state.step, state.added))
    taken = ",".join(str(count) for count in state.taken[: state.seats])
    reserve = f"{state.reserve[YELLOW]},{state.reserve[RED]}"
    return f"{board} {state.turn} {step} {reserve} {taken} {state.quiet}/{state.patience}"


def _cell_text(state: Record, cell: int) -> str:
    here, seat = urchins(state, cell), pawn_on(state, cell)
    return ((f"[{here}]" if len(here) == 2 else here) or ".") + ("" if seat is None else str(seat))


def parse(text: str) -> Record:
    """The position of a text; Refused with a sentence if there can be none."""
    parts = POSITION.fullmatch(text.strip())
    if parts is None:
        _refuse(
            "not-a-position",
            "Une position s’écrit « rangées place étape réserve prises calme/patience », par exemple "
            "« ...../...../...../...../..... 0 2 20,20 0,0 0/6 ».",
            "A position is written “ranks seat step reserve taken quiet/patience”, for example "
            "“...../...../...../...../..... 0 2 20,20 0,0 0/6”.",
        )
    state = blank(rules.State)
    taken = [int(count) for count in parts["taken"].split(",")]
    _set_seats(state, taken, int(parts["turn"]))
    _set_board(state, parts["ranks"].split("/"))
    state.reserve[:] = int(parts["yellow"]), int(parts["red"])
    state.quiet, state.patience = int(parts["quiet"]), int(parts["patience"])
    state.step, state.added = STEP_TEXTS[parts["step"]]
    _check_counts(state)
    _check_quiet(state)
    _check_step(state)
    return state


def _set_seats(state: Record, taken: list[int], turn: int) -> None:
    if not 2 <= len(taken) <= rules.SEATS:
        _refuse(
            "bad-seats",
            f"On joue à 2, 3 ou 4, et la position donne les prises de {len(taken)}.",
            f"2, 3 or 4 play, and the position gives the catch of {len(taken)}.",
        )
    if turn >= len(taken):
        _refuse(
            "no-such-seat",
            f"La place {turn} ne peut pas avoir le trait à {len(taken)} joueurs.",
            f"It cannot be the turn of seat {turn} when {len(taken)} play.",
        )
    state.seats, state.turn = len(taken), turn
    state.taken[: len(taken)] = taken


def _set_board(state: Record, rows: list[str]) -> None:
    if len(rows) not in SIZES:
        _refuse(
            "bad-size",
            f"Le plateau a 5 ou 6 rangées, pas {len(rows)}.",
            f"The board has 5 or 6 ranks, not {len(rows)}.",
        )
    state.board = rules.board(len(rows))
    for row, line in zip(ranks(state), rows, strict=True):
        tokens = [match.groups() for match in CELL.finditer(line)]
        if len(tokens) != len(rows) or "".join(a + b for a, b in tokens) != line:
            _refuse(
                "bad-rank",
                f"La rangée « {line} » ne se lit pas comme {len(rows)} cases.",
                f"The rank “{line}” does not read as {len(rows)} cells.",
            )
        for cell, (piece, pawn) in zip(row, tokens, strict=True):
            _set_urchins(state, cell, piece)
            if pawn:
                _set_pawn(state, cell, int(pawn))


def _set_urchins(state: Record, cell: int, piece: str) -> None:
    if piece.startswith("[") and len(piece) != len("[ry]"):
        _refuse(
            "bad-pile",
            f"Une pile compte deux oursins, et pas ce qui est en {name(cell)} : {piece}.",
            f"A pile is two urchins, not what is on {name(cell)}: {piece}.",
        )
    here = piece.strip(".[]")
    if here in ("yy", "rr"):
        _refuse(
            "one-colour-pile",
            f"La pile en {name(cell)} est d’une seule couleur ; il lui en faut deux.",
            f"The pile on {name(cell)} has one colour; it takes both.",
        )
    if here:
        state.tops[COLOURS.index(here[-1])] |= 1 << cell
    if len(here) == 2:
        state.piles |= 1 << cell


def _set_pawn(state: Record, cell: int, seat: int) -> None:
    if seat >= state.seats:
        _refuse(
            "no-such-seat",
            f"Il y a en {name(cell)} un pion de la place {seat}, mais on joue à {state.seats}.",
            f"There is a pawn of seat {seat} on {name(cell)}, but {state.seats} play.",
        )
    if not urchins(state, cell):
        _refuse(
            "pawn-on-nothing",
            f"Le pion en {name(cell)} n’est posé sur aucun oursin.",
            f"The pawn on {name(cell)} stands on no urchin.",
        )
    for elsewhere in names(state.pawns[seat]):
        _refuse(
            "two-pawns",
            f"La place {seat} n’a qu’un pion : il ne peut pas être à la fois en {name(cell)} et en {elsewhere}.",
            f"Seat {seat} has one pawn: it cannot be on both {name(cell)} and {elsewhere}.",
        )
    state.pawns[seat] = 1 << cell


def _check_counts(state: Record) -> None:
    """§1 Twenty of each colour, on the board, in the reserve or taken."""
    missing = 0
    for colour, fr, en in ((YELLOW, "jaunes", "yellow"), (RED, "rouges", "red")):
        there = popcount(state.tops[colour]) + popcount(state.tops[1 - colour] & state.piles) + state.reserve[colour]
        if there > URCHINS:
            _refuse(
                "too-many-urchins",
                f"Il y a {there} oursins {fr} sur le plateau et en réserve ; le jeu n’en a que {URCHINS}.",
                f"There are {there} {en} urchins on the board and in the reserve; the game has only {URCHINS}.",
            )
        missing += URCHINS - there
    if sum(state.taken) != missing:
        _refuse(
            "urchins-do-not-add-up",
            f"Les prises font {sum(state.taken)} oursins, mais il en manque {missing} au plateau et à la réserve.",
            f"{sum(state.taken)} urchins are taken, but {missing} are missing from the board and the reserve.",
        )


def _check_quiet(state: Record) -> None:
    """§5 The patience is one or three full rounds, and the count cannot pass it."""
    allowed = [rounds * state.seats for rounds in ROUNDS]
    if state.patience not in allowed:
        _refuse(
            "bad-patience",
            f"La patience à {state.seats} est de {allowed[1]} ou {allowed[0]} tours, pas {state.patience}.",
            f"When {state.seats} play, the patience is {allowed[1]} or {allowed[0]} turns, not {state.patience}.",
        )
    if state.quiet > state.patience:
        _refuse(
            "too-quiet",
            f"Il n’y a pas {state.quiet} tours calmes de suite : après {state.patience}, il faut ajouter un oursin.",
            f"There are never {state.quiet} quiet turns in a row: after {state.patience}, an urchin must be added.",
        )


def _check_step(state: Record) -> None:
    """§2, §8 The step must be one that the game can have come to."""
    empty_reserves = [int(left) for left in state.reserve].count(0)
    if state.step == OVER and (empty_reserves != 1 or state.quiet):
        _refuse(
            "not-over",
            "La partie ne finit qu’au tour où une couleur, et une seule, vient de quitter la réserve.",
            "The game ends only on the turn when one colour, and only one, has just left the reserve.",
        )
    if empty_reserves and state.step != OVER and (empty_reserves == 2 or not state.added):
        _refuse(
            "should-be-over",
            "Une couleur manque à la réserve au début d’un tour : la partie devrait être finie.",
            "A colour is missing from the reserve at the start of a turn: the game should be over.",
        )
    if state.step == MOVING and not rules.can_move(state):
        _refuse(
            "step-1-not-asked",
            "Aucun oursin ne peut bouger : l’étape 1 n’est pas demandée.",
            "No urchin can move: step 1 is not asked.",
        )
    if state.step == PLACING and not rules.perches(state):
        _refuse(
            "no-place-for-the-pawn",
            "À l’étape 3 il reste toujours un oursin sans pion ; ici il n’y en a pas.",
            "At step 3 there is always an urchin without a pawn; here there is none.",
        )
    if state.step == PLACING and not state.added and state.quiet == state.patience:
        _refuse(
            "must-have-added",
            "Après tant de tours calmes, l’étape 2 a dû être un ajout : l’étape s’écrit 3+.",
            "After so many quiet turns step 2 must have been an addition: the step is written 3+.",
        )


def _refuse(code: str, fr: str, en: str) -> NoReturn:
    raise Refused(code, Text(fr, en))
