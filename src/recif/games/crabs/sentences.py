"""What happens in Crabe vs Poulpe, as sentences: the event itself, then what follows from it at once.

What follows is told from what all can see: numbers of cards, the pile, what is due. So a sentence for a viewer is the
same whatever the cards are that the viewer does not see.
"""

from recif.games.core.compiled import Record, copy
from recif.games.core.contract import LUCK, PAST, REFEREE, Text
from recif.games.crabs import rules
from recif.games.crabs.cards import CARDS, ONE, RANKS
from recif.games.crabs.notation import RANK_TEXTS, pile_of
from recif.games.crabs.rounds import back_of, is_saying
from recif.games.crabs.steps import AGAIN, DRAW, DROP, GIVE, MIX, PINCH, PLAY, STEAL

SIDES = (Text("Crabe", "Crab"), Text("Poulpe", "Octopus"))
OWNERS = (Text("des crabes", "crab"), Text("des poulpes", "octopus"))
SIGNS = ("α", *RANK_TEXTS[1:-1], "Ω")


def seat_name(state: Record, seat: int) -> Text:
    return SIDES[rules.own_back(state, seat)]


def card_name(card: int) -> Text:
    """`le 4 des crabes`, `the crab 4`; `une carte des crabes` if only the back shows."""
    if card >= CARDS:
        owner = OWNERS[card - CARDS]
        return Text(f"une carte {owner.fr}", f"{'a' if card == CARDS else 'an'} {owner.en} card")
    owner, sign = OWNERS[card // RANKS], SIGNS[card % RANKS]
    article = "le " if sign.isdigit() else "l’"
    return Text(f"{article}{sign} {owner.fr}", f"the {owner.en} {sign}")


def deck_name(card: int) -> Text:
    owner = OWNERS[(card - CARDS if card >= CARDS else card // RANKS)]
    return Text(f"la pioche {owner.fr}", f"the {owner.en} deck")


def sentence(state: Record, seat: int, move: int, viewer: int = REFEREE) -> Text:
    if viewer == PAST and move != rules.PASS:
        return looking_back(state, move)
    shown = move if viewer == REFEREE else int(rules.seen(state, seat, move, viewer))
    after = copy(state)
    if seat == LUCK:
        rules.befall(after, any_such(move))
    else:
        rules.play(after, seat, any_such(move))
    told = [happening(state, shown), *sequel(state, after)]
    return Text(" ".join(said.fr for said in told), " ".join(said.en for said in told))


def looking_back(state: Record, move: int) -> Text:
    """An event of an earlier round: who played, and backs. Effects are not told apart: each is of one number only."""
    if is_saying(move):
        return Text("La manche continue.", "The round goes on.")
    who, card = seat_name(state, state.turn), card_name(back_of(move))
    if move >> 5 == PLAY:
        return Text(f"{who.fr} joue {card.fr}.", f"{who.en} plays {card.en}.")
    if state.phase == rules.DEAL:
        return Text(f"{who.fr} pioche {card.fr}.", f"{who.en} draws {card.en}.")
    return Text(
        f"{card.fr[0].upper()}{card.fr[1:]} change de place.", f"{card.en[0].upper()}{card.en[1:]} changes place."
    )


def any_such(move: int) -> int:
    """A move of which only the back is known, with some card of that back."""
    return move if move < 32 or move & 31 < CARDS else move & ~31 | RANKS * (move & 1) + 3


def happening(state: Record, move: int) -> Text:
    """The event itself; the state's turn is whose it is, be it a decision or luck."""
    who, other = seat_name(state, state.turn), seat_name(state, 1 - state.turn)
    word, card = move >> 5, move & 31
    if word == PLAY and card >= CARDS:
        return saying(move, who, other)
    name = card_name(card)
    if word == PLAY:
        return playing(state, who, name)
    deck = deck_name(card)
    return {
        DRAW: Text(f"{who.fr} pioche {name.fr}.", f"{who.en} draws {name.en}."),
        GIVE: Text(f"{who.fr} donne {name.fr} à {other.fr}.", f"{who.en} gives {other.en} {name.en}."),
        DROP: Text(f"{who.fr} défausse {name.fr}.", f"{who.en} discards {name.en}."),
        MIX: Text(f"{who.fr} remet {name.fr} dans {deck.fr}.", f"{who.en} puts {name.en} back into {deck.en}."),
        STEAL: Text(f"{who.fr} vole {name.fr} à {other.fr}.", f"{who.en} steals {name.en} from {other.en}."),
        PINCH: Text(
            f"{who.fr} pince {name.fr} à {other.fr} ; la carte retourne dans {deck.fr}.",
            f"{who.en} pinches {name.en} from {other.en}; it goes back into {deck.en}.",
        ),
    }[word]


def saying(move: int, who: Text, other: Text) -> Text:
    if move == rules.PASS:
        return Text(f"{who.fr} passe : {other.fr} gagne la manche.", f"{who.en} passes: {other.en} wins the round.")
    if move == rules.STOP:
        return Text(f"{who.fr} ne rejoue pas.", f"{who.en} does not play again.")
    return Text(f"{who.fr} laisse faire.", f"{who.en} lets it happen.")


def playing(state: Record, who: Text, name: Text) -> Text:
    if state.phase == rules.LEAD:
        return Text(f"{who.fr} commence avec {name.fr}.", f"{who.en} starts with {name.en}.")
    if state.phase == AGAIN:
        return Text(f"{who.fr} rejoue : {name.fr}.", f"{who.en} plays again: {name.en}.")
    if state.phase == rules.ANSWER:
        stopped = card_name(int(rules.cause(state)))
        return Text(
            f"{who.fr} répond par {name.fr} : {stopped.fr} n’a plus d’effet.",
            f"{who.en} answers with {name.en}: {stopped.en} has no effect.",
        )
    return Text(f"{who.fr} joue {name.fr}.", f"{who.en} plays {name.en}.")


def resisting(before: Record, after: Record) -> list[Text]:
    """§4 A 1 on a 1 that has just cancelled."""
    if before.phase != rules.TURN or after.phase != rules.ANSWER or after.left != before.left:
        return []
    if pile_of(after)[-1][0] % RANKS != ONE:
        return []
    again = card_name(int(rules.cause(after)))
    return [
        Text(
            f"Ce 1 annule l’autre 1 : {again.fr} retrouve son effet.",
            f"This 1 cancels the other 1: {again.en} has its effect again.",
        )
    ]


def sequel(before: Record, after: Record) -> list[Text]:
    """What all can see to follow: a look, a mark, the end of a round or of the game."""
    turn, other = seat_name(after, after.turn), seat_name(after, 1 - after.turn)
    if after.won:
        winner = seat_name(after, int(after.won) >> 1)
        return [Text(f"{winner.fr} n’a plus de cartes et gagne la partie !", f"{winner.en} is out of cards and wins!")]
    told = resisting(before, after)
    if after.rounds > before.rounds and after.leader == before.turn:
        told.append(Text(f"{_leader(after).fr} gagne la manche.", f"{_leader(after).en} wins the round."))
    if after.phase == PINCH:
        told.append(Text(f"{turn.fr} regarde la main de {other.fr}.", f"{turn.en} looks at {other.en}'s hand."))
    if after.inverted and not before.inverted:
        top = int(after.top)
        told.append(
            Text(f"La prochaine carte doit être plus basse que {top}.", f"The next card must be lower than {top}.")
        )
    if after.inked and not before.inked:
        told.append(
            Text(f"La prochaine carte de {turn.fr} n’aura pas d’effet.", f"{turn.en}'s next card will have no effect.")
        )
    if before.inked and after.rounds == before.rounds:
        told.append(Text("Avec l’encre, cette carte n’a pas d’effet.", "Because of the ink, this card has no effect."))
    return told


def ended(state: Record) -> Text:
    """§8 Why the game is over."""
    winner = seat_name(state, int(state.won) >> 1)
    return Text(f"{winner.fr} n’a plus de cartes.", f"{winner.en} has no cards left.")


def _leader(state: Record) -> Text:
    return seat_name(state, state.leader)
