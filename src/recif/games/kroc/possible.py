"""Whether a position of Cric Crac Kroc can come up in a game; each reason is said in a sentence."""

from itertools import pairwise

from recif.games.compiled import Record
from recif.games.contract import Refused, Text
from recif.games.kroc import rules
from recif.games.kroc.cards import NAMES

FIGHTING = (rules.TURNING, rules.DRAWING, rules.STEALING)
BOXED = (rules.BOTTLE, rules.TREASURE, rules.BONE)


def wrong(fr: str, en: str) -> Refused:
    return Refused("bad-position", Text(f"Position impossible : {fr}.", f"Impossible position: {en}."))


def check(state: Record) -> None:
    """Raise Refused if no game leads here."""
    _check_numbers(state)
    for pile in range(state.piles):
        _check_height(state, pile)
        _check_faces(state, pile)
    _check_cards(state)
    _check_deck(state)
    _check_seats(state)
    _check_due(state)


def _check_numbers(state: Record) -> None:
    if state.hungry >= 1 << state.seats:
        raise wrong("un requin affamé n'est pas à la table", "a hungry shark is not at the table")
    if state.at_pile >= state.piles or (state.phase == rules.CHOOSING and state.at_pile):
        raise wrong("la manche ne peut pas en être à cette pile", "the round cannot be at this pile")
    if (state.rounds == 0) != (state.phase == rules.LAYING and not state.jaws.any()):
        raise wrong("le numéro de la manche", "the number of the round")


def _laid(state: Record, pile: int) -> int:
    """How many cards have been laid on this pile since the game began."""
    return int(state.rounds) + bool(state.phase == rules.LAYING and pile < state.at_pile)


def _check_height(state: Record, pile: int) -> None:
    height, laid = int(state.heights[pile]), _laid(state, pile)
    can_be_bare = (
        state.phase == rules.OVER
        or (state.phase in FIGHTING and pile < state.at_pile)
        or (state.phase == rules.LAYING and pile >= state.at_pile)
    )
    if height > laid or (height == 0 and laid > 0 and not can_be_bare):
        raise wrong(
            f"la pile {pile + 1} a {height} carte(s) après {laid} marée(s)",
            f"pile {pile + 1} has {height} card(s) after {laid} tide(s)",
        )


def _check_faces(state: Record, pile: int) -> None:
    """§2 §5 Faces alternate from the bottom up, or all cards lie face up; taken cards are the lowest."""
    cards = [int(card) for card in state.pile[pile, : state.heights[pile]]]
    taken = cards.count(rules.GONE)
    can_be_taken = state.phase in (*FIGHTING, rules.OVER) and pile == state.at_pile
    down = [card == rules.DOWN for card in cards[taken:]]
    is_mixed = any(down) if state.biting & rules.WAVE else any(a == b for a, b in pairwise(down))
    is_fresh = taken == 0 and bool(down) and down[0]  # only the set-up lays a bottom card face down
    if (
        cards[:taken] != [rules.GONE] * taken
        or (taken and not can_be_taken)
        or is_mixed
        or (is_fresh and (pile % 2 == 0 or len(cards) < _laid(state, pile)))
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
    """Cards leave the deck for the piles, or through a treasure."""
    drawn = int(state.cards.sum()) - sum(_laid(state, pile) for pile in range(state.piles)) - int(state.deck)
    most = 0 if state.biting & rules.HEIST else boxed(state, rules.TREASURE)
    if state.deck < 0 or not 0 <= drawn <= most:
        raise wrong("le nombre de cartes de la pioche", "the number of cards in the deck")


def _check_seats(state: Record) -> None:
    tridents = state.kept[:, rules.TRIDENT]
    if (tridents > 5).any() or int((tridents == 5).sum()) > (state.phase == rules.OVER):
        raise wrong("un cinquième trident met fin à la partie", "a fifth trident ends the game")
    has_bitten = bool(state.jaws[: state.seats].all())
    expected = state.rounds > 1 or (state.rounds == 1 and state.phase != rules.CHOOSING)
    if has_bitten != expected or (not expected and state.jaws.any()):
        raise wrong("les dernières morsures", "the last bites")
    if any(int(jaws) >> 2 * state.piles for jaws in state.jaws):
        raise wrong("une morsure hors de la table", "a bite off the table")


def _check_due(state: Record) -> None:
    """What is due must be due to somebody, and be there."""
    seat = rules.taker(state, state.at_pile)
    at = int(state.at_card)
    if (
        (state.phase == rules.LAYING and not (rules.lands_face_up(state, state.at_pile) and state.deck > 0))
        or (state.phase == rules.CHOOSING and not _choices_are_due(state))
        or (state.phase in FIGHTING and seat < 0)
        or (state.phase == rules.TURNING and state.pile[state.at_pile, at] != rules.DOWN)
        or (state.phase == rules.DRAWING and (state.biting & rules.HEIST or state.deck == 0 or at == 0))
        or (state.phase == rules.STEALING and (not state.biting & rules.HEIST or not rules.has_loot(state, seat)))
        or (state.phase == rules.OVER and not _is_over(state))
    ):
        raise wrong("rien de tel ne peut être attendu", "nothing of the kind can be due")


def _choices_are_due(state: Record) -> bool:
    """§3 Somebody has not chosen, and those who have chose with all their jaws."""
    for seat in range(state.seats):
        choice, is_hungry = int(state.choices[seat]), bool(state.hungry >> seat & 1)
        is_legal = (choice >= rules.PAIR) == is_hungry and not rules.JAWS[choice] >> 2 * state.piles
        if not state.due >> seat & 1 and not is_legal:
            return False
    return bool(state.due)


def _is_over(state: Record) -> bool:
    """§6 A fifth trident, or too short a deck after a whole fight."""
    has_fifth = bool((state.kept[:, rules.TRIDENT] == 5).any())
    return has_fifth or (state.deck < state.piles and state.at_pile == 0 and state.at_card == 0)
