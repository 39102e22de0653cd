"""Cric Crac Kroc, two to five seats: all sharks bite at once."""

from recif.games.core.contract import Game, Text
from recif.games.kroc import rules, words
from recif.games.kroc.options import OPTIONS

GAME = Game(
    id="kroc",
    title=Text("Cric Crac Kroc", "Cric Crac Kroc"),
    pitch=Text(
        "Mordez tous en même temps : la pile est à qui y met le plus de mâchoires.",
        "Bite all at once: a pile goes to whoever sets the most jaws on it.",
    ),
    seats=(2, 3, 4, 5),
    minutes=15,
    rules=rules,
    words=words,
    options=OPTIONS,
)
