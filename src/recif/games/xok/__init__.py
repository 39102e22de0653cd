"""XOK, two seats: fish, sharks and a chain of ten on a hexagon of hexagons."""

from recif.games.core.contract import Game, Option, Text
from recif.games.xok import counts, features, hunch, ideas, likeness, rules, words

GAME = Game(
    id="xok",
    title=Text("XOK", "XOK"),
    pitch=Text(
        "Reliez dix pièces avant que les requins ne mangent vos poissons.",
        "Join ten pieces before the sharks eat your fish.",
    ),
    seats=(2,),
    minutes=15,
    feelings=("think", "chase"),
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
        Option(
            "pie",
            Text("Règle du gâteau (de nous)", "Pie rule (ours)"),
            default="no",
            values=("no", "yes"),
            labels=(
                Text("non", "no"),
                Text("oui, Noir peut prendre les premiers poissons", "yes, Black may take the first fish"),
            ),
            is_ours=True,
        ),
    ),
    hunch=hunch,
    features=features,
    levels=((3, 1.0), (60, 0.7), (150, 0.45), (300, 0.25), (600, 0.12), (1_200, 0.04), (3_000, 0), (40_000, 0)),
    net_levels=((3, 1.0), (10, 0.5), (24, 0.2), (70, 0.045), (320, 0), (1_100, 0), (3_600, 0), (25_000, 0)),
    ideas=ideas,
    kinds={
        "fish": Text("posez deux poissons", "lay two fish"),
        "shark": Text("posez un requin", "put down a shark"),
        "swap": Text("prenez les poissons de Blanc", "take White’s fish"),
    },
    counts=counts,
    likeness=likeness,
    real_from=5,  # the shortest of 1,200 between machines had 7 of each seat
    shelf=3,
)
