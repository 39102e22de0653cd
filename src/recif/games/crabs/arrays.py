"""Crabe vs Poulpe as arrays: a row of numbers, own things first. Cards are crab α, 1 … 10, Ω, then octopus α … Ω."""

from recif.games.core.arrays import Log, Part
from recif.games.core.compiled import Record, rule
from recif.games.core.fill import allow as allow
from recif.games.core.fill import permits as permits
from recif.games.crabs.cards import CARDS, RANKS, copies
from recif.games.crabs.memory import BACK, SEAT, WORD
from recif.games.crabs.rules import ACCEPT, own_back
from recif.games.crabs.steps import DRAW, DROP, GIVE, MIX, PINCH, PLAY, STEAL

PHASES, STEPS, WORDS, LATEST = 16, 4, 11, 24
HAND = 0
HELD = HAND + 2 * CARDS
STOCK = HELD + 4
PILE = STOCK + 2
RANK = PILE + 2 * CARDS
PHASE = RANK + RANKS
LEFT = PHASE + PHASES
GONE = LEFT + STEPS * PHASES
REST = GONE + CARDS
MEMORY = REST + 6
SIZE = MEMORY + 4 * LATEST


def shape(state: Record) -> tuple[int, ...]:
    return (SIZE,)


def parts(state: Record) -> tuple[Part, ...]:
    return (
        Part("hands", 2 * CARDS, "cards in the own hand; in the other, where this seat sees it (a pinch)"),
        Part("backs", 4, "cards held: own of the own back, of the other back; the other seat's, in the same order"),
        Part("decks", 2, "cards left in the own deck, in the other"),
        Part("pile", 2 * CARDS, "cards played this round by this seat, then by the other"),
        Part("rank", RANKS, "1 on the rank to beat"),
        Part("phase", PHASES, "1 on what is due, as the rules number it"),
        Part("left", STEPS * PHASES, "the steps still to do, the first first: 1 on the step's number"),
        Part("gone", CARDS, "cards that all have seen played, this round and before"),
        Part(
            "state",
            6,
            "1 if inverted, if inked, if this seat decides or draws, if it leads; rounds begun, cards on the pile",
        ),
        Part(
            "memory",
            4 * LATEST,
            "the latest 24 cards that moved, the latest first: word + 1, 1 if by this seat, back + 1"
            " (1 for the own), the rank + 1 where this seat saw one card, else 0",
        ),
    )


def steps_in(effect: int) -> int:
    """How many steps an effect has."""
    return sum(effect >> 4 * place & 15 > 0 for place in range(STEPS))


def log(state: Record) -> Log:
    """A card is played once, with an answer and a pass at most; drawn once, and again each time it is put back."""
    steps = 2 * sum(steps_in(int(effect)) for effect in state.effects)
    says = (
        "32 × word + card (24 or 25: a hidden card of that back), then 0, 0, 0; of a look, the ranks seen, a bit each:"
        " crabs, octopuses, second crabs, second octopuses"
    )
    return Log(4 * 2 * CARDS + 3 * steps, 1 << RANKS, 4, says)


def look(known: Record, seat: int) -> int:
    """§7 A seat about to pinch sees the other hand."""
    return int(known.hand[1 - seat]) if known.phase == PINCH and known.turn == seat else -1


def actions(state: Record) -> list[int]:
    """A card to play, pass, stop, accept; then give, drop, mix and pinch a card, where some effect does that."""
    steps = {int(effect) >> shift & 15 for effect in state.effects for shift in range(0, 16, 4)}
    words = [word for word in (GIVE, DROP, MIX, PINCH) if word in steps]
    return [*range(ACCEPT + 1), *(word << 5 | card for word in words for card in range(CARDS))]


@rule
def observe_cards(known, seat, out):
    for side in range(2):
        who = seat ^ side
        for card in range(CARDS):
            out[HAND + side * CARDS + card] = copies(known.hand[who], card)
        back = own_back(known, seat)
        out[HELD + 2 * side] = known.held[who, back]
        out[HELD + 2 * side + 1] = known.held[who, 1 - back]
        out[STOCK + side] = known.stock[back ^ side]
    for i in range(known.played):
        cast = int(known.pile[i])
        out[PILE + ((cast >> 5) ^ seat) * CARDS + (cast & 31)] += 1


@rule
def rank_in(ranks):
    """The rank + 1 of an entry that shows one card; 0 if it shows none, or several."""
    if ranks == 0 or ranks & (ranks - 1):
        return 0
    rank = 0
    while ranks >> rank & 1 == 0:
        rank += 1
    return rank + 1


@rule
def observe_memory(known, seat, out):
    """Only cards that moved, not looks at a hand: those show in `hands` when they happen."""
    back = own_back(known, seat)
    place = MEMORY
    for i in range(known.logged - 1, -1, -1):
        entry = int(known.log[i])
        word = entry >> WORD
        if word == PLAY:
            card = (entry >> BACK & 1) * RANKS + rank_in(entry & 0xFFFFFF) - 1
            out[GONE + card] += 1
        if word <= STEAL and place < SIZE:
            out[place] = word + 1
            out[place + 1] = 1 if (entry >> SEAT & 1) == seat else 0
            out[place + 2] = 1 if (entry >> BACK & 1) == back else 2
            out[place + 3] = rank_in(entry & 0xFFFFFF)
            place += 4


@rule
def observe(known, seat, out):
    out[:] = 0
    observe_cards(known, seat, out)
    out[RANK + known.top] = 1
    out[PHASE + known.phase] = 1
    for place in range(STEPS):
        step = known.left >> 4 * place & 15
        if step:
            out[LEFT + place * PHASES + step] = 1
    out[REST] = known.inverted
    out[REST + 1] = known.inked
    out[REST + 2] = 1 if known.turn == seat else 0
    out[REST + 3] = 1 if known.leader == seat else 0
    out[REST + 4] = known.rounds
    out[REST + 5] = known.played
    observe_memory(known, seat, out)


assert max(PLAY, DRAW, GIVE, DROP, MIX, PINCH) < STEAL + 1 < WORDS  # words that move a card come first
