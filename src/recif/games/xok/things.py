"""What the pieces of XOK do, for whoever asks at the table."""

from recif.games.core.compiled import Record
from recif.games.core.contract import Text, Thing

MEALS = Text(
    "Posez-le sur une case vide ou sur un poisson de l’autre couleur. Il mange ce poisson, et ceux devant ses gueules :"
    " au moins un,",
    "Put it on an empty cell or on a fish of the other colour. It eats that fish, and those its mouths face:"
    " at least one,",
)
BIG = Text(f"{MEALS.fr} au plus trois.", f"{MEALS.en} at most three.")
MOUTHS = {
    "60": Text("gueules côte à côte", "mouths side by side"),
    "120": Text("gueules écartées", "mouths apart"),
    "180": Text("gueules opposées", "mouths opposite"),
}
THINGS = {
    "fish": Thing(
        Text("poisson", "fish"),
        Text(
            "On en pose deux, sur des cases vides qui se touchent. S’il est mangé, il retourne dans sa réserve.",
            "You lay two at a time, on empty cells that touch. If it is eaten, it goes back to its reserve.",
        ),
        "1",
    ),
    "shark": Thing(
        Text("requin", "shark"),
        Text(
            "Il a mordu en arrivant et ne mordra plus. Il reste là et compte dans la chaîne de sa couleur.",
            "It bit when it arrived and will not bite again. It stays, and counts in the chain of its colour.",
        ),
        "4",
    ),
    "shark:small": Thing(
        Text("petit requin", "small shark"), Text(f"{MEALS.fr} au plus deux.", f"{MEALS.en} at most two."), "2"
    ),
} | {
    f"shark:{apart}": Thing(Text(f"grand requin, {mouths.fr}", f"big shark, {mouths.en}"), BIG, "2")
    for apart, mouths in MOUTHS.items()
}


def things(state: Record) -> dict[str, Thing]:
    return THINGS
