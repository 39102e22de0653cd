"""Crabe vs Poulpe, two seats: two decks, hidden hands, a card that answers and many that bite."""

from recif.games.core.contract import Game, Text
from recif.games.crabs import rules, words
from recif.games.crabs.options import OPTIONS

GAME = Game(
    id="crabs",
    title=Text("Crabe vs Poulpe", "Crab vs Octopus"),
    pitch=Text(
        "Surenchérissez, volez, pincez : le premier sans cartes gagne.",
        "Outbid, steal and pinch: whoever runs out of cards first wins.",
    ),
    seats=(2,),
    minutes=15,
    rules=rules,
    words=words,
    options=OPTIONS,
    loser_leads=True,
)
