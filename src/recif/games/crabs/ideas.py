"""What cards of Crabe vs Poulpe are good for, as one says it to whoever plays, from what that seat knows."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

import numpy as np

from recif.games.core.compiled import Record, copy
from recif.games.core.contract import Text
from recif.games.core.ideas import Seen
from recif.games.crabs import rules
from recif.games.crabs.cards import ALPHA, CARDS, OMEGA, ONE, RANKS, copies
from recif.games.crabs.notation import CARD_TEXTS
from recif.games.crabs.sentences import SIGNS, deck_name
from recif.games.crabs.steps import DROP, GIVE, MIX, PINCH, unpacked

IDEAS: Mapping[str, Text] = {
    "last-card": Text("la dernière carte", "the last card"),
    "almost": Text("presque fini", "almost done"),
    "resist": Text("résister avec un 1", "resist with a 1"),
    "restore": Text("un 1 sur un 1", "a 1 on a 1"),
    "omega": Text("le bon moment pour Ω", "the right time for Ω"),
    "again": Text("rejouer", "play again"),
    "away": Text("se défaire d’une carte", "get rid of a card"),
    "give": Text("le bon cadeau", "the right gift"),
    "send-back": Text("renvoyer une carte", "send a card back"),
    "turn-round": Text("renverser l’ordre", "turn the order round"),
    "pinch": Text("pincer", "pinch"),
    "ink": Text("l’encre", "ink"),
    "hard-to-beat": Text("difficile à battre", "hard to beat"),
    "just-enough": Text("juste ce qu’il faut", "just enough"),
    "save-one": Text("garder son 1", "save the 1"),
    "pass": Text("savoir passer", "know when to pass"),
    "alpha": Text("ouvrir avec α", "lead with α"),
    "low-lead": Text("ouvrir bas", "lead low"),
    "save-omega": Text("garder Ω", "save Ω"),
    "theft": Text("voler", "steal"),
}
FEW = 2  # cards left that are nearly none
TEN = 10
EFFECTS = {
    "again": "again",
    "give": "give",
    "away": "drop",
    "send-back": "mix",
    "turn-round": "invert",
    "pinch": "pinch",
    "ink": "ink",
    "theft": "steal",
}  # ideas, and the step of an effect that each is about
SAYS = {
    "again": Text(
        "Sauf si @F l’annule, vous pourrez rejouer aussitôt.", "Unless @F cancels it, you may play again at once."
    ),
    "give": Text(
        "Sauf si @F l’annule, vous lui offrez une autre carte.", "Unless @F cancels it, you give away another card."
    ),
    "away": Text(
        "Sauf si @F l’annule, vous défaussez une autre carte.", "Unless @F cancels it, you discard another card."
    ),
    "send-back": Text(
        "Sauf si @F l’annule, une autre carte retourne dans sa pioche.",
        "Unless @F cancels it, another card goes back to its deck.",
    ),
    "turn-round": Text(
        "Sauf si @F l’annule, il faudra ensuite jouer plus bas, ou Ω.",
        "Unless @F cancels it, the next card must be lower, or Ω.",
    ),
    "pinch": Text(
        "Sauf si @F l’annule, vous renvoyez une carte de sa main.",
        "Unless @F cancels it, you send back a card from their hand.",
    ),
    "ink": Text(
        "Sauf si @F l’annule, sa prochaine carte sera sans effet.",
        "Unless @F cancels it, their next card has no effect.",
    ),
    "theft": Text(
        "Sauf si @F l’annule, vous lui prenez une carte au hasard.",
        "Unless @F cancels it, you take a random card from them.",
    ),
}


class CardPlay(NamedTuple):
    """A decision, before and after, as its seat knows it."""

    before: Record
    after: Record
    seat: int
    move: int

    @property
    def word(self) -> int:
        return self.move >> 5

    @property
    def card(self) -> int:
        return self.move & 31

    @property
    def rank(self) -> int:
        return self.card % RANKS


def seen(state: Record, seat: int, move: int) -> list[Seen]:
    after = copy(state)
    rules.play(after, seat, move)
    found = list(_found(CardPlay(state, after, seat, move)))
    return sorted(found, key=lambda one: list(IDEAS).index(one.idea))


def advice(state: Record, seat: int, move: int) -> Text:
    said = {
        rules.PASS: Text("Passez.", "Pass."),
        rules.STOP: Text("Arrêtez-vous là.", "Stop there."),
        rules.ACCEPT: Text("Laissez faire.", "Let it happen."),
    }
    if move in said:
        return said[move]
    word, sign = move >> 5, SIGNS[(move & 31) % RANKS]
    card = Text(f"le {sign}", f"the {sign}") if sign.isdigit() else Text(sign, sign)
    if word == MIX:
        deck = deck_name(move & 31)
        return Text(f"Remettez {card.fr} dans {deck.fr}.", f"Put {card.en} back into {deck.en}.")
    fr, en = {
        GIVE: ("Offrez", "Give away"),
        DROP: ("Défaussez", "Discard"),
        PINCH: ("Renvoyez", "Send back"),
    }.get(word, ("Jouez", "Play"))
    return Text(f"{fr} {card.fr}.", f"{en} {card.en}.")


def _found(play: CardPlay) -> Iterator[Seen]:
    if play.after.won == 1 << play.seat:
        yield _says(
            play, "last-card", Text("C’était votre dernière carte : gagné !", "That was your last card: you win!")
        )
        return
    left = cards_left(play.after, play.seat)
    if left <= FEW and left < cards_left(play.before, play.seat):
        fr, en = ("qu’une carte", "one card") if left == 1 else ("que deux cartes", "two cards")
        yield _says(
            play,
            "almost",
            Text(f"Plus {fr}, et votre pioche est vide.", f"Only {en} to go, and your deck is empty."),
            left=left,
        )
    if play.move == rules.PASS:
        yield from _of_a_pass(play)
    elif play.move == rules.ACCEPT:
        if _holds_a_one(play.before, play.seat):
            yield _says(play, "save-one", Text("Vous gardez votre 1 pour plus tard.", "You keep your 1 for later."))
    elif play.move >= CARDS:
        yield from _of_a_step(play)
    else:
        yield from _of_a_card(play)


def _of_a_pass(play: CardPlay) -> Iterator[Seen]:
    """§6"""
    fitting = sum(move < CARDS for move in _moves(play.before, play.seat))
    if fitting:
        words = Text(
            "Vous gardez vos cartes, et @F ouvre la manche suivante.",
            "You keep your cards, and @F leads the next round.",
        )
        yield _says(play, "pass", words, fitting=fitting)


def _of_a_step(play: CardPlay) -> Iterator[Seen]:
    """§5"""
    own = int(rules.own_back(play.before, play.seat))
    if play.word == GIVE:
        yield _says(
            play,
            "give",
            Text("Cette carte passe chez @F : une de moins pour vous.", "This card goes to @F: one fewer for you."),
        )
    elif play.word == DROP:
        yield _says(play, "away", Text("Une carte de moins dans votre main.", "One card fewer in your hand."))
    elif play.word == MIX and play.card // RANKS != own:
        yield _says(
            play, "send-back", Text("Cette carte repart dans la pioche de @F.", "This card goes back to @F's deck.")
        )
    elif play.word == PINCH:
        yield _says(play, "pinch", Text("@F n’aura plus cette carte en main.", "@F no longer holds this card."))


def _of_a_card(play: CardPlay) -> Iterator[Seen]:
    """§3, §4"""
    if play.rank == ONE and play.before.left:
        yield from _of_a_one(play)
        return
    if play.rank == OMEGA:
        yield _says(
            play,
            "omega",
            Text("Ω remporte la manche, et vous ouvrez la suivante.", "Ω wins the round, and you lead the next."),
        )
        return
    if play.rank == ALPHA:
        yield _says(play, "alpha", Text("α ne se joue qu’en ouvrant une manche.", "α can only open a round."))
    yield from _of_effects(play)
    yield from _of_the_number(play)
    if _has_rank(play.after, play.seat, OMEGA):
        yield _says(play, "save-omega", Text("Vous gardez Ω pour une autre manche.", "You keep Ω for another round."))


def _of_a_one(play: CardPlay) -> Iterator[Seen]:
    if play.before.phase == rules.ANSWER:
        rank = int(rules.cause(play.before)) % RANKS
        sign = SIGNS[rank]
        words = Text(f"Votre 1 annule l’effet du {sign} de @F.", f"Your 1 cancels the effect of @F's {sign}.")
        yield _says(play, "resist", words, rank=rank)
    else:
        words = Text(
            "Votre 1 rétablit l’effet que @F avait annulé.", "Your 1 brings back the effect that @F had cancelled."
        )
        yield _says(play, "restore", words)


def _of_effects(play: CardPlay) -> Iterator[Seen]:
    steps = _steps(play)
    for idea, step in EFFECTS.items():
        if step in steps and _is_of_use(play, step):
            yield _says(play, idea, SAYS[idea])


def _steps(play: CardPlay) -> list[str]:
    """§5 What the card does, unless ink makes it do nothing."""
    return [] if play.before.inked else unpacked(int(play.before.effects[play.card])).split()


def _is_of_use(play: CardPlay, step: str) -> bool:
    """Whether there is a card for it."""
    if step in ("give", "drop", "mix", "again"):
        return int(rules.hand_size(play.after, play.seat)) > 0
    return step not in ("steal", "pinch") or int(rules.hand_size(play.before, 1 - play.seat)) > 0


def _of_the_number(play: CardPlay) -> Iterator[Seen]:
    numbers = [move % RANKS for move in _moves(play.before, play.seat) if move < CARDS and ONE < move % RANKS < OMEGA]
    if not ONE < play.rank < OMEGA:
        return
    is_lead = play.before.phase == rules.LEAD
    if play.rank == min(numbers) < max(numbers) and not play.before.inverted:
        idea = "low-lead" if is_lead else "just-enough"
        words = (
            Text("Une petite carte d’abord : vous pourrez monter ensuite.", "A low card first: you can climb later.")
            if is_lead
            else Text(
                "Juste ce qu’il faut : vos cartes plus fortes restent en main.",
                "Just enough: your higher cards stay in hand.",
            )
        )
        yield _says(play, idea, words, rank=play.rank, most=max(numbers))
    if play.rank >= TEN - 1 and "invert" not in _steps(play):
        words = (
            Text("Seul Ω peut passer au-dessus d’un 10.", "Only Ω can go above a 10.")
            if play.rank == TEN
            else Text("Seuls un 10 et Ω passent au-dessus d’un 9.", "Only a 10 and Ω go above a 9.")
        )
        yield _says(play, "hard-to-beat", words, rank=play.rank)
    elif play.rank > min(numbers) and not play.before.inverted and "invert" not in _steps(play):
        words = Text(
            "Une carte plus basse suffisait, mais celle-ci est plus dure à battre.",
            "A lower card would do, but this one is harder to beat.",
        )
        yield _says(play, "hard-to-beat", words, rank=play.rank, least=min(numbers))


def _says(play: CardPlay, idea: str, words: Text, **facts: int) -> Seen:
    foe = f"@{1 - play.seat}"
    said = Text(words.fr.replace("@F", foe), words.en.replace("@F", foe))
    spots = () if rules.PASS <= play.move <= rules.ACCEPT else (CARD_TEXTS[play.card],)
    return Seen(idea, said, spots, facts)


def _moves(state: Record, seat: int) -> list[int]:
    out = np.zeros(rules.MOVES, np.int64)
    return [int(move) for move in out[: rules.moves(state, seat, out)]]


def cards_left(state: Record, seat: int) -> int:
    """§8 What a seat must still get rid of; many while its deck has cards."""
    stock = int(state.stock[int(rules.own_back(state, seat))])
    return int(rules.hand_size(state, seat)) + (CARDS if stock else 0)


def _has_rank(state: Record, seat: int, rank: int) -> bool:
    return any(copies(state.hand[seat], back * RANKS + rank) for back in range(2))


def _holds_a_one(state: Record, seat: int) -> bool:
    return _has_rank(state, seat, ONE)
