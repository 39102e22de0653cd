"""Whether a position of Cric Crac Kroc can come up in a game; each reason is said in a sentence."""

from recif.games.core.compiled import Record
from recif.games.core.contract import Refused, Text, seats_in
from recif.games.kroc import rules
from recif.games.kroc.cards import NAMES

FIGHTING = (rules.TURNING, rules.DRAWING, rules.STEALING)
BOXED = (rules.BOTTLE, rules.TREASURE, rules.BONE)


def wrong(fr: str, en: str) -> Refused:
    return Refused("bad-position", Text(f"Position impossible : {fr}.", f"Impossible position: {en}."))


def check(state: Record) -> None:
    """Raise Refused if no game leads here."""
    _check_numbers(state)
    _check_seats(state)
    for pile in range(state.piles):
        _check_height(state, pile)
        _check_faces(state, pile)
    _check_cards(state)
    _check_deck(state)
    _check_takers(state)
    _check_due(state)


def _check_numbers(state: Record) -> None:
    if state.hungry >= 1 << state.seats:
        raise wrong("un requin affamé n’est pas à la table", "a hungry shark is not at the table")
    if state.at_pile >= state.piles or (state.phase == rules.CHOOSING and state.at_pile):
        raise wrong("la manche ne peut pas en être à cette pile", "the round cannot be at this pile")
    if (state.phase == rules.BITING) != (state.biting == rules.RANDOM):
        raise wrong("la carte Mordante se tire avant tout", "the biting card is drawn before anything else")
    if (state.rounds == 0) != (state.phase in (rules.LAYING, rules.BITING) and not state.jaws.any()):
        raise wrong("le numéro de la manche", "the number of the round")


def _check_seats(state: Record) -> None:
    tridents = state.kept[:, rules.TRIDENT]
    if (tridents > rules.ENOUGH).any() or len(fifth_trident(state)) > (state.phase == rules.OVER):
        raise wrong("un cinquième trident met fin à la partie", "a fifth trident ends the game")
    has_bitten = bool(state.jaws[: state.seats].all())
    if has_bitten != (_fights(state) > 0) or (not has_bitten and state.jaws.any()):
        raise wrong("les dernières morsures", "the last bites")
    if any(int(jaws) >> 2 * state.piles for jaws in state.jaws):
        raise wrong("une morsure hors de la table", "a bite off the table")


def _fights(state: Record) -> int:
    """How many fights have begun."""
    return int(state.rounds) - bool(state.phase == rules.CHOOSING)


def fifth_trident(state: Record) -> list[int]:
    """§6 The seat with five tridents, if there is one."""
    return [seat for seat in range(state.seats) if state.kept[seat, rules.TRIDENT] >= rules.ENOUGH]


def _is_fought_over(state: Record, pile: int) -> bool:
    """§4 Whether the last bites have been settled on this pile."""
    stops_there = state.phase in FIGHTING or bool(fifth_trident(state))
    return _fights(state) > 0 and (not stops_there or pile < state.at_pile)


def _laid(state: Record, pile: int) -> int:
    """How many cards have been laid on this pile since the game began."""
    return int(state.rounds) + bool(state.phase == rules.LAYING and pile < state.at_pile)


def _check_height(state: Record, pile: int) -> None:
    """§4 §5 What the last bites took is bare until the tide; elsewhere a card or more stays."""
    height, laid = int(state.heights[pile]), _laid(state, pile)
    fresh = laid - _fights(state)  # cards of the tide after the last bites
    is_taken = _is_fought_over(state, pile) and rules.taker(state, pile) >= 0
    least, most = (fresh, fresh) if is_taken else (min(laid, 1 + fresh), laid)
    if not least <= height <= most:
        raise wrong(
            f"la pile {pile + 1} a {height} carte{'s' * (height > 1)} après {laid} marée{'s' * (laid > 1)} et les "
            "dernières morsures",
            f"pile {pile + 1} has {height} card{'s' * (height != 1)} after {laid} tide{'s' * (laid != 1)} and the "
            "last bites",
        )


def _check_faces(state: Record, pile: int) -> None:
    """§2 §5 Faces alternate from the bottom up, or all cards lie face up; taken cards are the lowest."""
    cards = [int(card) for card in state.pile[pile, : state.heights[pile]]]
    taken = cards.count(rules.GONE)
    can_be_taken = state.phase in (*FIGHTING, rules.OVER) and pile == state.at_pile
    first = pile if len(cards) == _laid(state, pile) else 0  # the bottom card is the one of the set-up, or of a tide
    down = [(first + i) % 2 == 1 and not state.biting & rules.WAVE for i in range(len(cards))]
    if (
        cards[:taken] != [rules.GONE] * taken
        or (taken and not can_be_taken)
        or [card == rules.DOWN for card in cards[taken:]] != down[taken:]
    ):
        raise wrong(f"les faces des cartes de la pile {pile + 1}", f"the faces of the cards in pile {pile + 1}")


def _face_up(state: Record, kind: int) -> int:
    return int((state.pile == kind).sum())


def boxed(state: Record, kind: int) -> int:
    """How many cards of a kind are in no other place than the box."""
    return int(state.cards[kind] - state.unseen[kind] - state.kept[:, kind].sum()) - _face_up(state, kind)


def _check_cards(state: Record) -> None:
    for kind, name in enumerate(NAMES):
        can_be_boxed = kind in BOXED and not (kind == rules.BONE and state.biting & rules.BONES)
        if boxed(state, kind) < 0 or (boxed(state, kind) > 0 and not can_be_boxed):
            raise wrong(f"le compte de la carte {name.fr}", f"the count of the card {name.en}")
        if can_be_boxed and state.kept[:, kind].any():
            raise wrong(f"une carte {name.fr} ne se garde pas", f"a {name.en} is not kept")


def _check_deck(state: Record) -> None:
    """§4 Cards leave the deck for the piles, or through a treasure unless the deck has run out."""
    drawn = int(state.cards.sum()) - sum(_laid(state, pile) for pile in range(state.piles)) - int(state.deck)
    opened = boxed(state, rules.TREASURE) - bool(state.phase in (rules.DRAWING, rules.STEALING))
    most = 0 if state.biting & rules.HEIST else opened
    least = 0 if state.deck == 0 else most
    if state.deck < 0 or opened < 0 or not least <= drawn <= most:
        raise wrong("le nombre de cartes de la pioche", "the number of cards in the deck")


def _takers(state: Record) -> set[int]:
    """§4 Who has taken cards in the last fight."""
    piles = [pile for pile in range(state.piles) if _is_fought_over(state, pile)]
    if state.at_card:
        piles.append(int(state.at_pile))
    return {int(rules.taker(state, pile)) for pile in piles} - {-1}


def _check_takers(state: Record) -> None:
    """§3 §4 Only takers drink, a bottle each; two jaws bite after a bottle of the fight before."""
    takers, hungry = _takers(state), set(seats_in(state.hungry))
    gaping = [jaws for jaws in state.jaws if jaws and jaws not in rules.JAWS[: rules.PILES]]
    if (
        not hungry <= takers
        or len(hungry) + len(gaping) > boxed(state, rules.BOTTLE)
        or (gaping and _fights(state) < 2)
    ):
        raise wrong("une faim sans bouteille", "hunger without a bottle")
    if _fights(state) < 2 and not {seat for seat in range(state.seats) if state.kept[seat].any()} <= takers:
        raise wrong("des cartes gardées sans avoir été prises", "cards kept that nobody took")


def _check_due(state: Record) -> None:
    """What is due must be due to somebody, and be there."""
    if not _is_due(state):
        raise wrong("rien de tel ne peut être attendu", "nothing of the kind can be due")


def _is_due(state: Record) -> bool:
    seat, at = int(rules.taker(state, state.at_pile)), int(state.at_card)
    is_heist = bool(state.biting & rules.HEIST)
    if state.phase == rules.BITING:
        return bool(state.at_pile == 0 and (state.unseen == state.cards).all())
    if state.phase == rules.LAYING:  # §5 the tide comes in only if it can cover every pile
        return bool(rules.lands_face_up(state, state.at_pile) and state.deck >= state.piles - state.at_pile)
    if state.phase == rules.CHOOSING:
        return _choices_are_due(state)
    if state.phase == rules.OVER:
        return _is_over(state)
    if state.phase == rules.TURNING:
        return seat >= 0 and bool(state.pile[state.at_pile, at] == rules.DOWN)
    if state.phase == rules.DRAWING:
        return seat >= 0 and at > 0 and not is_heist and bool(state.deck > 0)
    return seat >= 0 and at > 0 and is_heist and bool(rules.has_loot(state, seat))


def _choices_are_due(state: Record) -> bool:
    """§3 Somebody has not chosen, and those who have chose with all their jaws."""
    for seat in range(state.seats):
        choice, is_hungry = int(state.choices[seat]), bool(state.hungry >> seat & 1)
        is_legal = (choice >= rules.PAIR) == is_hungry and not rules.JAWS[choice] >> 2 * state.piles
        if not state.due >> seat & 1 and not is_legal:
            return False
    return bool(state.due)


def _is_over(state: Record) -> bool:
    """§6 A fifth trident just taken, or too short a deck after a whole fight."""
    if fifth_trident(state):
        return fifth_trident(state) == [rules.taker(state, state.at_pile)] and bool(state.at_card)
    return bool(state.deck < state.piles and state.at_pile == 0 and state.at_card == 0)
