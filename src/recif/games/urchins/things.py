"""What the pieces of Oursins do, for whoever asks at the table."""

from recif.games.core.compiled import Record
from recif.games.core.contract import Text, Thing

THINGS = {
    "urchin": Thing(
        Text("oursin", "urchin"),
        Text(
            "Il n’est à personne. Sans pion dessus, il glisse d’une case, tout droit. Il vaut 1 point.",
            "It belongs to no one. Without a pawn on it, it slides one cell, straight. It is worth 1 point.",
        ),
        "3",
    ),
    "pile": Thing(
        Text("pile de deux", "pile of two"),
        Text(
            "Elle a la couleur de son sommet, qui saute tout droit vers une case vide. Elle vaut 2 points.",
            "It has the colour of its top, which jumps straight to an empty cell. It is worth 2 points.",
        ),
        "3",
    ),
    "pawn": Thing(
        Text("pion", "pawn"),
        Text(
            "L’oursin dessous ne bouge plus et les autres ne le pêchent pas. À chaque tour, le pion change de case.",
            "The urchin below cannot move, and others cannot catch it. Each turn, the pawn must leave its cell.",
        ),
        "6",
    ),
    "reserve": Thing(
        Text("réserve", "reserve"),
        Text(
            "Quand une couleur est épuisée, la partie finit à la fin du tour.",
            "When a colour runs out, the game ends at the end of the turn.",
        ),
        "8",
    ),
}


def things(state: Record) -> dict[str, Thing]:
    return THINGS
