"""Crabe vs Poulpe: outbid the other seat, round after round, and be the first to run out of cards.

Two seats; hands are hidden. § numbers are the sections of docs/rules/crabs.en.md. `cards.py` numbers the cards.
A move is word * 32 + card; the plays are word 0, where 24, 25 and 26 stand for pass, stop and accept.
An effect is a list of steps, four bits each, the first lowest; `left` is what remains of the one at work.
What each seat has seen is the state's log, one entry a card that moved: see `memory.py`; `past.py` has `guess`.
"""

from recif.games.core.bits import lowest, nth_bit, popcount
from recif.games.core.compiled import assign, record, rule, table
from recif.games.core.luck import below
from recif.games.core.open_game import over, winners
from recif.games.crabs.cards import ALL, BACK, CARDS, KINDS, OMEGA, ONE, RANKS, added, any_of, copies, without
from recif.games.crabs.memory import LOG, blank_secrets, is_secret, note, note_look
from recif.games.crabs.past import guess as guess
from recif.games.crabs.recall import imagine as imagine
from recif.games.crabs.recall import recall as recall
from recif.games.crabs.steps import AGAIN, DRAW, DROP, GIVE, INK, INVERT, MIX, PINCH, PLAY, PRINTED, STEAL

VERSION = 2  # 1: a 1 was played only as the lead or as an answer, and never on a 1 (§3, §4)
SEATS = 2
MOVES = CARDS + 1
OUTCOMES = CARDS
HAND = 5  # §2 cards in hand at the start of a round

PASS, STOP, ACCEPT = CARDS, CARDS + 1, CARDS + 2
DEAL, LEAD, TURN, ANSWER, OVER = 11, 12, 13, 14, 15  # phases; a step of an effect is a phase as well

# §3 the cards that may follow a top of each rank; then, after the inverted ones
FITS = table(
    sum(1 << card for card in range(CARDS) if card % RANKS == OMEGA or low < card % RANKS < high)
    for low, high in [(max(top, ONE), OMEGA) for top in range(RANKS)] + [(ONE, top) for top in range(RANKS)]
)

ONES = 1 << ONE | 1 << ONE + RANKS

State = record(
    hand=("i8", 2),  # sets of cards
    deck="i8",  # the cards of both decks: the back of a card tells which
    held=("i8", 2, 2),  # how many cards of each back each seat holds: public
    stock=("i8", 2),  # how many cards each back's deck has
    effects=("i8", CARDS),  # the steps of each card: options `mode` and `effects`
    phase="i8",
    turn="i8",  # the seat that decides, draws or steals
    leader="i8",
    top="i8",  # §3 the rank to beat; 0 is α
    inverted="i8",  # §3 whether the next card must be below it
    inked="i8",  # §5 whether the next card is without effect
    left="i8",  # steps still to do; while an answer is due, all of them; §4 after a 1, those it has cancelled
    won="i8",  # bits of the winning seat
    rounds="i8",  # begun so far
    mode="i8",
    crabs_seat="i8",  # option: who draws from the crabs' deck
    once="i8",  # option `resist`: whether a 1 never goes on a 1
    version="i8",  # of the rules: see VERSION
    seats="i8",
    played="i8",  # how many cards lie on the pile
    logged="i8",  # how many entries the log has
    log=("i4", LOG),
    pile=("i1", 2 * CARDS),  # the cards played this round, in order: card + 32 * seat
)


@rule
def new(state, seats, options):
    """§1 Two full decks; seat 0 leads the first round."""
    state.mode = options[0]
    state.crabs_seat = options[1]
    for card in range(CARDS):
        state.effects[card] = PRINTED[state.mode, card]
    for number in range(18):
        if options[2 + number] >= 0:
            state.effects[number // 9 * RANKS + number % 9 + 2] = options[2 + number]
    state.once = options[20]
    state.version = VERSION
    state.hand[:] = 0
    state.deck = ALL
    state.held[:] = 0
    state.stock[:] = CARDS
    state.log[:] = 0
    state.pile[:] = 0
    state.played = 0
    state.logged = 0
    state.won = 0
    state.rounds = 0
    state.seats = seats
    start_round(state, 0)


@rule
def own_back(state, seat):
    return seat ^ state.crabs_seat


@rule
def hand_size(state, seat):
    return state.held[seat, 0] + state.held[seat, 1]


@rule
def start_round(state, leader):
    """§2 The pile goes away face down, and both seats draw."""
    for i in range(state.played):
        state.pile[i] = 0
    state.played = 0
    state.leader = leader
    state.top = 0
    state.inverted = 0
    state.inked = 0
    state.left = 0
    state.rounds += 1
    deal(state)


@rule
def deal(state):
    """§2 The leader, then the other seat, draws up to five cards; then the leader leads."""
    for seat in (state.leader, 1 - state.leader):
        if hand_size(state, seat) < HAND and state.stock[own_back(state, seat)] > 0:
            state.phase = DEAL
            state.turn = seat
            return
    state.phase = LEAD
    state.turn = state.leader


@rule
def go_on(state, seat):
    """§5 Do the steps left of this seat's effect, up to the first that needs a choice or luck."""
    while state.left != 0:
        step = state.left & 15
        state.left >>= 4
        if step in (INVERT, AGAIN):
            state.top = cause(state) % RANKS  # §4 also when 1s have been played on it since
        if step == INVERT:
            state.inverted = 1
        elif step == INK:
            state.inked = 1
        elif can_do(state, seat, step):
            if step == PINCH:
                note_look(state, seat)  # §7
            state.phase = step
            state.turn = seat
            return
    state.phase = TURN
    state.turn = 1 - seat


@rule
def can_do(state, seat, step):
    """§5 A step that lacks its card is left out; playing again can always be declined."""
    if step == AGAIN:
        return True
    if step == DRAW:
        return state.stock[own_back(state, seat)] > 0
    if step in (STEAL, PINCH):
        return hand_size(state, 1 - seat) > 0
    return hand_size(state, seat) > 0


@rule
def cause(state):
    """§4 The card whose effect is at stake: the last that is not a 1; −1 if there is none."""
    for i in range(state.played - 1, -1, -1):
        card = state.pile[i] & 31
        if card % RANKS != ONE:
            return card
    return -1


@rule
def chains(state):
    """§4 Whether a 1 that has just cancelled can be cancelled by another."""
    return state.version >= 2 and not state.once


@rule
def takes_a_one(state):
    """§3 Below an effect that inverts; §4 on a 1 that has just cancelled."""
    return (state.left != 0 and chains(state)) or (state.inverted == 1 and state.version >= 2)


@rule
def fitting(state):
    """§3 The cards in the mover's hand that may be played now, one bit a kind."""
    hand = state.hand[state.turn] & KINDS
    if state.phase == TURN or state.phase == AGAIN:
        return hand & (FITS[state.top + RANKS * state.inverted] | (ONES if takes_a_one(state) else 0))
    if state.phase == ANSWER:
        return hand & ONES
    if state.phase == PINCH:
        return state.hand[1 - state.turn] & KINDS
    return hand


@rule
def way_out(state):
    """§3, §4, §5 What may be said instead of playing a card; −1 when a card must be chosen."""
    if state.phase == TURN:
        return PASS
    if state.phase == AGAIN:
        return STOP
    if state.phase == ANSWER:
        return ACCEPT
    return -1


@rule
def word_of(phase):
    """What a phase does with a card."""
    if phase == DEAL:
        return DRAW
    return phase if phase < AGAIN else PLAY


@rule
def is_luck(phase):
    return phase in (DEAL, DRAW, STEAL)


@rule
def waiting(state):
    return 0 if state.phase == OVER or is_luck(state.phase) else 1 << state.turn


@rule
def moves(state, seat, out):
    word = word_of(state.phase) << 5
    cards = fitting(state)
    count = 0
    while cards:
        out[count] = word | lowest(cards)
        count += 1
        cards &= cards - 1
    if way_out(state) >= 0:
        out[count] = way_out(state)
        count += 1
    return count


@rule
def random_move(state, seat, rng):
    cards = fitting(state)
    count = popcount(cards)
    out = way_out(state)
    chosen = below(rng, count + (out >= 0))
    if chosen == count:
        return out
    return word_of(state.phase) << 5 | nth_bit(cards, chosen)


@rule
def play(state, seat, move):
    if move == PASS:
        start_round(state, 1 - seat)  # §6
    elif move == STOP:
        state.top = (state.pile[state.played - 1] & 31) % RANKS
        go_on(state, seat)
    elif move == ACCEPT:
        go_on(state, 1 - seat)
    elif move < PASS:
        play_card(state, seat, move)
    else:
        move_card(state, seat, move >> 5, move & 31)
        if state.phase != OVER:
            go_on(state, seat)


@rule
def play_card(state, seat, card):
    """§3 A card goes on the pile. §4 A 1 on an effect is worth 1 and resists; any other has its own effect, or none."""
    resists = state.left != 0 and card % RANKS == ONE
    leave(state, seat, card)
    note(state, PLAY, seat, card)
    state.pile[state.played] = card | seat << 5
    state.played += 1
    state.top = card if card < RANKS else card - RANKS
    state.inverted = 0
    if state.phase == OVER:
        return
    if state.top == OMEGA:
        start_round(state, seat)  # §6
        return
    state.turn = 1 - seat
    if resists:
        resist(state)
        return
    state.left = 0 if state.inked else state.effects[card]
    state.inked = 0
    state.phase = ANSWER if state.left else TURN


@rule
def resist(state):
    """§4 A 1 cancels an effect; on a 1 that has just done so it makes the effect due again, and is answered."""
    if state.phase == TURN:
        state.phase = ANSWER
        return
    state.phase = TURN
    if not chains(state):
        state.left = 0


@rule
def leave(state, seat, card):
    """A card leaves a hand. §8 A seat with no card in hand and none in its deck has won at once."""
    state.hand[seat] = without(state.hand[seat], card)
    state.held[seat, card // RANKS] -= 1
    if hand_size(state, seat) == 0 and state.stock[own_back(state, seat)] == 0:
        state.phase = OVER
        state.won = 1 << seat


@rule
def enter(state, seat, card):
    state.hand[seat] = added(state.hand[seat], card)
    state.held[seat, card // RANKS] += 1


@rule
def put_back(state, card):
    state.deck = added(state.deck, card)
    state.stock[card // RANKS] += 1


@rule
def move_card(state, seat, word, card):
    """§5 One step of an effect, of one card."""
    note(state, word, seat, card)
    if word == DRAW:
        state.deck = without(state.deck, card)
        state.stock[card // RANKS] -= 1
        enter(state, seat, card)
    elif word == GIVE:
        enter(state, 1 - seat, card)
        leave(state, seat, card)
    elif word == STEAL:
        enter(state, seat, card)
        leave(state, 1 - seat, card)
    elif word == DROP:
        leave(state, seat, card)
    elif word == MIX:
        put_back(state, card)
        leave(state, seat, card)
    elif word == PINCH:
        put_back(state, card)
        leave(state, 1 - seat, card)


@rule
def pool(state):
    """The cards that luck takes one of, when luck is due."""
    if state.phase == STEAL:
        return state.hand[1 - state.turn]
    return state.deck & BACK[own_back(state, state.turn)]


@rule
def luck(state, out, weights):
    if not is_luck(state.phase):
        return 0
    cards = pool(state)
    word = word_of(state.phase) << 5
    kinds = cards & KINDS
    count = 0
    while kinds:
        card = lowest(kinds)
        out[count] = word | card
        weights[count] = copies(cards, card)
        count += 1
        kinds &= kinds - 1
    return count


@rule
def befall(state, outcome):
    is_deal = state.phase == DEAL
    move_card(state, state.turn, outcome >> 5, outcome & 31)
    if is_deal:
        deal(state)
    elif state.phase != OVER:
        go_on(state, state.turn)


@rule
def draw(state, rng):
    outcome = word_of(state.phase) << 5 | any_of(pool(state), rng)
    befall(state, outcome)
    return outcome


@rule
def scores(state, out):
    """§8 One for the winner."""
    for seat in range(2):
        out[seat] = state.won >> seat & 1


@rule
def view(state, seat, out):
    """§7 A seat sees its hand, the backs of the other, and keeps its memory; a pinching seat sees both hands."""
    assign(out, state)
    out.deck = 0
    for other in range(2):
        if other != seat and not (state.phase == PINCH and state.turn == seat):
            out.hand[other] = 0
    blank_secrets(out, seat)


@rule
def seen(state, seat, move, viewer):
    """§7 Of a card that another seat draws, discards or shuffles back, only the back shows."""
    word, card = move >> 5, move & 31
    if is_secret(word) and state.turn != viewer and card < CARDS:
        return word << 5 | CARDS + card // RANKS
    return move
