"""What happens in Cric Crac Kroc, as sentences: the event itself, then everything that follows from it at once."""

from recif.games.core.compiled import Record, copy
from recif.games.core.contract import LUCK, REFEREE, Text, listed, seats_in
from recif.games.kroc import rules
from recif.games.kroc.cards import a_card
from recif.games.kroc.notation import is_hidden, pile_cards
from recif.games.kroc.options import OPTIONS

SHARKS = (
    Text("Requin-baleine", "Whale Shark"),
    Text("Requin-marteau", "Hammerhead"),
    Text("Requin-tigre", "Tiger Shark"),
    Text("Requin blanc", "Great White"),
    Text("Requin-scie", "Sawshark"),
)
HUNGER = Text(" À égalité, le requin affamé gagne.", " On a tie, the hungry shark wins.")


def sentence(state: Record, seat: int, move: int, viewer: int = REFEREE) -> Text:
    if seat != LUCK and is_hidden(state, seat, viewer):
        return Text(f"{SHARKS[seat].fr} a choisi.", f"{SHARKS[seat].en} has chosen.")
    if seat != LUCK and state.phase == rules.CHOOSING and int(state.due).bit_count() > 1:
        return _chooses(seat, move)
    after = copy(state)
    if seat == LUCK:
        rules.befall(after, move)
        told = [_luck(state, move)]
    else:
        rules.play(after, seat, move)
        told = [_steals(seat, move)] if state.phase == rules.STEALING else _kroc(after)
    told += _loot(state, after) + _hunger(state, after) + _ending(after)
    return Text(" ".join(said.fr for said in told), " ".join(said.en for said in told))


def _chooses(seat: int, move: int) -> Text:
    pile = _piles(rules.BITES[move])
    return Text(f"{SHARKS[seat].fr} choisit {pile.fr}.", f"{SHARKS[seat].en} chooses {pile.en}.")


def _piles(bite: tuple[int, ...]) -> Text:
    """`la pile 3`, `les piles 2 et 3`, `la pile 2 à deux mâchoires`."""
    names = [str(pile + 1) for pile in bite]
    if len(bite) == 1:
        return Text(f"la pile {names[0]}", f"pile {names[0]}")
    if len(set(bite)) == 1:
        return Text(f"la pile {names[0]} à deux mâchoires", f"pile {names[0]} with both jaws")
    return Text(f"les piles {listed(names, 'et')}", f"piles {listed(names, 'and')}")


def _luck(state: Record, kind: int) -> Text:
    if state.phase == rules.BITING:
        says = OPTIONS[0].labels[kind - rules.KINDS]
        return Text(f"La carte Mordante de la partie : {says.fr}.", f"The biting card of this game: {says.en}.")
    card, pile = a_card(kind), int(state.at_pile) + 1
    if state.phase == rules.LAYING and state.rounds == 0:
        return Text(f"La pile {pile} commence par {card.fr}.", f"Pile {pile} begins with {card.en}.")
    if state.phase == rules.LAYING:
        return Text(f"La marée pose {card.fr} sur la pile {pile}.", f"The tide lays {card.en} on pile {pile}.")
    who = SHARKS[rules.taker(state, state.at_pile)]
    if state.phase == rules.TURNING:
        return Text(f"{who.fr} retourne {card.fr} de la pile {pile}.", f"{who.en} turns up {card.en} from pile {pile}.")
    return Text(f"Le trésor donne {card.fr} à {who.fr}.", f"The treasure gives {card.en} to {who.en}.")


def _steals(seat: int, move: int) -> Text:
    victim, kind = divmod(move - rules.STEAL, rules.KINDS)
    thief, robbed, card = SHARKS[seat], SHARKS[victim], a_card(kind)
    return Text(f"{thief.fr} vole {card.fr} à {robbed.fr}.", f"{thief.en} steals {card.en} from {robbed.en}.")


def _kroc(after: Record) -> list[Text]:
    """§4 All bites at once, and which piles are fought over in vain."""
    jaws = [int(after.jaws[seat]) for seat in range(after.seats)]
    bites = [_piles(rules.BITES[rules.JAWS.tolist().index(bite)]) for bite in jaws]
    fr = [f"{SHARKS[seat].fr} mord {bite.fr}" for seat, bite in enumerate(bites)]
    en = [f"{SHARKS[seat].en} bites {bite.en}" for seat, bite in enumerate(bites)]
    told = [Text(f"Cric, crac, kroc ! {', '.join(fr)}.", f"Cric, crac, kroc! {', '.join(en)}.")]
    bitten = [pile for pile in range(after.piles) if any(bite >> 2 * pile & 3 for bite in jaws)]
    for pile in bitten:
        if rules.taker(after, pile) < 0:
            told.append(
                Text(
                    f"Égalité sur la pile {pile + 1} : personne ne la prend.",
                    f"A tie on pile {pile + 1}: nobody takes it.",
                )
            )
    return told


def _loot(before: Record, after: Record) -> list[Text]:
    """§4 Cards that lay face up and have been taken, pile by pile."""
    told = []
    for pile in range(before.piles):
        lay = enumerate(pile_cards(before, pile))
        taken = [a_card(card) for i, card in lay if card < rules.KINDS and after.pile[pile, i] == rules.GONE]
        if taken:
            who = SHARKS[rules.taker(after, pile)]
            fr, en = listed([card.fr for card in taken], "et"), listed([card.en for card in taken], "and")
            told.append(
                Text(f"{who.fr} prend {fr} dans la pile {pile + 1}.", f"{who.en} takes {en} from pile {pile + 1}.")
            )
    return told


def _hunger(before: Record, after: Record) -> list[Text]:
    """§4 Who has drunk a bottle; hunger from the round before ended when all bit."""
    was_hungry = 0 if before.phase == rules.CHOOSING else int(before.hungry)
    return [
        Text(f"{SHARKS[seat].fr} a faim et mordra deux fois.", f"{SHARKS[seat].en} is hungry and will bite twice.")
        for seat in seats_in(int(after.hungry) & ~was_hungry)
    ]


def ended(state: Record) -> Text:
    """§6 Why the game is over."""
    return _ending(state)[0]


def _ending(after: Record) -> list[Text]:
    """§6 A fifth trident, or the points."""
    winners = seats_in(after.won)
    if not winners:
        return []
    fr, en = listed([SHARKS[seat].fr for seat in winners], "et"), listed([SHARKS[seat].en for seat in winners], "and")
    if after.kept[winners[0], rules.TRIDENT] >= rules.ENOUGH:
        return [Text(f"Cinquième trident : {fr} gagne la partie !", f"The fifth trident: {en} wins the game!")]
    points = int(rules.points(after, winners[0]))
    leaders = [seat for seat in range(after.seats) if rules.points(after, seat) == points]
    by_hunger = HUNGER if len(leaders) > len(winners) else Text("", "")
    unit = Text("point" if points < 2 else "points", "point" if points == 1 else "points")
    fr_win, en_win = ("gagne", "wins") if len(winners) == 1 else ("se partagent la victoire", "share the win")
    return [
        Text(
            f"Il n’y a plus assez de cartes : {fr} {fr_win} avec {points} {unit.fr}.{by_hunger.fr}",
            f"There are not enough cards left: {en} {en_win} with {points} {unit.en}.{by_hunger.en}",
        )
    ]
