"""Crabe vs Poulpe, two seats: two decks, hidden hands, a card that answers and many that bite."""

from recif.games.core.contract import Game, Text
from recif.games.crabs import counts, features, hunch, ideas, likeness, rules, words
from recif.games.crabs.options import OPTIONS

GAME = Game(
    id="crabs",
    title=Text("Crabe vs Poulpe", "Crab vs Octopus"),
    pitch=Text(
        "Jouez plus haut, volez, pincez : le premier qui n’a plus de cartes gagne.",
        "Play higher, steal, pinch: the first to run out of cards wins.",
    ),
    seats=(2,),
    minutes=15,
    feelings=("chase", "bluff", "luck"),
    rules=rules,
    words=words,
    options=OPTIONS,
    hunch=hunch,
    features=features,
    levels=((1, 1.0), (100, 0.7), (150, 0.45), (200, 0.25), (300, 0.12), (500, 0.04), (1_200, 0), (15_000, 0)),
    net_levels=((1, 1.0), (60, 0.76), (80, 0.56), (100, 0.36), (140, 0.17), (200, 0.08), (400, 0), (15_000, 0)),
    ideas=ideas,
    kinds={
        "lead": Text("commencez la manche", "start the round"),
        "play": Text("jouez une carte", "play a card"),
        "again": Text("rejouez une carte", "play another card"),
        "answer": Text("répondez", "answer"),
        "give": Text("donnez une carte", "give a card"),
        "drop": Text("défaussez-vous", "discard"),
        "mix": Text("remettez une carte dans sa pioche", "put a card back into its deck"),
        "pinch": Text("pincez une carte", "pinch a card"),
        "steal": Text("volez une carte", "steal a card"),
        "pass": Text("passez votre tour", "pass"),
        "stop": Text("arrêtez-vous là", "stop there"),
        "accept": Text("laissez faire", "let it happen"),
    },
    counts=counts,
    likeness=likeness,
    real_from=12,  # the shortest of 300 between machines had 30 of each seat
    shelf=2,
    loser_leads=True,
)
