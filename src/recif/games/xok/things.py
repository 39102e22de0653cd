"""What the pieces of XOK do, for whoever asks at the table."""

from recif.games.core.compiled import Record
from recif.games.core.contract import Text, Thing

MEALS = Text(
    "Se pose sur une case vide ou un poisson adverse, et mange ce qu’il couvre et ce que regardent ses gueules :"
    " au moins un poisson,",
    "Goes on an empty cell or on an enemy fish, and eats what it lands on and what its mouths face: at least one fish,",
)
BIG = Text(f"{MEALS.fr} trois au plus.", f"{MEALS.en} three at most.")
THINGS = {
    "fish": Thing(
        Text("poisson", "fish"),
        Text(
            "Se pose par deux, sur des cases vides qui se touchent. Mangé, il retourne dans sa réserve.",
            "Laid by twos, on empty cells that touch. If it is eaten, it goes back to its reserve.",
        ),
        "1",
    ),
    "shark": Thing(
        Text("requin", "shark"),
        Text(
            "Il a mordu en arrivant et ne mordra plus. Il reste là et compte dans la chaîne de son camp.",
            "It bit when it arrived and will not bite again. It stays, and counts in the chain of its side.",
        ),
        "4",
    ),
    "shark:small": Thing(
        Text("petit requin", "small shark"), Text(f"{MEALS.fr} deux au plus.", f"{MEALS.en} two at most."), "2"
    ),
    "shark:60": Thing(Text("grand requin aux gueules voisines", "big shark, mouths side by side"), BIG, "2"),
    "shark:120": Thing(Text("grand requin aux gueules écartées", "big shark, mouths apart"), BIG, "2"),
    "shark:180": Thing(Text("grand requin aux gueules opposées", "big shark, mouths opposite"), BIG, "2"),
}


def things(state: Record) -> dict[str, Thing]:
    return THINGS
