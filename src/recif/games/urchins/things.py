"""What the pieces of Oursins do, for whoever asks at the table."""

from recif.games.core.compiled import Record
from recif.games.core.contract import Text, Thing

THINGS = {
    "urchin": Thing(
        Text("oursin", "urchin"),
        Text(
            "Il n’est à personne. Sans pion dessus, il va d’une case en ligne ou en colonne. Il vaut 1 point.",
            "It is nobody's. Without a pawn on it, it goes one cell along its line or column. It is worth 1 point.",
        ),
        "3",
    ),
    "pile": Thing(
        Text("pile de deux", "pile of two"),
        Text(
            "Elle a la couleur de son sommet, qui va sur toute case vide de sa ligne ou colonne. Elle vaut 2 points.",
            "It has the colour of its top, which goes to any empty cell of its line or column. It is worth 2 points.",
        ),
        "3",
    ),
    "pawn": Thing(
        Text("pion", "pawn"),
        Text(
            "Il retient l’oursin qu’il couvre et le garde de la pêche des autres. À chaque tour, il change de case.",
            "It holds down the urchin below and keeps others from fishing it. Each turn it must leave its cell.",
        ),
        "6",
    ),
    "reserve": Thing(
        Text("réserve", "reserve"),
        Text(
            "Quand une couleur y manque, la partie finit avec le tour.",
            "When a colour runs out, the game ends with the turn.",
        ),
        "8",
    ),
}


def things(state: Record) -> dict[str, Thing]:
    return THINGS
