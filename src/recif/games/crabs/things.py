"""What the cards of Crabe vs Poulpe do at this table, for whoever asks: the option `effects` may have changed it."""

from recif.games.core.compiled import Record
from recif.games.core.contract import Text, Thing
from recif.games.crabs.cards import ALPHA, CARDS, OMEGA, ONE, RANKS
from recif.games.crabs.notation import CARD_TEXTS
from recif.games.crabs.sentences import card_name
from recif.games.crabs.steps import unpacked

NAMES = {
    "again": Text("Rejouer", "Play again"),
    "give": Text("Donner", "Give"),
    "drop": Text("Défausser", "Discard"),
    "draw drop": Text("Piocher et défausser", "Draw and discard"),
    "invert": Text("Inverser", "Invert"),
    "mix": Text("Remélanger", "Put back"),
    "steal": Text("Voler", "Steal"),
    "pinch": Text("Pincer", "Pinch"),
    "ink": Text("Encre", "Ink"),
    "steal give": Text("Arracher", "Snatch"),
    "give steal": Text("Échanger", "Swap"),
    "draw draw drop drop": Text("Tentacules", "Tentacles"),
}
SAYS = {
    "again": Text(
        "vous pouvez rejouer tout de suite, plus haut que {n}", "you may play again at once, higher than {n}"
    ),
    "give": Text("donnez à l’autre joueur une carte de votre choix", "give the other player a card of your choice"),
    "drop": Text("défaussez une carte de votre choix", "discard a card of your choice"),
    "draw": Text("piochez une carte", "draw a card"),
    "invert": Text("la carte suivante doit être plus basse que {n}", "the next card must be lower than {n}"),
    "mix": Text("remettez une carte de votre main dans sa pioche", "put a card from your hand back into its deck"),
    "steal": Text("volez au hasard une carte à l’autre joueur", "steal a card from the other player at random"),
    "pinch": Text(
        "regardez la main de l’autre joueur et choisissez une carte : elle retourne dans sa pioche",
        "look at the other player's hand and choose a card: it goes back into its deck",
    ),
    "ink": Text(
        "la prochaine carte de l’autre joueur n’aura pas d’effet", "the other player's next card will have no effect"
    ),
}
SIGNED = {
    ALPHA: (
        Text("Commencer", "Start"),
        Text("Sert seulement à commencer une manche.", "It can only start a round."),
    ),
    ONE: (
        Text("Résister", "Resist"),
        Text(
            "Annule l’effet que l’autre joueur vient de jouer.",
            "Cancels the effect that the other player has just played.",
        ),
    ),
    OMEGA: (
        Text("Remporter", "Win"),
        Text(
            "Va sur toutes les cartes et gagne la manche. Un 1 ne l’arrête pas.",
            "Goes on any card and wins the round. A 1 does not stop it.",
        ),
    ),
}
CALM = Text("Aucun effet.", "No effect.")


def things(state: Record) -> dict[str, Thing]:
    return {CARD_TEXTS[card]: _thing(state, card) for card in range(CARDS)}


def _thing(state: Record, card: int) -> Thing:
    name, rank = card_name(card), card % RANKS
    if rank in SIGNED:
        called, says = SIGNED[rank]
        return Thing(_called(name, called), says, {ONE: "4"}.get(rank, "1"))
    steps = unpacked(int(state.effects[card]))
    title = _called(name, NAMES[steps]) if steps in NAMES else name
    return Thing(title, effect_words(steps, rank), "1")


def _called(name: Text, called: Text) -> Text:
    return Text(f"{name.fr} : {called.fr}", f"{name.en}: {called.en}")


def effect_words(steps: str, number: int) -> Text:
    """What a list of steps does, as a sentence."""
    said = [SAYS[step] for step in steps.split()]
    if not said:
        return CALM
    fr, en = ", puis ".join(one.fr for one in said), ", then ".join(one.en for one in said)
    return Text(*(f"{told[0].upper()}{told[1:]}.".format(n=number) for told in (fr, en)))
