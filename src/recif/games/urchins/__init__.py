"""Oursins, two to four seats: urchins in two colours, squares to fish, a pawn that pins."""

from recif.games.core.contract import Game, Option, Text
from recif.games.urchins import counts, features, hunch, ideas, likeness, rules, words

GAME = Game(
    id="urchins",
    title=Text("Oursins", "Urchins"),
    pitch=Text(
        "Formez un carré d’oursins et pêchez-le avant les autres.",
        "Build squares of urchins and catch them before anyone else does.",
    ),
    seats=(2, 3, 4),
    minutes=30,
    feelings=("calm", "think"),
    rules=rules,
    words=words,
    options=(
        Option(
            "size",
            Text("Taille du plateau", "Board size"),
            default=6,
            values=(6, 5),
            labels=(Text("6 × 6 cases", "6 × 6 cells"), Text("5 × 5 cases", "5 × 5 cells")),
        ),
        Option(
            "quiet",
            Text("Tours calmes avant de devoir ajouter un oursin", "Quiet rounds before you must add an urchin"),
            default=3,
            values=(3, 1),
            labels=(Text("trois", "three"), Text("un", "one")),
        ),
    ),
    hunch=hunch,
    features=features,
    net_levels=((7, 1.0), (10, 0.57), (20, 0.33), (42, 0.19), (110, 0.08), (330, 0.02), (1_000, 0), (6_000, 0)),
    levels=((7, 1.0), (40, 0.7), (80, 0.45), (150, 0.25), (250, 0.12), (500, 0.04), (1_200, 0), (15_000, 0)),
    is_graded_by_hunch=True,
    ideas=ideas,
    kinds={
        "add": Text("ajoutez un oursin", "add an urchin"),
        "move": Text("déplacez un oursin", "move an urchin"),
        "pawn": Text("posez votre pion", "place your pawn"),
        "decline": Text("ne déplacez rien", "move nothing"),
    },
    counts=counts,
    likeness=likeness,
    real_from=15,  # the shortest of 200 between machines had 37 of each seat
    shelf=4,
)
