"""Move texts and position texts of Cric Crac Kroc. See docs/notation.md.

A position text is eleven fields with a space between them:

    3 heist 6,6,6,6,6,4,5,4,7 4,6,6,6,6,3,4,3,6 2 turning:3 T?/-/.?/P P/-/- - 2+3/1/1 -/-/-

seats, biting cards, deck, unseen cards, round, what is due and at which pile, piles from left to right (cards from the
bottom up: a letter, `?` face down, `.` taken already), kept cards of each seat, hungry seats, last bites of each seat,
and the choices that are in. `-` stands for nothing.
"""

import re

from recif.games.core.compiled import Record, blank
from recif.games.core.contract import REFEREE, seats_in
from recif.games.kroc import rules
from recif.games.kroc.cards import CARDS, LETTERS
from recif.games.kroc.options import BITING, OPTIONS, RANDOM
from recif.games.kroc.possible import check, fifth_trident, wrong

PHASES = ("laying", "choosing", "turning", "drawing", "stealing", "over", "biting")
BITES = tuple("+".join(str(pile + 1) for pile in bite) for bite in rules.BITES)
BY_JAWS = {int(jaws): bite for jaws, bite in zip(rules.JAWS, BITES, strict=True)}
SIGNS = LETTERS + "?."


def is_hidden(state: Record, seat: int, viewer: int) -> bool:
    """Whether this choice must not show: others are still to choose."""
    return viewer not in (seat, REFEREE) and state.phase == rules.CHOOSING and int(state.due).bit_count() > 1


def text(state: Record, seat: int, move: int, viewer: int = REFEREE) -> str:
    """`3`, `2+3`, `1:trident`, or what luck names, a card or `bite:wave`; `?` for a choice that must not show."""
    if seat < 0:
        return CARDS[move] if move < rules.KINDS else f"bite:{BITING[move - rules.KINDS]}"
    if is_hidden(state, seat, viewer):
        return "?"
    if move < rules.STEAL:
        return BITES[move]
    victim, kind = divmod(move - rules.STEAL, rules.KINDS)
    return f"{victim}:{CARDS[kind]}"


def pile_cards(state: Record, pile: int) -> list[int]:
    """A pile from the bottom up, with `GONE` for what its taker has already."""
    return [int(card) for card in state.pile[pile, : state.heights[pile]]]


def position(state: Record) -> str:
    seats, piles = range(state.seats), range(state.piles)
    fields = (
        str(state.seats),
        ",".join(biting_words(state)),
        ",".join(str(count) for count in state.cards),
        ",".join(str(count) for count in state.unseen),
        str(state.rounds),
        f"{PHASES[state.phase]}:{state.at_pile + 1}",
        "/".join("".join(SIGNS[card] for card in pile_cards(state, pile)) or "-" for pile in piles),
        "/".join("".join(map(_times, LETTERS, state.kept[seat])) or "-" for seat in seats),
        ",".join(str(seat) for seat in seats_in(state.hungry)),
        "/".join(BY_JAWS.get(int(state.jaws[seat]), "-") for seat in seats),
        "/".join(_choice(state, seat) for seat in seats),
    )
    return " ".join(field or "-" for field in fields)


def biting_words(state: Record) -> list[str]:
    """§8 The biting cards in play; `random` while one is to be drawn."""
    return [word for bit, word in enumerate((*BITING, RANDOM)) if state.biting >> bit & 1]


def _times(letter: str, count: int) -> str:
    return letter * int(count)


def _choice(state: Record, seat: int) -> str:
    has_chosen = state.phase == rules.CHOOSING and not state.due >> seat & 1
    return BITES[state.choices[seat]] if has_chosen else "-"


def _row(signs: str) -> str:
    """Cards in as many places, a slash between them."""
    place = f"(?:-|[{re.escape(signs)}]+)"
    return f"{place}(?:/{place})*"


FORM = re.compile(
    r"(?P<seats>[2-5]) (?P<biting>-|[a-z,]{1,30}) (?P<deck>[\d,]{17,26}) (?P<unseen>[\d,]{17,26}) (?P<round>\d{1,2}) "
    rf"(?P<phase>{'|'.join(PHASES)}):(?P<at>[1-6]) (?P<piles>{_row(SIGNS)}) (?P<kept>{_row(LETTERS)}) "
    r"(?P<hungry>-|\d(?:,\d)*) (?P<jaws>[-/+\d]+) (?P<choices>[-/+\d]+)",
    re.ASCII,
)


def parse(text: str) -> Record:
    """The position that a text describes; Refused if there can be none."""
    state = read(text)
    check(state)
    return state


def read(text: str) -> Record:
    """The position as it is written, whether or not a game leads there."""
    form = FORM.fullmatch(text)
    if form is None:
        raise wrong("ce n’est pas une position de Cric Crac Kroc", "this is not a position of Cric Crac Kroc")
    state = blank(rules.State)
    _read_options(state, form)
    _read_table(state, form)
    _read_seats(state, form)
    _read_due(state, form)
    return state


def _split(form: re.Match[str], name: str, mark: str, count: int) -> list[str]:
    items = form[name].split(mark)
    if len(items) != count:
        raise wrong(f"{count} parties attendues dans « {form[name]} »", f"{count} parts expected in “{form[name]}”")
    return items


def _counts(form: re.Match[str], name: str) -> list[int]:
    counts = _split(form, name, ",", rules.KINDS)
    if not all(1 <= len(count) <= 2 for count in counts):
        raise wrong(f"nombres attendus dans « {form[name]} »", f"numbers expected in “{form[name]}”")
    return [int(count) for count in counts]


def _read_options(state: Record, form: re.Match[str]) -> None:
    biting, deck = OPTIONS
    words = biting.check([] if form["biting"] == "-" else form["biting"].split(","))
    state.seats = int(form["seats"])
    state.piles = rules.piles_for(state.seats)
    state.biting = biting.numbers(words)[0]
    state.cards[:] = deck.check(_counts(form, "deck"))
    state.unseen[:] = _counts(form, "unseen")


def _read_table(state: Record, form: re.Match[str]) -> None:
    state.rounds = int(form["round"])
    state.phase = PHASES.index(form["phase"])
    state.at_pile = int(form["at"]) - 1
    state.pile[:] = rules.GONE
    for pile, cards in enumerate(_split(form, "piles", "/", state.piles)):
        signs = "" if cards == "-" else cards
        if len(signs) > rules.TALLEST:
            raise wrong(f"la pile « {cards} »", f"the pile “{cards}”")
        state.heights[pile] = len(signs)
        state.pile[pile, : len(signs)] = [SIGNS.index(sign) for sign in signs]
        state.down += signs.count("?")
        if pile == state.at_pile:
            state.at_card = signs.count(".")
    state.deck = state.unseen.sum() - state.down


def _read_seats(state: Record, form: re.Match[str]) -> None:
    for seat, cards in enumerate(_split(form, "kept", "/", state.seats)):
        state.kept[seat] = [cards.count(letter) for letter in LETTERS]
    for seat, bite in enumerate(_split(form, "jaws", "/", state.seats)):
        state.jaws[seat] = rules.JAWS[_bite(bite)] if bite != "-" else 0
    state.hungry = 0
    for word in [] if form["hungry"] == "-" else form["hungry"].split(","):
        state.hungry |= 1 << int(word)


def _bite(text: str) -> int:
    if text not in BITES:
        raise wrong(f"« {text} » n’est pas une morsure", f"“{text}” is not a bite")
    return BITES.index(text)


def _read_due(state: Record, form: re.Match[str]) -> None:
    """Who must decide, and who has won, follow from the rest."""
    for seat, choice in enumerate(_split(form, "choices", "/", state.seats)):
        if choice != "-" and state.phase != rules.CHOOSING:
            raise wrong("personne ne choisit en ce moment", "nobody is choosing now")
        if choice != "-":
            state.choices[seat] = _bite(choice)
        elif state.phase == rules.CHOOSING:
            state.due |= 1 << seat
    if state.phase == rules.STEALING:
        state.due = 1 << max(0, rules.taker(state, state.at_pile))
    if state.phase == rules.OVER:
        state.won = sum(1 << seat for seat in fifth_trident(state)) or rules.richest(state)
