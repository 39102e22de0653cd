"""The cards of Crabe vs Poulpe, as numbers, and sets of them that count to two.

A card is back * 12 + rank: back 0 is the crabs' and 1 the octopuses'; rank 0 is α and rank 11 is Ω.
There are two copies of each. A set of cards is a whole number of 48 bits: bit `card` stands for one copy,
and bit `card + 24` for a second. So the bits are the cards, whatever is asked of them.
"""

from recif.games.core.bits import nth_bit, popcount
from recif.games.core.compiled import Numbers, rule, table
from recif.games.core.luck import below

RANKS = 12
CARDS = 2 * RANKS  # kinds of cards
ALPHA, ONE, OMEGA = 0, 1, 11
CRAB, OCTOPUS = 0, 1
KINDS = (1 << CARDS) - 1  # the bits of first copies
ALL = (1 << 2 * CARDS) - 1
BACK = table(((1 << RANKS) - 1) * (1 | 1 << CARDS) << RANKS * back for back in range(2))  # all cards of a back


@rule
def added(cards: int, card: int) -> int:
    """The set with one more copy of a card."""
    return cards | 1 << card + CARDS * (cards >> card & 1)


@rule
def without(cards: int, card: int) -> int:
    """The set with one copy of a card less."""
    return cards ^ 1 << card + CARDS * (cards >> card + CARDS & 1)


@rule
def copies(cards: int, card: int) -> int:
    """How many copies of a card a set holds."""
    return (cards >> card & 1) + (cards >> card + CARDS & 1)


@rule
def any_of(cards: int, rng: Numbers) -> int:
    """A card of the set, each copy as likely as any other."""
    bit = nth_bit(cards, below(rng, popcount(cards)))
    return bit - CARDS if bit >= CARDS else bit
