"""What the nine kinds of card are called: in move texts, in position texts, by people."""

from recif.games.core.contract import Text

CARDS = ("platter", "yellow", "blue", "lollipop", "salad", "bottle", "bone", "treasure", "trident")
LETTERS = "PYBLSROGT"  # R for rum, O for os (bone), G for gold
NAMES = (
    Text("plateau de crustacés", "seafood platter"),
    Text("poisson jaune", "yellow fish"),
    Text("sushi bleu", "blue sushi"),
    Text("sucette de méduse", "jellyfish lollipop"),
    Text("salade d’algues", "seaweed salad"),
    Text("bouteille de pirate", "pirate bottle"),
    Text("arête", "fishbone"),
    Text("trésor", "treasure"),
    Text("trident", "trident"),
)
MASCULINE = (0, 1, 2, 7, 8)
LABELS = (
    Text("plateau", "platter"),
    Text("poisson", "fish"),
    Text("sushi", "sushi"),
    Text("sucette", "lollipop"),
    Text("salade", "salad"),
    Text("bouteille", "bottle"),
    Text("arête", "bone"),
    Text("trésor", "treasure"),
    Text("trident", "trident"),
)  # short, for pictures


def a_card(kind: int) -> Text:
    """`un trident`, `a trident`."""
    name = NAMES[kind]
    return Text(f"{'un' if kind in MASCULINE else 'une'} {name.fr}", f"a {name.en}")
