"""Cards that a viewer can point to in a hidden hand, for those who draw it."""

from collections import Counter

from recif.games.core.compiled import Record
from recif.games.crabs.cards import RANKS
from recif.games.crabs.memory import BACK, CARD_RANKS, SEAT, WORD
from recif.games.crabs.steps import DRAW, DROP, GIVE, LOOK, MIX, PINCH, PLAY, STEAL


def surely_held(view: Record, seat: int) -> list[int]:
    """§7 Cards that came into a hand in sight, and that have not been seen, or may not have gone unseen, since."""
    sure: Counter[int] = Counter()
    for entry in view.log[: view.logged]:
        _learn(sure, seat, int(entry))
    return sorted(sure.elements())


def _learn(sure: Counter[int], seat: int, entry: int) -> None:
    word, actor, back, ranks = entry >> WORD, entry >> SEAT & 1, entry >> BACK & 1, entry & CARD_RANKS
    of_back = range(RANKS * back, RANKS * back + RANKS)
    cards = [RANKS * back + bit % RANKS for bit in range(2 * RANKS) if ranks >> bit & 1]
    if word == LOOK and actor != seat and ranks:
        for card in of_back:
            sure[card] = cards.count(card)
    elif (word in (DRAW, STEAL) and actor == seat) or (word == GIVE and actor != seat):
        sure.update(cards)
    elif (word in (PLAY, GIVE, DROP, MIX) and actor == seat) or (word in (STEAL, PINCH) and actor != seat):
        for card in cards or of_back:
            sure[card] = max(0, sure[card] - 1)
