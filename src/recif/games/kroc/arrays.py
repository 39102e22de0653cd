"""Cric Crac Kroc as arrays: a row of numbers, own things first, then those of the seats that follow."""

from recif.games.core.arrays import Log, Part
from recif.games.core.arrays import look as look
from recif.games.core.compiled import Record, rule
from recif.games.core.fill import allow as allow
from recif.games.core.fill import permits as permits
from recif.games.kroc import rules
from recif.games.kroc.rules import BONES, BOTTLE, DOWN, GONE, HEIST, KINDS, PAIR, PILES, RANDOM, SEATS, STEAL, TALLEST

PHASES = 7
COUNTS = 0
ORDER = COUNTS + PILES * (KINDS + 1)
KEPT = ORDER + PILES * TALLEST
HUNGRY = KEPT + SEATS * KINDS
JAWS = HUNGRY + SEATS
CHOICE = JAWS + SEATS * PILES
UNSEEN = CHOICE + STEAL
DUE = UNSEEN + KINDS
PHASE = DUE + SEATS
PLACE = PHASE + PHASES
REST = PLACE + PILES
SIZE = REST + 4 + 5
KEEPABLE = tuple(kind for kind in range(KINDS) if kind not in (BOTTLE, rules.TREASURE))


def shape(state: Record) -> tuple[int, ...]:
    return (SIZE,)


def parts(state: Record) -> tuple[Part, ...]:
    return (
        Part("piles", PILES * (KINDS + 1), "cards of each pile: how many of each kind, how many face down"),
        Part("order", PILES * TALLEST, "cards of each pile, bottom first: 1 to 9 the kind, 10 face down, 0 none"),
        Part("kept", SEATS * KINDS, "cards kept, by seat and kind"),
        Part("hungry", SEATS, "1 if hungry, by seat"),
        Part("jaws", SEATS * PILES, "jaws on each pile in the last bites that all have seen, by seat"),
        Part("choice", STEAL, "1 on the bite that this seat has chosen, while others still think"),
        Part("unseen", KINDS, "cards that nobody has seen, by kind"),
        Part("due", SEATS, "1 if the seat must decide"),
        Part("phase", PHASES, "1 on what is due: laying, choosing, turning, drawing, stealing, over, biting"),
        Part("place", PILES, "1 on the pile where the fight or the tide is"),
        Part("counts", 4, "cards in the deck, cards face down, rounds begun, cards taken of the pile in the fight"),
        Part("biting", 5, "1 if in play: appetite, heist, wave, bones, one still to be drawn"),
    )


def log(state: Record) -> Log:
    """Luck names each card once, and a biting card; every tide takes a card for each pile; a treasure is one theft."""
    cards, seats = int(state.cards.sum()), int(state.seats)
    rounds = cards // int(state.piles) + 1
    most = cards + 1 + rounds * seats + int(state.cards[rules.TREASURE])
    says = (
        "the move or the card, where two digits do; of a bite that is hidden 0, 1; of the last to choose, all bites,"
        " the last seat's first, then 1"
    )
    return Log(most, STEAL, seats + 1, says)


def actions(state: Record) -> list[int]:
    """One jaw on a pile; two jaws on two piles or one; then, with the heist, a card to steal, by seat and kind."""
    piles, biting = int(state.piles), int(state.biting)
    bites = [*range(piles), *range(PAIR, PAIR + piles * (piles + 1) // 2)]
    if not biting & (HEIST | RANDOM):
        return bites
    loot = [kind for kind in KEEPABLE if kind != rules.BONE or biting & BONES]
    return bites + [STEAL + KINDS * seat + kind for seat in range(int(state.seats)) for kind in loot]


@rule
def observe_piles(known, out):
    for pile in range(known.piles):
        for level in range(known.heights[pile]):
            card = int(known.pile[pile, level])
            if card != GONE:
                out[COUNTS + pile * (KINDS + 1) + card] += 1
                out[ORDER + pile * TALLEST + level] = card + 1


@rule
def observe_seat(known, who, after, out):
    for kind in range(KINDS):
        out[KEPT + after * KINDS + kind] = known.kept[who, kind]
    out[HUNGRY + after] = known.hungry >> who & 1
    for pile in range(known.piles):
        out[JAWS + after * PILES + pile] = known.jaws[who] >> 2 * pile & 3
    out[DUE + after] = known.due >> who & 1


@rule
def observe(known, seat, out):
    out[:] = 0
    observe_piles(known, out)
    for after in range(known.seats):
        observe_seat(known, (seat + after) % known.seats, after, out)
    if known.phase == rules.CHOOSING and not known.due >> seat & 1:
        out[CHOICE + known.choices[seat]] = 1
    for kind in range(KINDS):
        out[UNSEEN + kind] = known.unseen[kind]
    out[PHASE + known.phase] = 1
    if known.at_pile < known.piles:
        out[PLACE + known.at_pile] = 1
    out[REST] = known.deck
    out[REST + 1] = known.down
    out[REST + 2] = known.rounds
    out[REST + 3] = known.at_card
    for card in range(5):
        out[REST + 4 + card] = known.biting >> card & 1


assert DOWN == KINDS  # a card that lies face down has the number after the last kind
