"""Crocodile Pool Party, two seats: swimmers who may turn out to be crocodiles race to a bar."""

from recif.games.core.contract import Game, Option, Text
from recif.games.crocodiles import rules, words

GAME = Game(
    id="crocodiles",
    title=Text("Crocodile Pool Party", "Crocodile Pool Party"),
    pitch=Text(
        "Retournez vos nageurs en crocodiles, mangez, et rapportez vos piles au bar.",
        "Flip your swimmers into crocodiles, eat, and bring your piles to the bar.",
    ),
    seats=(2,),
    minutes=20,
    rules=rules,
    words=words,
    options=(
        Option(
            "setup",
            Text("Mise en place", "Set-up"),
            default="free",
            values=("free", "first"),
            labels=(
                Text("libre, chacun place ses nageurs", "free, each side places its swimmers"),
                Text("première partie, places fixées", "first game, fixed places"),
            ),
        ),
    ),
)
