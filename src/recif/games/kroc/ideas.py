"""What bites of Cric Crac Kroc are good for, as one says it to whoever bites.

A pile is worth what its cards that can be seen would add to a seat's points, were it to take the pile.
"""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from recif.games.core.compiled import Record, copy
from recif.games.core.contract import Text
from recif.games.core.ideas import Seen
from recif.games.kroc import rules
from recif.games.kroc.cards import NAMES, a_card
from recif.games.kroc.rules import (
    BITES,
    BLUE,
    BONE,
    BOTTLE,
    DOWN,
    KINDS,
    PLATTER,
    STEAL,
    TREASURE,
    TRIDENT,
    YELLOW,
)

IDEAS: Mapping[str, Text] = {
    "fifth": Text("le cinquième trident", "the fifth trident"),
    "stop-fifth": Text("empêcher le cinquième trident", "stop the fifth trident"),
    "sure": Text("la pile sûre", "the sure pile"),
    "fourth": Text("quatre tridents", "four tridents"),
    "theft": Text("le bon larcin", "the right theft"),
    "skewer": Text("une brochette à finir", "a skewer to finish"),
    "feast": Text("la pile la plus riche", "the richest pile"),
    "left-alone": Text("la pile que les autres laissent", "the pile that others leave"),
    "deny": Text("disputer sa pile à l’autre", "fight for their pile"),
    "platter": Text("le premier plateau", "the first platter"),
    "longer": Text("une brochette plus longue", "a longer skewer"),
    "treasure": Text("le trésor", "the treasure"),
    "bottle": Text("la bouteille", "the bottle"),
    "two-piles": Text("deux piles à la fois", "two piles at once"),
    "trident": Text("à la chasse aux tridents", "hunting tridents"),
    "start": Text("une brochette à commencer", "a skewer to begin"),
    "tall": Text("la plus haute pile", "the highest pile"),
    "last-tide": Text("la dernière marée", "the last tide"),
    "blind": Text("mordre à l’aveugle", "a blind bite"),
    "snack": Text("quelques points", "a few points"),
}
ALMOST = rules.ENOUGH - 1
HIGH = 3  # cards: fewer are no feast, even where the others are lower still
MANY = 10  # cards of the deck: enough for all treasures of a round


class Bite(NamedTuple):
    """A bite on one pile, and how many jaws it sets there."""

    state: Record
    seat: int
    pile: int
    jaws: int

    @property
    def cards(self) -> list[int]:
        return seen_cards(self.state, self.pile)

    @property
    def others(self) -> list[int]:
        return [seat for seat in range(self.state.seats) if seat != self.seat]


def seen(state: Record, seat: int, move: int) -> list[Seen]:
    found = list(_of_a_theft(state, seat, move) if move >= STEAL else _of_bites(state, seat, BITES[move]))
    return sorted(found, key=lambda one: list(IDEAS).index(one.idea))


def advice(state: Record, seat: int, move: int) -> Text:
    if move >= STEAL:
        victim, kind = divmod(move - STEAL, KINDS)
        card = a_card(kind)
        return Text(f"Volez {card.fr} à @{victim}.", f"Steal {card.en} from @{victim}.")
    first, *rest = (pile + 1 for pile in BITES[move])
    if not rest:
        return Text(f"Mordez la pile {first}.", f"Bite pile {first}.")
    if rest == [first]:
        return Text(f"Mordez deux fois la pile {first}.", f"Bite pile {first} twice.")
    return Text(f"Mordez les piles {first} et {rest[0]}.", f"Bite piles {first} and {rest[0]}.")


def either(state: Record, seat: int, one: int, two: int) -> Text:
    """Nobody should be able to guess which."""
    if one >= STEAL or len(BITES[one]) > 1:
        first, second = advice(state, seat, one), advice(state, seat, two)
        return Text(f"{first.fr} Ou bien : {_small(second.fr)}", f"{first.en} Or: {_small(second.en)}")
    low, high = sorted((BITES[one][0] + 1, BITES[two][0] + 1))
    return Text(f"Deux bonnes piles : la {low} ou la {high}.", f"Two good piles: {low} or {high}.")


def place(cell: str) -> Text:
    """A spot as the board calls it."""
    return Text(f"la pile {cell}", f"at pile {cell}") if cell.isdigit() else Text("ici", "here")


def _small(words: str) -> str:
    return words[:1].lower() + words[1:]


def _of_bites(state: Record, seat: int, piles: tuple[int, ...]) -> Iterator[Seen]:
    if len(set(piles)) > 1:
        words = Text("Deux piles à la fois : deux chances de manger.", "Two piles at once: two chances to eat.")
        yield _says("two-piles", words, *piles)
    for pile in dict.fromkeys(piles):
        bite = Bite(state, seat, pile, piles.count(pile))
        yield from _of_tridents(bite)
        yield from _of_the_others(bite)
        yield from _of_worth(bite)
        yield from _of_cards(bite)


def _of_tridents(bite: Bite) -> Iterator[Seen]:
    """§6"""
    count, here = bite.cards.count(TRIDENT), bite.pile + 1
    if not count:
        return
    total = int(bite.state.kept[bite.seat, TRIDENT]) + count
    if total > ALMOST:
        words = Text(f"Votre cinquième trident est sur la pile {here} !", f"Your fifth trident is on pile {here}!")
        yield _says("fifth", words, bite.pile, total=total)
    elif total == ALMOST:
        words = Text(
            f"Avec la pile {here}, vous auriez quatre tridents.", f"With pile {here} you would have four tridents."
        )
        yield _says("fourth", words, bite.pile, total=total)
    else:
        fr, en = ("Un trident", "One more trident") if count == 1 else (f"{count} tridents", f"{count} more tridents")
        words = Text(f"{fr} de plus vers les cinq qui gagnent.", f"{en} on the way to five.")
        yield _says("trident", words, bite.pile, total=total, count=count)
    for other in bite.others:
        if int(bite.state.kept[other, TRIDENT]) + count > ALMOST:
            words = Text(
                f"Sur la pile {here}, @{other} aurait son cinquième trident : mordez aussi.",
                f"On pile {here}, @{other} would get a fifth trident: bite there too.",
            )
            yield _says("stop-fifth", words, bite.pile, other=other)


def _of_the_others(bite: Bite) -> Iterator[Seen]:
    own = worth(bite.state, bite.seat, bite.pile)
    if bite.jaws == 2 and not int(bite.state.hungry) & ~(1 << bite.seat):
        words = Text(
            "Vous seul avez faim : deux mâchoires, et la pile est à vous.",
            "Only you are hungry: two jaws, and the pile is yours.",
        )
        yield _says("sure", words, bite.pile)
    yield from _of_their_skewer(bite)
    if own <= 0:
        return
    if all(_has_better(bite.state, other, bite.pile) for other in bite.others):
        words = Text("Ailleurs, les autres gagneraient plus de points.", "The others would score more elsewhere.")
        yield _says("left-alone", words, bite.pile)
    elif len(bite.others) == 1 and _best(bite.state, bite.others[0]) == bite.pile and not _finishes(bite):
        other = bite.others[0]
        words = Text(
            f"C’est la pile où @{other} gagnerait le plus : ne la lui laissez pas.",
            f"This is where @{other} would score the most: do not leave it to them.",
        )
        yield _says("deny", words, bite.pile, other=other)


def _finishes(bite: Bite) -> bool:
    """§7 Whether the only other shark would finish a skewer here."""
    if len(bite.others) > 1:
        return False
    theirs, cards = bite.state.kept[bite.others[0]], bite.cards
    return any(cards.count(kind) and theirs[kind] < 2 <= theirs[kind] + cards.count(kind) for kind in (YELLOW, BLUE))


def _of_their_skewer(bite: Bite) -> Iterator[Seen]:
    if _finishes(bite):
        other = bite.others[0]
        words = Text(
            f"Avec cette pile, @{other} finirait une brochette : ne la lui laissez pas.",
            f"@{other} would finish a skewer here: do not leave it to them.",
        )
        yield _says("deny", words, bite.pile, other=other)


def _of_worth(bite: Bite) -> Iterator[Seen]:
    own = worth(bite.state, bite.seat, bite.pile)
    here, points = bite.pile + 1, "point" if own == 1 else "points"
    if own > 0 and _best(bite.state, bite.seat) == bite.pile:
        words = (
            Text(
                f"À vue d’œil, la pile {here} rapporte le plus : {own} {points}.",
                f"From what you can see, pile {here} brings the most: {own} {points}.",
            )
            if _hides(bite.state)
            else Text(
                f"La pile {here} rapporte le plus : {own} {points}.", f"Pile {here} brings the most: {own} {points}."
            )
        )
        yield _says("feast", words, bite.pile, own=own)
    elif own > 0:
        words = (
            Text(
                f"Ce qu’on voit de la pile {here} rapporte {own} {points}.",
                f"What you can see of pile {here} brings {own} {points}.",
            )
            if _hides(bite.state, bite.pile)
            else Text(f"La pile {here} rapporte {own} {points}.", f"Pile {here} brings {own} {points}.")
        )
        yield _says("snack", words, bite.pile, own=own)
    if bite.state.deck < bite.state.piles:
        words = Text(
            "C’est la dernière bouchée : après, on compte.", "This is the last bite: then the points are counted."
        )
        yield _says("last-tide", words, bite.pile)


def _of_cards(bite: Bite) -> Iterator[Seen]:
    kept, cards, here = bite.state.kept[bite.seat], bite.cards, bite.pile + 1
    for kind in (YELLOW, BLUE):
        had, more = int(kept[kind]), cards.count(kind)
        if more and had < 2 <= had + more:
            points = had + more + 1
            words = Text(
                f"La pile {here} fait une brochette : {points} points.", f"Pile {here} makes a skewer: {points} points."
            )
            yield _says("skewer", words, bite.pile, kind=kind, points=points)
        elif more and had >= 2:
            words = Text(f"La pile {here} allonge votre brochette.", f"Pile {here} makes your skewer longer.")
            yield _says("longer", words, bite.pile, kind=kind)
        elif more == 1 and bite.state.unseen[kind] and bite.state.deck >= bite.state.piles:
            card = NAMES[kind]
            words = Text(
                f"Un premier {card.fr} : encore un, et c’est une brochette.",
                f"A first {card.en}: one more makes a skewer.",
            )
            yield _says("start", words, bite.pile, kind=kind)
    if PLATTER in cards and not kept[PLATTER]:
        words = Text("Votre premier plateau de crustacés : 3 points.", "Your first seafood platter: 3 points.")
        yield _says("platter", words, bite.pile, points=3)
    heist = bool(int(bite.state.biting) & rules.HEIST)
    if TREASURE in cards and (rules.has_loot(bite.state, bite.seat) if heist else bite.state.deck >= MANY):
        fr, en = ("voler", "steal") if heist else ("tirer", "draw")
        yield _says(
            "treasure", Text(f"Le trésor fait {fr} une carte.", f"The treasure lets you {en} a card."), bite.pile
        )
    if BOTTLE in cards and bite.state.deck >= bite.state.piles:
        words = Text(
            "La bouteille donne faim : deux bouchées à la manche suivante.",
            "The bottle makes you hungry: two bites next round.",
        )
        yield _says("bottle", words, bite.pile)
    if not cards and bite.state.heights[bite.pile]:
        words = Text("Rien que des cartes cachées : c’est un pari.", "Nothing but hidden cards: a gamble.")
        yield _says("blind", words, bite.pile)
    height = int(bite.state.heights[bite.pile])
    if height >= HIGH and all(height > bite.state.heights[other] for other in _elsewhere(bite)):
        words = Text(
            f"La pile {here} est la plus haute : {height} cartes d’un coup.",
            f"Pile {here} is the highest: {height} cards at once.",
        )
        yield _says("tall", words, bite.pile, height=height)


def _elsewhere(bite: Bite) -> list[int]:
    return [pile for pile in range(bite.state.piles) if pile != bite.pile]


def _of_a_theft(state: Record, seat: int, move: int) -> Iterator[Seen]:
    """§8"""
    victim, kind = divmod(move - STEAL, KINDS)
    after: Any = copy(state)
    after.kept[victim, kind] -= 1
    after.kept[seat, kind] += 1
    gain = int(rules.points(after, seat) - rules.points(state, seat))
    if kind == TRIDENT and int(after.kept[seat, TRIDENT]) > ALMOST:
        yield Seen(
            "fifth",
            Text("C’est votre cinquième trident : gagné !", "That is your fifth trident: you win!"),
            (),
            {"total": int(after.kept[seat, TRIDENT])},
        )
    loss = int(rules.points(state, victim) - rules.points(after, victim))
    if gain or loss:
        yield Seen("theft", _of_points(gain, loss, victim), (), {"gain": gain, "loss": loss, "victim": victim})


def _of_points(gain: int, loss: int, victim: int) -> Text:
    """What a theft changes: nobody says that somebody gains nothing."""
    own, theirs = (f"{n} point{'s' if abs(n) > 1 else ''}" for n in (gain, loss))
    if not loss:
        return Text(f"Vous y gagnez {own}.", f"That brings you {own}.")
    if not gain:
        return Text(f"@{victim} y perd {theirs}.", f"That costs @{victim} {theirs}.")
    return Text(f"Vous gagnez {own}, et @{victim} en perd {loss}.", f"You gain {own}, and @{victim} loses {loss}.")


def _says(idea: str, words: Text, *piles: int, **facts: int) -> Seen:
    return Seen(idea, words, tuple(str(pile + 1) for pile in piles), {"pile": piles[0], "shown": piles[0] + 1, **facts})


def seen_cards(state: Record, pile: int) -> list[int]:
    """The cards of a pile that lie face up, or once did."""
    return [int(card) for card in state.pile[pile, : state.heights[pile]] if card < DOWN]


def _hides(state: Record, *piles: int) -> bool:
    """Whether these piles, or else any, have cards that nobody has seen."""
    return any(len(seen_cards(state, pile)) < state.heights[pile] for pile in piles or range(state.piles))


def worth(state: Record, seat: int, pile: int) -> int:
    """§7 What the cards that can be seen would add to a seat's points."""
    after: Any = copy(state)
    for card in seen_cards(state, pile):
        if card not in (TREASURE, BOTTLE) and (card != BONE or int(state.biting) & rules.BONES):
            after.kept[seat, card] += 1
    return int(rules.points(after, seat) - rules.points(state, seat))


def _has_better(state: Record, seat: int, pile: int) -> bool:
    """Whether another pile is worth more to a seat."""
    own = worth(state, seat, pile)
    return any(worth(state, seat, other) > own for other in range(state.piles))


def _best(state: Record, seat: int) -> int:
    """The pile that is worth the most to a seat; -1 where several are."""
    each = [worth(state, seat, pile) for pile in range(state.piles)]
    return each.index(max(each)) if each.count(max(each)) == 1 else -1
