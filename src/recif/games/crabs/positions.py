"""Position texts of Crabe vs Poulpe: nine fields with a space between them.

    symmetric 0 9=mix+draw,2p= 3:0 drop:1 - drop 2 0+4c,1+5p,0!4c,…

mode (`symmetric,once` where a 1 never goes on a 1), crabs' seat, effects that the mode does not have, round and leader,
what is due and for whom, marks (`inverted`, `inked`), steps left, cards on the pile, and all that has been seen: who,
what and which card. `-` stands for nothing. Hands and decks follow from what has been seen. The text of a view has
blanks, and is not a position.
"""

import re

import numpy as np

from recif.games.core.compiled import Numbers, Record, blank
from recif.games.core.contract import Refused, Text
from recif.games.crabs import rules
from recif.games.crabs.cards import CARDS, OMEGA, ONE, RANKS, copies
from recif.games.crabs.memory import BACK, CARD_RANKS, LOG, SEAT, WORD, note, note_look
from recif.games.crabs.notation import CARD_TEXTS, PHASES, card_text, pile_of
from recif.games.crabs.options import MODES, OPTIONS, RESIST
from recif.games.crabs.steps import (
    AGAIN,
    DRAW,
    DROP,
    GIVE,
    INK,
    INVERT,
    LOOK,
    MIX,
    PINCH,
    PLAY,
    PRINTED,
    STEAL,
    packed,
    unpacked,
)

SIGNS = {DRAW: "+", PLAY: "!", GIVE: ">", STEAL: "<", DROP: "x", MIX: "~", PINCH: "^"}
ENTRY = re.compile(r"([01])(?:@|([+!><x~^])((?:10|[1-9AO])[cp]))", re.ASCII)
MARKS = ("inverted", "inked")


def position(state: Record) -> str:
    effects = [f"{card}={steps.replace(' ', '+')}" for card, steps in own_effects(state).items()]
    seen = [entry_text(int(entry)) for entry in state.log[: state.logged] if not is_second_look(int(entry))]
    return " ".join(
        (
            MODES[state.mode] + (f",{RESIST[1]}" if state.once else ""),
            str(state.crabs_seat),
            ",".join(effects) or "-",
            f"{state.rounds}:{state.leader}",
            f"{PHASES[int(state.phase)]}:{state.turn}",
            ",".join(mark for mark in MARKS if state[mark]) or "-",
            unpacked(int(state.left)).replace(" ", "+") or "-",
            str(state.played),
            ",".join(seen) or "-",
        )
    )


def own_effects(state: Record) -> dict[str, str]:
    """The effects that are not as the mode has them."""
    changed = [card for card in range(CARDS) if state.effects[card] != PRINTED[state.mode, card]]
    own: dict[str, str] = OPTIONS[2].check({CARD_TEXTS[card]: unpacked(int(state.effects[card])) for card in changed})
    return own


def is_second_look(entry: int) -> bool:
    """A look is two entries, one a back, but one sign."""
    return bool(entry >> WORD == LOOK and entry >> BACK & 1)


def entry_text(entry: int) -> str:
    seat, ranks, back = entry >> SEAT & 1, entry & CARD_RANKS, entry >> BACK & 1
    if entry >> WORD == LOOK:
        return f"{seat}@"
    card = RANKS * back + ranks.bit_length() - 1 if ranks else CARDS + back
    return f"{seat}{SIGNS[entry >> WORD]}{card_text(card)}"


def parse(text: str) -> Record:
    fields = text.split(" ")
    if len(fields) != 9:
        raise wrong(f"{len(fields)} champs au lieu de 9", f"{len(fields)} fields instead of 9")
    mode, crabs_seat, effects, when, due, marks, left, played, seen = fields
    rounds, _, leader = when.partition(":")
    phase, _, turn = due.partition(":")
    state = blank(rules.State)
    rules.new(state, 2, options(mode, crabs_seat, effects))
    for entry in items(seen):
        remember(state, entry)
    state.rounds, state.leader = number(rounds, 1, 99), number(leader, 0, 1)
    state.phase, state.turn = one_of(PHASES, phase), number(turn, 0, 1)
    for mark in items(marks):
        state[MARKS[one_of(dict(enumerate(MARKS)), mark)]] = 1
    state.left = packed(OPTIONS[2].check({"2": left.replace("+", " ")})["2"]) if left != "-" else 0
    lay_pile(state, number(played, 0, 2 * CARDS))
    check_cards(state)
    check_moment(state)
    return state


def items(field: str) -> list[str]:
    return [] if field == "-" else field.split(",")


def options(mode: str, crabs_seat: str, effects: str) -> Numbers:
    table = dict(item.replace("+", " ").partition("=")[::2] for item in items(effects))
    mode, comma, resist = mode.partition(",")
    values = (mode, number(crabs_seat, 0, 1), table, resist if comma else RESIST[0])
    numbers = [option.numbers(option.check(value)) for option, value in zip(OPTIONS, values, strict=True)]
    return np.array([n for some in numbers for n in some], np.int64)


def wrong(fr: str, en: str) -> Refused:
    return Refused("bad-position", Text(f"Position impossible : {fr}.", f"Impossible position: {en}."))


def one_of(names: dict[int, str], name: str) -> int:
    for code, known in names.items():
        if known == name:
            return code
    allowed = ", ".join(names.values())
    raise wrong(f"{name[:20]!r} au lieu de : {allowed}", f"{name[:20]!r} instead of: {allowed}")


def number(digits: str, low: int, high: int) -> int:
    if not (digits.isascii() and digits.isdigit() and len(digits) < 4 and low <= int(digits) <= high):
        told = digits[:20]
        raise wrong(f"{told!r} n’est pas un nombre de {low} à {high}", f"{told!r} is not a number from {low} to {high}")
    return int(digits)


def remember(state: Record, entry: str) -> None:
    """Let a card move as it has been seen to move."""
    match = ENTRY.fullmatch(entry)
    if match is None:
        told = entry[:20]
        raise wrong(
            f"{told!r} ne dit pas qui a fait quoi de quelle carte", f"{told!r} does not say who did what to a card"
        )
    if state.logged > LOG - 2:
        raise wrong("plus d’événements qu’une partie n’en a", "more events than a game has")
    if state.won:
        raise wrong(f"{entry} après la fin de la partie", f"{entry} after the end of the game")
    seat = int(match[1])
    if match[2] is None:
        note_look(state, seat)
        return
    word, card = one_of(SIGNS, match[2]), CARD_TEXTS.index(match[3])
    if not copies(source(state, word, seat), card) or (word == DRAW and card // RANKS != rules.own_back(state, seat)):
        raise wrong(f"{entry} : la carte n’est pas là", f"{entry}: the card is not there")
    if word == PLAY:
        rules.leave(state, seat, card)
        note(state, word, seat, card)
    else:
        rules.move_card(state, seat, word, card)


def source(state: Record, word: int, seat: int) -> int:
    """The cards among which one is that moves."""
    if word == DRAW:
        return int(state.deck)
    return int(state.hand[1 - seat if word in (STEAL, PINCH) else seat])


def lay_pile(state: Record, count: int) -> None:
    """The last cards played are the pile."""
    played = [int(entry) for entry in state.log[: state.logged] if int(entry) >> WORD == PLAY]
    if count > len(played):
        raise wrong(
            f"{count} cartes sur la pile, {len(played)} jouées", f"{count} cards on the pile, {len(played)} played"
        )
    for i, entry in enumerate(played[len(played) - count :]):
        card = (entry >> BACK & 1) * RANKS + (entry & CARD_RANKS).bit_length() - 1
        state.pile[i] = card | (entry >> SEAT & 1) << 5
        state.top = card % RANKS
    state.played = count
    if state.phase == AGAIN or state.inverted:
        state.top = max(rules.cause(state), 0) % RANKS


def check_cards(state: Record) -> None:
    """§8 The game is over when a seat has run out of cards, and not before."""
    if bool(state.won) != (state.phase == rules.OVER):
        raise wrong("la partie finit quand une place n’a plus de cartes", "the game ends when a seat has no cards left")
    if any(card % RANKS == OMEGA for card, _ in pile_of(state)) and not state.won:
        raise wrong("Ω finit la manche", "Ω ends the round")


def check_moment(state: Record) -> None:
    """What is due must be possible, and follow from the last card."""
    phase, turn, pile = int(state.phase), int(state.turn), pile_of(state)
    if phase == rules.OVER:
        return
    if phase in (rules.DEAL, rules.LEAD):
        fits = not pile and not state.left and is_dealt(state)
    elif phase in (rules.TURN, rules.ANSWER):
        fits = bool(pile) and pile[-1][1] != turn
    else:
        fits = bool(pile) and pile[-1][1] == turn and bool(rules.can_do(state, turn, phase))
    if not fits or not are_steps_right(state, pile):
        told = f"{PHASES[phase]}:{turn}"
        raise wrong(f"{told} ne peut pas suivre ces cartes", f"{told} cannot follow these cards")


def is_dealt(state: Record) -> bool:
    """§2 Whether this is what the start of a round asks for."""
    due = int(state.phase), int(state.turn)
    rules.deal(state)
    return due == (int(state.phase), int(state.turn))


def are_steps_right(state: Record, pile: list[tuple[int, int]]) -> bool:
    """Whether steps left, and marks, are of the effect of the last card, or of the one under 1s that chain."""
    effect, is_standing = effect_at_stake(state, pile)
    if state.phase == rules.ANSWER:
        return bool(effect and is_standing) and int(state.left) == effect and not state.inverted and not state.inked
    if state.phase == rules.TURN and not is_standing:
        return int(state.left) in (0, effect if rules.chains(state) else 0) and not state.inverted and not state.inked
    if state.phase == rules.TURN:
        last = [step for step in (effect >> 12, effect >> 8, effect >> 4, effect) if step & 15][:1]
        wanted = last[0] & 15 if last else 0
        return not state.left and (not state.inverted or wanted == INVERT) and (not state.inked or wanted == INK)
    if not is_standing or state.inverted or state.inked:
        return False
    doing = {effect >> shift >> 4 for shift in (0, 4, 8, 12) if effect >> shift & 15 == state.phase}
    return int(state.left) in doing if state.phase < rules.DEAL else not state.left


def effect_at_stake(state: Record, pile: list[tuple[int, int]]) -> tuple[int, bool]:
    """§4 The effect of the last card that is not a 1, and whether the 1s on it have left it standing."""
    ones = next((n for n, (card, _) in enumerate(reversed(pile)) if card % RANKS != ONE), len(pile))
    if ones == len(pile):
        return 0, True
    if ones > 1 and not rules.chains(state):
        return 0, False
    return int(state.effects[pile[-1 - ones][0]]), ones % 2 == 0
