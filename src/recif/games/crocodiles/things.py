"""What tiles, bars and ladders of Crocodile Pool Party do, for whoever asks at the table."""

from recif.games.core.compiled import Record
from recif.games.core.contract import Text, Thing
from recif.games.crocodiles.notation import SEATS
from recif.games.crocodiles.reasons import STEPS

ENTRY = Text(
    "on y entre d’abord avec une pile d’au moins deux tuiles, ensuite comme on veut",
    "first a pile of two tiles or more enters, after that anything may",
)
SWIMMER = Thing(
    Text("nageur", "swimmer"),
    Text(
        "Avance de 1 ou 2 cases et ne mange personne. Retourné, c’est un crocodile dont personne ne connaît le numéro.",
        "Goes 1 or 2 cells and eats nobody. Flipped, it is a crocodile whose number nobody knows.",
    ),
    "4",
)
LADDER = Thing(
    Text("échelle", "ladder"),
    Text("D’ici, un dernier pas droit mène au bar.", "From here a last straight step leads into the bar."),
    "8",
)


def things(state: Record) -> dict[str, Thing]:
    bars = {f"bar:{seat}": _bar(seat) for seat in range(2)}
    return {"swimmer": SWIMMER, "ladder": LADDER} | bars | {f"croc:{n}": _crocodile(n) for n in range(1, 7)}


def _crocodile(number: int) -> Thing:
    steps = STEPS[number]
    says = Text(
        f"Avance exactement de {steps.fr}. Mange ce qu’il trouve à l’arrivée. À égalité, compte {number} au bar.",
        f"Goes exactly {steps.en}. Eats what it finds there. Counts {number} in the bar on a tie.",
    )
    return Thing(Text(f"crocodile {number}", f"crocodile {number}"), says, "6")


def _bar(seat: int) -> Thing:
    who = SEATS[seat]
    return Thing(
        Text(f"bar de {who.fr}", f"{who.en}'s bar"),
        Text(
            f"Chaque tuile y vaut 1 point pour {who.fr}, et y est à l’abri ; {ENTRY.fr}.",
            f"Each tile in it is worth 1 point to {who.en}, and safe; {ENTRY.en}.",
        ),
        "8",
    )
