"""Crocodile Pool Party, two seats: swimmers who may turn out to be crocodiles race to a bar."""

from recif.games.core.contract import Game, Option, Text
from recif.games.crocodiles import counts, features, hunch, ideas, likeness, rules, words

GAME = Game(
    id="crocodiles",
    title=Text("Crocodile Pool Party", "Crocodile Pool Party"),
    pitch=Text(
        "Retournez vos nageurs en crocodiles, mangez, et rapportez vos piles au bar.",
        "Flip your swimmers into crocodiles, eat, and bring your piles to the bar.",
    ),
    seats=(2,),
    minutes=20,
    feelings=("chase", "laugh", "luck"),
    rules=rules,
    words=words,
    options=(
        Option(
            "setup",
            Text("Mise en place", "Set-up"),
            default="free",
            values=("free", "first"),
            labels=(
                Text("chacun place ses nageurs", "each side places its swimmers"),
                Text("comme pour une première partie", "as for a first game"),
            ),
        ),
    ),
    hunch=hunch,
    features=features,
    net_levels=((10, 1.0), (16, 0.37), (40, 0.14), (100, 0.035), (320, 0), (1_150, 0), (4_800, 0), (20_000, 0)),
    levels=((10, 1.0), (40, 0.7), (80, 0.45), (150, 0.25), (250, 0.12), (500, 0.04), (1_200, 0), (10_000, 0)),
    is_graded_by_hunch=True,
    ideas=ideas,
    kinds={
        "place": Text("placez un nageur", "place a swimmer"),
        "swim": Text("faites avancer une tuile", "move a tile"),
        "eat": Text("mangez", "eat"),
        "bank": Text("rentrez au bar", "go home to the bar"),
        "flip": Text("retournez un nageur", "flip a swimmer"),
    },
    counts=counts,
    likeness=likeness,
    real_from=10,  # the shortest of 520 between machines had 22 of each seat
    shelf=5,
)
