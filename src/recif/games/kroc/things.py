"""What the cards of Cric Crac Kroc are worth or do, for whoever asks at the table; biting cards change some of it."""

from recif.games.core.compiled import Record
from recif.games.core.contract import Text, Thing
from recif.games.kroc import rules
from recif.games.kroc.cards import CARDS, NAMES

COLOURED = Text(
    "Deux de la même couleur font une brochette : 3 points, puis 1 point par carte de plus. Une seule ne vaut rien.",
    "Two of a colour make a skewer: 3 points, then 1 point for each extra card. A single one is worth nothing.",
)
WORTH = {
    "platter": Text(
        "3 points pour le premier, rien pour les autres.", "3 points for the first, nothing for the others."
    ),
    "yellow": COLOURED,
    "blue": COLOURED,
    "lollipop": Text("1 point.", "1 point."),
    "salad": Text("2 points.", "2 points."),
    "bottle": Text(
        "Elle ne vaut rien, mais elle donne faim : à la manche suivante, vous mordez deux fois.",
        "It is worth nothing, but it makes you hungry: in the next round, you bite twice.",
    ),
    "bone": Text("Elle ne vaut rien, et retourne dans la boîte.", "It is worth nothing, and goes back into the box."),
    "treasure": Text("Il vous donne la première carte de la pioche.", "It gives you the first card of the deck."),
    "trident": Text("Pas de points, mais le cinquième gagne la partie.", "No points, but the fifth wins the game."),
}
SIGNS = {"platter": "3", "yellow": "×2=3", "blue": "×2=3", "lollipop": "1", "salad": "2", "bone": "0", "trident": "×5"}
BITTEN = {
    "platter": (rules.APPETITE, Text("3 points pour chacun des deux premiers.", "3 points for each of the first two.")),
    "treasure": (
        rules.HEIST,
        Text("Il vous permet de voler une carte à un autre requin.", "It lets you steal a card from another shark."),
    ),
    "bone": (
        rules.BONES,
        Text(
            "Gardez-la : le requin qui en a le plus marque 5 points.",
            "Keep it: the shark with the most scores 5 points.",
        ),
    ),
}
HIDDEN = Thing(
    Text("carte cachée", "hidden card"),
    Text(
        "Personne ne la connaît : prenez la pile, et vous la verrez.",
        "Nobody knows it: take the pile, and you will see it.",
    ),
    "2",
)


def things(state: Record) -> dict[str, Thing]:
    return {"hidden": HIDDEN} | {
        card: Thing(NAMES[kind], _worth(state, card), "1", _sign(state, card)) for kind, card in enumerate(CARDS)
    }


def _sign(state: Record, card: str) -> str:
    """What it is worth, as short as it can be said; the most bones are worth something only beside the others'."""
    return "" if card == "bone" and state.biting & rules.BONES else SIGNS.get(card, "")


def _worth(state: Record, card: str) -> Text:
    biting, changed = BITTEN.get(card, (0, WORTH[card]))
    return changed if state.biting & biting else WORTH[card]
