"""Cric Crac Kroc: all sharks bite at once, and the one with the most jaws on a pile takes it.

Two to five seats that choose at once; luck; no seat knows a card that another does not. § numbers are the
sections of docs/rules/kroc.en.md.

Cards that nobody has seen, in the deck or face down, are one multiset (`unseen`): luck gives a card its kind when it is
seen. A round stops wherever luck or a decision is due; `phase`, `at_pile` and `at_card` say where it goes on.

Moves 0 to 5 set one jaw on a pile, moves 6 to 26 two (§3); from 27 on they steal: 27 + 9 * victim + card (§8).
A luck outcome is the kind of the card named; from 9 on, the biting card drawn for the game (§8).
"""

import numpy as np

from recif.games.core.bits import popcount
from recif.games.core.compiled import assign, record, rule, table
from recif.games.core.luck import below
from recif.games.core.open_game import over, winners

SEATS = 5
PILES = 6
KINDS = 9
PLATTER, YELLOW, BLUE, LOLLIPOP, SALAD, BOTTLE, BONE, TREASURE, TRIDENT = range(KINDS)
DOWN = 9  # a card that lies face down
GONE = 10  # no card here, or none any more
ENOUGH = 5  # §6 tridents that win
TALLEST = 28  # §1 100 cards on 4 piles at most, and some room so that the record has no hole

LAYING, CHOOSING, TURNING, DRAWING, STEALING, OVER, BITING = range(7)  # what is due now
APPETITE, HEIST, WAVE, BONES = 1, 2, 4, 8  # §8 bits of the biting cards
RANDOM = 16  # one of them, still to be drawn
BITING_CARDS = 4

PAIR = PILES  # the first move of a hungry shark
STEAL = PAIR + PILES * (PILES + 1) // 2  # the first move of a thief
MOVES = (SEATS - 1) * (KINDS - 2)  # a bottle or a treasure is never kept
OUTCOMES = KINDS
BITES = tuple((a,) for a in range(PILES)) + tuple((a, b) for b in range(PILES) for a in range(b + 1))
JAWS = table(sum(1 << 2 * pile for pile in bite) for bite in BITES)  # the same, two bits a pile

State = record(
    cards=("i8", KINDS),  # option `deck`: what the box holds
    unseen=("i8", KINDS),
    kept=("i8", SEATS, KINDS),
    choices=("i8", SEATS),  # moves that the others may not see yet; 0 while the seat is due
    jaws=("i8", SEATS),  # the last choices that all have seen, two bits a pile; 0 before the first
    heights=("i8", PILES),
    seats="i8",
    piles="i8",
    biting="i8",
    rounds="i8",  # begun so far; 0 while the table is set
    phase="i8",
    at_pile="i8",
    at_card="i8",  # how many cards of that pile are taken already
    due="i8",  # seats that must decide
    hungry="i8",  # seats
    deck="i8",  # how many cards it has left
    down="i8",  # how many cards lie face down
    won="i8",  # seats
    pile=("i1", PILES, TALLEST),  # kinds, bottom first
)


@rule
def new(state, seats, options):
    """§2 Everything unseen, every shark sated; options are the biting cards as bits, then nine counts."""
    state.biting = options[0]
    state.deck = 0
    for kind in range(KINDS):
        state.cards[kind] = options[1 + kind]
        state.unseen[kind] = options[1 + kind]
        state.deck += options[1 + kind]
    state.kept[:] = 0
    state.choices[:] = 0
    state.jaws[:] = 0
    state.heights[:] = 0
    state.pile[:] = GONE
    state.seats = seats
    state.piles = piles_for(seats)
    state.rounds = 0
    state.at_pile = 0
    state.at_card = 0
    state.due = 0
    state.hungry = 0
    state.down = 0
    state.won = 0
    if state.biting == RANDOM:
        state.phase = BITING
    else:
        lay(state)


@rule
def piles_for(seats):
    """§2 One more than there are sharks, and at least four."""
    return max(4, seats + 1)


@rule
def lands_face_up(state, pile):
    """§2 Faces alternate along the table, §5 and in a pile; §8 the wave turns every card up."""
    if state.biting & WAVE:
        return True
    if state.rounds == 0:
        return pile % 2 == 0
    height = state.heights[pile]
    return height == 0 or state.pile[pile, height - 1] == DOWN


@rule
def put(state, card):
    """A card of the deck lands on the pile whose turn it is."""
    pile = state.at_pile
    state.pile[pile, state.heights[pile]] = card
    state.heights[pile] += 1
    state.deck -= 1
    state.at_pile += 1


@rule
def lay(state):
    """§2 §5 A card for each pile, left to right, until luck must name one that lands face up."""
    while state.at_pile < state.piles:
        if lands_face_up(state, state.at_pile):
            state.phase = LAYING
            return
        put(state, DOWN)
        state.down += 1
    state.at_pile = 0
    state.rounds += 1
    state.phase = CHOOSING
    state.due = (1 << state.seats) - 1


@rule
def taker(state, pile):
    """§4 The seat with strictly the most jaws on a pile; -1 if there is none."""
    most = 0
    seat = -1
    for other in range(state.seats):
        jaws = state.jaws[other] >> 2 * pile & 3
        if jaws > most:
            most = jaws
            seat = other
        elif jaws == most:
            seat = -1
    return seat


@rule
def has_loot(state, seat):
    """§8 Whether anybody else has a card to steal."""
    for other in range(state.seats):
        if other != seat:
            for kind in range(KINDS):
                if state.kept[other, kind] > 0:
                    return True
    return False


@rule
def open_treasure(state, seat):
    """§4 A treasure brings the deck's first card, §8 or a theft; True if that is due."""
    if state.biting & HEIST:
        if not has_loot(state, seat):
            return False
        state.phase = STEALING
        state.due = 1 << seat
        return True
    if state.deck == 0:
        return False
    state.phase = DRAWING
    return True


@rule
def keep(state, seat, card):
    """§6 The fifth trident wins on the spot; True if it does."""
    state.kept[seat, card] += 1
    if card == TRIDENT and state.kept[seat, TRIDENT] >= ENOUGH:
        state.won = 1 << seat
        state.phase = OVER
        return True
    return False


@rule
def gain(state, seat, card):
    """§4 What a card does to its taker; True if the fight must stop here."""
    if card == TREASURE:
        return open_treasure(state, seat)
    if card == BOTTLE:
        state.hungry |= 1 << seat
        return False
    if card == BONE and not state.biting & BONES:
        return False
    return keep(state, seat, card)


@rule
def lift(state):
    """The lowest card left of the pile that is being taken."""
    card = int(state.pile[state.at_pile, state.at_card])
    state.pile[state.at_pile, state.at_card] = GONE
    state.at_card += 1
    return card


@rule
def take_pile(state, seat):
    """§4 A pile is taken from the bottom to the top; True if the fight must stop here."""
    pile = state.at_pile
    while state.at_card < state.heights[pile]:
        if state.pile[pile, state.at_card] == DOWN:
            state.phase = TURNING
            return True
        if gain(state, seat, lift(state)):
            return True
    state.heights[pile] = 0
    state.at_card = 0
    return False


@rule
def fight(state):
    """§4 Pile by pile, left to right; then the tide."""
    while state.at_pile < state.piles:
        seat = taker(state, state.at_pile)
        if seat >= 0 and take_pile(state, seat):
            return
        state.at_pile += 1
    tide(state)


@rule
def tide(state):
    """§5 The sea brings a card for each pile, §6 or the game ends."""
    state.at_pile = 0
    if state.deck >= state.piles:
        lay(state)
    else:
        state.won = richest(state)
        state.phase = OVER


@rule
def waiting(state):
    return state.due


@rule
def choices_of(state, seat):
    """§3 How many bites a seat can choose from: a hungry shark has two jaws."""
    return state.piles * (state.piles + 1) // 2 if state.hungry >> seat & 1 else state.piles


@rule
def moves(state, seat, out):
    if state.phase == STEALING:
        return thefts(state, seat, out)
    first = PAIR if state.hungry >> seat & 1 else 0
    count = choices_of(state, seat)
    for move in range(count):
        out[move] = first + move
    return count


@rule
def thefts(state, seat, out):
    """§8 Any card that any other seat keeps."""
    count = 0
    for victim in range(state.seats):
        for kind in range(KINDS):
            if victim != seat and state.kept[victim, kind] > 0:
                out[count] = STEAL + KINDS * victim + kind
                count += 1
    return count


@rule
def random_move(state, seat, rng):
    if state.phase == STEALING:
        loot = np.empty(MOVES, np.int64)
        return loot[below(rng, thefts(state, seat, loot))]
    first = PAIR if state.hungry >> seat & 1 else 0
    return first + below(rng, choices_of(state, seat))


@rule
def play(state, seat, move):
    state.due &= ~(1 << seat)
    if state.phase == STEALING:
        steal(state, seat, move - STEAL)
        return
    state.choices[seat] = move
    if state.due == 0:
        kroc(state)


@rule
def steal(state, seat, loot):
    """§8 A kept card changes sides, and the fight goes on unless it was a fifth trident."""
    state.kept[loot // KINDS, loot % KINDS] -= 1
    if not keep(state, seat, loot % KINDS):
        fight(state)


@rule
def kroc(state):
    """§4 All choices are shown at once, and every hungry shark becomes sated."""
    for seat in range(state.seats):
        state.jaws[seat] = JAWS[state.choices[seat]]
        state.choices[seat] = 0
    state.hungry = 0
    fight(state)


@rule
def luck(state, out, weights):
    """Any unseen card, each as likely as another."""
    if state.due or state.won:
        return 0
    if state.phase == BITING:
        return biting_cards(out, weights)
    count = 0
    for kind in range(KINDS):
        if state.unseen[kind] > 0:
            out[count] = kind
            weights[count] = state.unseen[kind]
            count += 1
    return count


@rule
def biting_cards(out, weights):
    """§8 One of the four, each as likely as another."""
    for card in range(BITING_CARDS):
        out[card] = KINDS + card
        weights[card] = 1
    return BITING_CARDS


@rule
def befall(state, outcome):
    if state.phase == BITING:
        state.biting = 1 << outcome - KINDS
        lay(state)
        return
    state.unseen[outcome] -= 1
    if state.phase == LAYING:
        put(state, outcome)
        lay(state)
        return
    seat = taker(state, state.at_pile)
    if state.phase == TURNING:
        lift(state)
        state.down -= 1
    else:
        state.deck -= 1
    if not gain(state, seat, outcome):
        fight(state)


@rule
def draw(state, rng):
    if state.phase == BITING:
        card = KINDS + below(rng, BITING_CARDS)
        befall(state, card)
        return card
    left = below(rng, state.deck + state.down)
    kind = 0
    while left >= state.unseen[kind]:
        left -= state.unseen[kind]
        kind += 1
    befall(state, kind)
    return kind


@rule
def skewer(count):
    """§7 Skewers of one colour."""
    return 0 if count < 2 else count + 1


@rule
def food(state, seat):
    """§7 What a seat's food is worth; §8 appetite lets two platters score."""
    kept = state.kept[seat]
    platters = min(kept[PLATTER], 2 if state.biting & APPETITE else 1)
    return 3 * platters + skewer(kept[YELLOW]) + skewer(kept[BLUE]) + kept[LOLLIPOP] + 2 * kept[SALAD]


@rule
def has_most_bones(state, seat):
    """§8 At least one, and nobody has more; without that card nobody keeps any."""
    for other in range(state.seats):
        if state.kept[other, BONE] > state.kept[seat, BONE]:
            return False
    return state.kept[seat, BONE] > 0


@rule
def points(state, seat):
    return food(state, seat) + (5 if has_most_bones(state, seat) else 0)


@rule
def scores(state, out):
    out[:] = 0
    for seat in range(state.seats):
        out[seat] = points(state, seat)


@rule
def richest(state):
    """§6 Most points; among the leaders the hungry, if any."""
    best = -1
    leaders = 0
    for seat in range(state.seats):
        own = points(state, seat)
        if own > best:
            best = own
            leaders = 0
        if own == best:
            leaders |= 1 << seat
    return leaders & state.hungry if leaders & state.hungry else leaders


@rule
def view(state, seat, out):
    """§3 A choice shows nowhere until all are in: the others look as if they had not chosen."""
    assign(out, state)
    if state.phase == CHOOSING:
        for other in range(state.seats):
            if other != seat:
                out.choices[other] = 0
                out.due |= 1 << other


@rule
def guess(state, seat, rng):
    """Nothing to fill: unseen cards have no order, and a hidden choice is one still to be made."""


@rule
def seen(state, seat, move, viewer):
    """§3 A choice tells the others nothing; the last one shows them all."""
    if state.phase != CHOOSING:
        return move
    if popcount(state.due) > 1:
        return move if seat == viewer else STEAL
    shown = 1
    for other in range(state.seats):
        shown = STEAL * shown + (move if other == seat else state.choices[other])
    return shown
