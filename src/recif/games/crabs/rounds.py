"""What may be looked up of earlier rounds of Crabe vs Poulpe while the game goes on: who played, and backs, no cards.

The last round stays open until the next is led, so that everybody sees how it ended.
"""

from recif.games.core.compiled import Record
from recif.games.crabs import rules
from recif.games.crabs.cards import CARDS, RANKS
from recif.games.crabs.options import BACKS
from recif.games.crabs.steps import PLAY

MORE = "…"


def is_past(before: Record, now: Record) -> bool:
    """§9 Whether the cards of that moment lie face down by now."""
    rounds = int(now.rounds) - int(before.rounds)
    return rounds > 1 or (rounds == 1 and now.played > 0)


def is_saying(move: int) -> bool:
    """A pass, a stop or an acceptance: no card moves."""
    return move >> 5 == PLAY and move & 31 >= CARDS


def back_of(move: int) -> int:
    """The back of the card that a move moves, as a card whose back alone shows."""
    return CARDS + (move & 31) // RANKS


def past_text(state: Record, move: int) -> str:
    """`pass`, `c` for a card played, `draw:c` for one dealt; an effect is not told from another: `…`, `…:c`."""
    if is_saying(move):
        return "pass" if move == rules.PASS else MORE
    back = BACKS[back_of(move) - CARDS]
    if move >> 5 == PLAY:
        return back
    return f"{'draw' if state.phase == rules.DEAL else MORE}:{back}"
