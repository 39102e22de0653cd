"""What the cards of Cric Crac Kroc are worth or do, for whoever asks at the table; biting cards change some of it."""

from recif.games.core.compiled import Record
from recif.games.core.contract import Text, Thing
from recif.games.kroc import rules
from recif.games.kroc.cards import CARDS, NAMES

COLOURED = Text(
    "Deux de la même couleur font une brochette : 3 points, puis 1 point par carte de plus. Seul, rien.",
    "Two of a colour make a skewer: 3 points, then 1 point for each card more. Alone, nothing.",
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
        "Qui la prend est affamé à la manche suivante : deux mâchoires au lieu d’une.",
        "Who takes it is hungry in the next round: two jaws instead of one.",
    ),
    "bone": Text("Rien du tout : elle retourne dans la boîte.", "Nothing at all: it goes back into the box."),
    "treasure": Text(
        "Qui le prend reçoit la première carte de la pioche.", "Who takes it gets the first card of the deck."
    ),
    "trident": Text("Pas de points, mais le cinquième gagne la partie.", "No points, but the fifth wins the game."),
}
BITTEN = {
    "platter": (rules.APPETITE, Text("3 points pour chacun des deux premiers.", "3 points for each of the first two.")),
    "treasure": (
        rules.HEIST,
        Text("Qui le prend vole une carte à un autre requin.", "Who takes it steals a card from another shark."),
    ),
    "bone": (
        rules.BONES,
        Text("Se garde : qui en a le plus marque 5 points.", "It is kept: who has the most scores 5 points."),
    ),
}
HIDDEN = Thing(
    Text("carte cachée", "card that is face down"),
    Text("Personne ne la connaît : qui prend la pile la retourne.", "Nobody knows it: who takes the pile turns it up."),
    "2",
)


def things(state: Record) -> dict[str, Thing]:
    return {"hidden": HIDDEN} | {card: Thing(NAMES[kind], _worth(state, card), "1") for kind, card in enumerate(CARDS)}


def _worth(state: Record, card: str) -> Text:
    biting, changed = BITTEN.get(card, (0, WORTH[card]))
    return changed if state.biting & biting else WORTH[card]
