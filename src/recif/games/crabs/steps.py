"""What cards do: every effect of Crabe vs Poulpe is a short list of steps, and they are all here.

To put in what your own box says, use the option `effects`; to change the defaults, change PRINTED's two lists.
"""

from recif.games.core.compiled import table
from recif.games.crabs.cards import CARDS, CRAB, OCTOPUS, RANKS

# What can be done with a card; a move is one of these and a card.
PLAY, GIVE, DROP, MIX, PINCH, DRAW, STEAL = range(7)
# Steps that move no card, and the entry that a look at a hand leaves in the log.
AGAIN, INVERT, INK, LOOK = range(7, 11)

STEPS = {
    "again": AGAIN,
    "give": GIVE,
    "drop": DROP,
    "draw": DRAW,
    "invert": INVERT,
    "mix": MIX,
    "steal": STEAL,
    "pinch": PINCH,
    "ink": INK,
}
LAST_ONLY = ("again", "invert", "ink")
NUMBERS = range(2, 11)  # the ranks that can have an effect
MOST_STEPS = 4
STEP_BITS = 4

SYMMETRIC = {2: "again", 4: "give", 5: "drop", 7: "draw drop", 8: "invert", 9: "mix", 10: "steal"}
ASYMMETRIC = {
    CRAB: SYMMETRIC | {2: "pinch", 5: "again", 10: "steal give"},
    OCTOPUS: SYMMETRIC | {2: "ink", 5: "draw draw drop drop", 10: "give steal"},
}


def packed(steps: str) -> int:
    """A list of steps as one number, four bits a step, the first lowest."""
    return sum(STEPS[step] << STEP_BITS * place for place, step in enumerate(steps.split()))


def unpacked(number: int) -> str:
    """The list of steps that a number stands for."""
    names = {code: name for name, code in STEPS.items()}
    codes = [number >> STEP_BITS * place & 15 for place in range(MOST_STEPS)]
    return " ".join(names[code] for code in codes if code)


def _effects(mode: int) -> list[int]:
    texts = [ASYMMETRIC[card // RANKS] if mode else SYMMETRIC for card in range(CARDS)]
    return [packed(texts[card].get(card % RANKS, "")) for card in range(CARDS)]


PRINTED = table(_effects(mode) for mode in range(2))  # by mode and card
