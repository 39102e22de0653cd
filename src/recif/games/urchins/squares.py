"""Why a square of four cells counts for a pawn that stands in it, or does not, in words for people."""

from typing import TypedDict

from recif.games.core.compiled import Record
from recif.games.core.contract import Text, listed
from recif.games.urchins import rules
from recif.games.urchins.notation import names


class Square(TypedDict):
    """A square beside a pawn: its cells, whether it is fished, and why or why not."""

    cells: list[str]
    counts: bool
    why: dict[str, str]  # in both languages


def squares(state: Record, seat: int, cell: int) -> list[Square]:
    """§7 The squares around a cell for this seat's pawn on it, but for those that lack more than one urchin."""
    around = [(int(own), int(other)) for own, other in rules.SQUARES[cell]]
    return [
        _square(state, seat, own, other)
        for own, other in around
        if (own | other) & ~int(state.board) == 0 and len(_bare(state, own | other)) < 2
    ]


def _square(state: Record, seat: int, own: int, other: int) -> Square:
    against = _against(state, seat, own, other)
    cells = names(own | other)
    where = f"{cells[0]}–{cells[-1]}"
    if against:
        told = Text(
            f"Le carré {where} ne compte pas : {against.fr}.", f"The square {where} does not count: {against.en}."
        )
        return {"cells": cells, "counts": False, "why": told._asdict()}
    kept = names(other & int(rules.enemies(state, seat)))
    fr, en = "chaque diagonale montre une seule couleur", "each diagonal shows one colour"
    if kept:
        fr += f", mais un autre pion garde {listed(kept, 'et')}"
        en += f", but another pawn keeps {listed(kept, 'and')}"
    told = Text(f"Le carré {where} compte : {fr}.", f"The square {where} counts: {en}.")
    return {"cells": cells, "counts": True, "why": told._asdict()}


def _against(state: Record, seat: int, own: int, other: int) -> Text | None:
    """What keeps a square from being fished, if anything does."""
    bare = _bare(state, own | other)
    if bare:
        return Text(f"il manque un oursin en {bare[0]}", f"there is no urchin on {bare[0]}")
    yellow, red = (int(tops) for tops in state.tops)
    for diagonal in (own, other):
        if not rules.shows_one_colour(diagonal, yellow, red):
            ends = "–".join(names(diagonal))
            return Text(f"la diagonale {ends} montre deux couleurs", f"the diagonal {ends} shows two colours")
    if own & int(rules.enemies(state, seat)):
        return Text(
            "un autre pion est sur la même diagonale que le vôtre", "another pawn is on the same diagonal as yours"
        )
    return None


def _bare(state: Record, cells: int) -> list[str]:
    """Cells without an urchin."""
    return names(cells & ~int(state.tops[0] | state.tops[1]))
