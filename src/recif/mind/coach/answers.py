"""What a move allows the next seat to do, said to whoever has played it or thinks of it.

Only where nothing is hidden or drawn: elsewhere the answer depends on what nobody may know yet.
"""

from recif.games.core.contract import Text
from recif.games.core.ideas import Names, named
from recif.games.core.position import Position
from recif.mind.coach.prospects import ponder
from recif.mind.coach.reasons import Reason, ideas_of, names_of, reason
from recif.mind.search.think import View

STEPS = 4  # of one's own turn, after the move
WIN, FORCED = "win", "forced"


def allowed(view: View, move: int, nodes: int, seed: int, names: Names = ()) -> Reason | None:
    """What the next seat's best answer is good for; None where that cannot be told."""
    at = when_another_decides(view, move, nodes, seed)
    if at is None:
        return None
    theirs = View(at, at.waiting[0])
    found = reason(theirs, ponder(theirs, nodes, seed), seed)
    return found and _said(theirs, found.idea, found.spots, names)


def answered(at: Position, seat: int, move: int, names: Names = ()) -> Reason | None:
    """The same of an answer that is known, by its most telling idea."""
    if not at.hides_nothing:
        return None
    theirs = View(at, seat)
    if at.after(seat, move).winners == (seat,):
        return _said(theirs, WIN, (), names)
    seen = ideas_of(theirs, move)
    return _said(theirs, seen[0].idea, seen[0].spots, names) if seen else None


def when_another_decides(view: View, move: int, nodes: int, seed: int) -> Position | None:
    """The position in which another seat decides, once the turn has been played on as well as possible."""
    at = view.position.copy()
    if not at.hides_nothing or len(at.waiting) != 1:
        return None
    at.go(view.seat, move)
    for _ in range(STEPS):
        if at.is_over or at.is_luck_due:
            return None
        if at.waiting[0] != view.seat:
            return at
        at.go(view.seat, ponder(View(at, view.seat), nodes, seed).best.move)
    return None


def _said(theirs: View, idea: str, spots: tuple[str, ...], names: Names) -> Reason | None:
    who, ideas = f"@{theirs.seat}", theirs.game.ideas
    if idea == WIN:
        said = Text(f"{who} gagne alors la partie.", f"{who} then wins the game.")
    elif idea == FORCED:
        said = Text(f"{who} gagne alors à coup sûr.", f"{who} then wins for sure.")
    elif ideas and idea in ideas.IDEAS:
        name = ideas.IDEAS[idea]
        said = Text(f"{who} a alors une bonne idée : {name.fr}.", f"{who} then has a good idea: {name.en}.")
    else:
        return None
    return Reason(idea, named(said, names or names_of(theirs)).bilingual, spots)
