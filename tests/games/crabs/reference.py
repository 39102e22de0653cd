"""Crabe vs Poulpe told slowly: one generator that asks for every decision and every luck, as a person would run it.

It yields (seat, choices) or (None, outcomes with weights) and is sent the text chosen; it returns the winner.
Cards are texts, hands and decks are lists. Written from the rules page alone, to be compared with `crabs/rules.py`.
"""

from collections import Counter
from collections.abc import Generator

RANKS = ["A", *(str(n) for n in range(1, 11)), "O"]
SYMMETRIC = {"2": "again", "4": "give", "5": "drop", "7": "draw drop", "8": "invert", "9": "mix", "10": "steal"}
BY_SIDE = {
    "2c": "pinch",
    "5c": "again",
    "10c": "steal give",
    "2p": "ink",
    "5p": "draw draw drop drop",
    "10p": "give steal",
}

Ask = tuple[int | None, dict[str, int]]
Flow = Generator[Ask, str, None]


class Won(Exception):
    def __init__(self, seat: int) -> None:
        self.seat = seat


class Table:
    """Everything that lies on it."""

    def __init__(
        self, mode: str, crabs_seat: int, effects: dict[str, str], resist: str = "chain", version: int = 2
    ) -> None:
        self.version, self.has_chains = version, version == 2 and resist == "chain"
        self.backs = "cp" if crabs_seat == 0 else "pc"
        self.hands: list[list[str]] = [[], []]
        self.decks = {back: [rank + back for rank in RANKS] * 2 for back in "cp"}
        self.effects = {f"{rank}{back}": SYMMETRIC.get(rank, "") for rank in RANKS for back in "cp"}
        if mode == "asymmetric":
            self.effects |= BY_SIDE
        self.effects |= {key + back: steps for key, steps in effects.items() if key[-1] not in "cp" for back in "cp"}
        self.effects |= {key: steps for key, steps in effects.items() if key[-1] in "cp"}
        self.top: str | None = None
        self.below = False
        self.ink = False

    def deck(self, seat: int) -> list[str]:
        return self.decks[self.backs[seat]]

    def take(self, seat: int, card: str) -> None:
        self.hands[seat].remove(card)

    def check_win(self, seat: int) -> None:
        if not self.hands[seat] and not self.deck(seat):
            raise Won(seat)

    def ones(self, seat: int) -> list[str]:
        return [card for card in self.hands[seat] if card[:-1] == "1"]

    def fits(self, card: str) -> bool:
        rank = card[:-1]
        if rank == "O":
            return True
        if rank == "1":
            return self.below and self.version == 2
        if rank == "A":
            return False
        if self.top == "A":
            return True
        assert self.top is not None
        return int(rank) < int(self.top) if self.below else int(rank) > int(self.top)


def choices(*texts: str) -> dict[str, int]:
    return dict.fromkeys(texts, 1)


def game(table: Table) -> Generator[Ask, str, int]:
    leader = 0
    try:
        while True:
            leader = yield from one_round(table, leader)
    except Won as won:
        return won.seat


def one_round(table: Table, leader: int) -> Generator[Ask, str, int]:
    """Returns who has won the round."""
    for seat in (leader, 1 - leader):
        while len(table.hands[seat]) < 5 and table.deck(seat):
            yield from draw(table, seat)
    table.top, table.below, table.ink = None, False, False
    seat, can_decline, card, worth = leader, "", "", None
    while True:
        if card:
            pass  # chosen already, in place of the one that was cancelled
        elif table.top is None:
            card = yield seat, choices(*table.hands[seat])
        else:
            card = yield seat, choices(*filter(table.fits, table.hands[seat]), can_decline or "pass")
        if card == "pass":
            return 1 - seat
        if card == "stop":
            seat, can_decline, card, table.top = 1 - seat, "", "", worth
            continue
        table.take(seat, card)
        table.check_win(seat)
        if card[:-1] == "O":
            return seat
        table.top, table.below = card[:-1], False
        steps, table.ink = ("" if table.ink else table.effects[card]), False
        number, can_decline, card = card[:-1], "", ""
        if not steps:
            seat = 1 - seat
            continue
        card = yield from resisted(table, seat)
        if card:
            continue
        worth = table.top
        for step in steps.split():
            if step == "again":
                can_decline, table.top = "stop", number
            elif step == "invert":
                table.below, table.top = True, number
            elif step == "ink":
                table.ink = True
            else:
                yield from STEPS[step](table, seat)
        if not can_decline:
            seat = 1 - seat


def resisted(table: Table, seat: int) -> Generator[Ask, str, str]:
    """1s on an effect of this seat, and 1s on 1s: nothing if it takes place in the end, else the seat's next card."""
    while True:
        answer = yield 1 - seat, choices(*table.ones(1 - seat), "accept")
        if answer == "accept":
            return ""
        table.take(1 - seat, answer)
        table.check_win(1 - seat)
        table.top = "1"
        against = table.ones(seat) if table.has_chains else []
        card = yield seat, choices(*against, *filter(table.fits, table.hands[seat]), "pass")
        if card not in against:
            return card
        table.take(seat, card)
        table.check_win(seat)


def draw(table: Table, seat: int) -> Flow:
    deck = table.deck(seat)
    if deck:
        drawn = yield None, Counter(f"draw:{card}" for card in deck)
        card = drawn.removeprefix("draw:")
        deck.remove(card)
        table.hands[seat].append(card)


def give(table: Table, seat: int) -> Flow:
    card = yield from chosen(table, seat, seat, "give")
    if card:
        table.hands[1 - seat].append(card)
        table.check_win(seat)


def drop(table: Table, seat: int) -> Flow:
    card = yield from chosen(table, seat, seat, "drop")
    if card:
        table.check_win(seat)


def mix(table: Table, seat: int) -> Flow:
    card = yield from chosen(table, seat, seat, "mix")
    if card:
        table.decks[card[-1]].append(card)
        table.check_win(seat)


def pinch(table: Table, seat: int) -> Flow:
    card = yield from chosen(table, seat, 1 - seat, "pinch")
    if card:
        table.decks[card[-1]].append(card)
        table.check_win(1 - seat)


def chosen(table: Table, seat: int, owner: int, word: str) -> Generator[Ask, str, str]:
    """A card that a seat chooses from a hand, and that leaves it; none from an empty hand."""
    if not table.hands[owner]:
        return ""
    text = yield seat, choices(*(f"{word}:{card}" for card in table.hands[owner]))
    card = text.removeprefix(f"{word}:")
    table.take(owner, card)
    return card


def steal(table: Table, seat: int) -> Flow:
    if table.hands[1 - seat]:
        text = yield None, Counter(f"steal:{card}" for card in table.hands[1 - seat])
        card = text.removeprefix("steal:")
        table.take(1 - seat, card)
        table.hands[seat].append(card)
        table.check_win(1 - seat)


STEPS = {"draw": draw, "give": give, "drop": drop, "mix": mix, "pinch": pinch, "steal": steal}
