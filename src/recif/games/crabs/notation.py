"""The texts of cards and moves of Crabe vs Poulpe. See docs/notation.md."""

from recif.games.core.compiled import Record
from recif.games.core.contract import PAST, REFEREE
from recif.games.crabs import rules
from recif.games.crabs.cards import CARDS
from recif.games.crabs.options import BACKS
from recif.games.crabs.rounds import past_text
from recif.games.crabs.steps import AGAIN, DRAW, DROP, GIVE, MIX, PINCH, PLAY, STEAL

RANK_TEXTS = ("A", *(str(number) for number in range(1, 11)), "O")
CARD_TEXTS = tuple(f"{rank}{back}" for back in BACKS for rank in RANK_TEXTS)
WORDS = {GIVE: "give", DROP: "drop", MIX: "mix", PINCH: "pinch", DRAW: "draw", STEAL: "steal"}
PHASES = WORDS | {
    AGAIN: "again",
    rules.DEAL: "deal",
    rules.LEAD: "lead",
    rules.TURN: "turn",
    rules.ANSWER: "answer",
    rules.OVER: "over",
}
SAYINGS = {rules.PASS: "pass", rules.STOP: "stop", rules.ACCEPT: "accept"}


def card_text(card: int) -> str:
    """`4c`; of a card whose back alone shows, `c`."""
    return CARD_TEXTS[card] if card < CARDS else BACKS[card - CARDS]


def text(state: Record, seat: int, move: int, viewer: int = REFEREE) -> str:
    """`4c`, `pass`, `give:4c`; what the viewer sees only the back of is `drop:c`."""
    if viewer == PAST:
        return past_text(state, move)
    shown = move if viewer == REFEREE else int(rules.seen(state, seat, move, viewer))
    word, card = shown >> 5, shown & 31
    if word == PLAY:
        return SAYINGS.get(card) or card_text(card)
    return f"{WORDS[word]}:{card_text(card)}"


def cards_in(cards: int) -> list[int]:
    """A set of cards as a sorted list, each copy once."""
    return sorted([c for c in range(CARDS) if cards >> c & 1] + [c for c in range(CARDS) if cards >> c + CARDS & 1])


def pile_of(state: Record) -> list[tuple[int, int]]:
    """The cards played this round, in order, each with the seat that played it."""
    return [(int(entry) & 31, int(entry) >> 5) for entry in state.pile[: state.played]]
