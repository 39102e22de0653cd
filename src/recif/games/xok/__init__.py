"""XOK, two seats: fish, sharks and a chain of ten on a hexagon of hexagons."""

from recif.games.core.contract import Game, Option, Text
from recif.games.xok import rules, words

GAME = Game(
    id="xok",
    title=Text("XOK", "XOK"),
    pitch=Text(
        "Reliez dix pièces avant que les requins ne mangent vos poissons.",
        "Join ten pieces before the sharks eat your fish.",
    ),
    seats=(2,),
    minutes=15,
    rules=rules,
    words=words,
    options=(
        Option(
            "side",
            Text("Taille du plateau", "Board size"),
            default=5,
            values=(5, 4),
            labels=(Text("grand (61 cases)", "large (61 cells)"), Text("petit (37 cases)", "small (37 cells)")),
        ),
    ),
)
