"""Cric Crac Kroc, two to five seats: all sharks bite at once."""

from recif.games.core.contract import Game, Text
from recif.games.kroc import counts, features, hunch, ideas, likeness, rules, words
from recif.games.kroc.options import OPTIONS

GAME = Game(
    id="kroc",
    title=Text("Cric Crac Kroc", "Cric Crac Kroc"),
    pitch=Text(
        "Tout le monde mord en même temps : à qui la plus grosse bouchée ?",
        "Everyone bites at once: the most jaws take the pile.",
    ),
    seats=(2, 3, 4, 5),
    minutes=15,
    age=7,
    feelings=("bluff", "laugh", "luck"),
    rules=rules,
    words=words,
    options=OPTIONS,
    hunch=hunch,
    features=features,
    levels=((1, 1.0), (1_000, 0.7), (1_000, 0.45), (1_200, 0.18), (1_500, 0.06), (2_500, 0), (8_000, 0), (60_000, 0)),
    net_levels=(
        (1, 1.0),
        (1_000, 0.8),
        (1_000, 0.6),
        (1_000, 0.35),
        (1_000, 0.22),
        (1_000, 0.06),
        (1_500, 0),
        (40_000, 0),
    ),
    ideas=ideas,
    kinds={
        "bite": Text("mordez", "bite"),
        "steal": Text("volez une carte", "steal a card"),
    },
    counts=counts,
    likeness=likeness,
    real_from=4,  # the shortest of 300 between machines had 5 of each seat
    shelf=1,
)
