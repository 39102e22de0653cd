"""What the seats of Crabe vs Poulpe have seen: a log in the state, one entry a card that moved.

An entry is word, seat, back and ranks. Ranks are twelve bits, and twelve more for second copies; to a viewer who
saw only the back they are blank. So a view is the log with its blanks, and nothing that a seat has seen is lost.
"""

from recif.games.core.compiled import Record, rule
from recif.games.crabs.cards import RANKS
from recif.games.crabs.steps import DRAW, DROP, LOOK, MIX

# Each of 36 cards with an effect is played once and takes at most four steps; each step logs at most three entries
# (a pinch and a look at either back) and puts at most one card back into a deck; 48 cards are played, 48 drawn.
LOG = 48 + 48 + 36 * 4 * (3 + 1)

WORD, SEAT, BACK = 26, 25, 24  # where the parts of an entry begin
CARD_RANKS = (1 << BACK) - 1


@rule
def note(state: Record, word: int, seat: int, card: int) -> None:
    """A seat has done something with a card."""
    back = 1 if card >= RANKS else 0
    append(state, word, seat, back, 1 << card - RANKS * back)


@rule
def note_look(state: Record, seat: int) -> None:
    """A seat has seen the other hand, back by back."""
    for back in range(2):
        append(state, LOOK, seat, back, ranks_of(state.hand[1 - seat], back))


@rule
def ranks_of(cards: int, back: int) -> int:
    """The ranks of a set's cards of one back, as an entry has them."""
    cards >>= RANKS * back
    return cards & 0xFFF | cards >> RANKS & 0xFFF000


@rule
def append(state: Record, word: int, seat: int, back: int, ranks: int) -> None:
    state.log[state.logged] = word << WORD | seat << SEAT | back << BACK | ranks
    state.logged += 1


@rule
def is_secret(word: int) -> bool:
    """§7 Whether only the back shows to those who do not hold the card."""
    return word in (DRAW, DROP, MIX)


@rule
def blank_secrets(state: Record, viewer: int) -> None:
    """Take out of the log what the viewer has not seen."""
    for i in range(state.logged):
        entry = int(state.log[i])
        word = entry >> WORD
        if (is_secret(word) and (entry >> SEAT & 1) != viewer) or (word == LOOK and viewer < 0):
            state.log[i] = entry & ~CARD_RANKS
