"""What tiles, bars and ladders of Crocodile Pool Party do, for whoever asks at the table."""

from recif.games.core.compiled import Record
from recif.games.core.contract import Text, Thing
from recif.games.crocodiles.notation import SEATS
from recif.games.crocodiles.reasons import STEPS

ENTRY = Text(
    "une pile d’au moins deux tuiles entre la première, ensuite toutes les tuiles peuvent entrer",
    "a pile of two tiles or more enters first, after that any tile may",
)
SWIMMER = Thing(
    Text("nageur", "swimmer"),
    Text(
        "Il avance de 1 ou 2 cases et ne mange personne. Dessous, un crocodile : personne ne connaît son numéro.",
        "It goes 1 or 2 cells and eats nobody. A crocodile hides underneath: nobody knows its number.",
    ),
    "4",
)
LADDER = Thing(
    Text("échelle", "ladder"),
    Text("D’ici, un dernier pas droit mène au bar.", "From here, one last straight step leads into the bar."),
    "8",
)


def things(state: Record) -> dict[str, Thing]:
    bars = {f"bar:{seat}": _bar(seat) for seat in range(2)}
    return {"swimmer": SWIMMER, "ladder": LADDER} | bars | {f"croc:{n}": _crocodile(n) for n in range(1, 7)}


def _crocodile(number: int) -> Thing:
    steps = STEPS[number]
    says = Text(
        f"Il avance d’exactement {steps.fr}. Il mange ce qu’il trouve à l’arrivée. À égalité, il compte {number}.",
        f"It goes exactly {steps.en}. It eats what it finds there. If scores are level, it counts {number}.",
    )
    return Thing(Text(f"crocodile {number}", f"crocodile {number}"), says, "6")


def _bar(seat: int) -> Thing:
    who = SEATS[seat]
    return Thing(
        Text(f"bar de {who.fr}", f"{who.en}'s bar"),
        Text(
            f"Ici, chaque tuile est à l’abri et vaut 1 point pour {who.fr} ; {ENTRY.fr}.",
            f"Here each tile is safe and worth 1 point to {who.en}; {ENTRY.en}.",
        ),
        "8",
    )
