"""Tie-breaks by name, each explained in a sentence."""

from typing import NamedTuple

from recif.events.forms import WHOLE, Form
from recif.games.core.text import Text

MEAN = 2520  # what all numbers up to ten divide
SHARE = 100  # of a hundredth


class TieBreak(NamedTuple):
    title: Text
    sentence: Text
    unit: int = WHOLE  # how much of its whole number people call one


TIE_BREAKS = {
    "buchholz-cut-1": TieBreak(
        Text("Buchholz tronqué", "Buchholz cut 1"),
        Text(
            "Les points de vos adversaires, sans le plus faible : avec des adversaires plus forts, on passe devant.",
            "Your opponents' points, leaving out the weakest: stronger opponents put you ahead.",
        ),
    ),
    "buchholz": TieBreak(
        Text("Buchholz", "Buchholz"),
        Text("Les points de tous vos adversaires.", "The points of all your opponents."),
    ),
    "sonneborn-berger": TieBreak(
        Text("Sonneborn-Berger", "Sonneborn-Berger"),
        Text(
            "Les points de ceux que vous avez battus, et la moitié des points de ceux avec qui vous étiez à égalité.",
            "The points of the people you beat, and half the points of those you drew with.",
        ),
        2 * WHOLE,
    ),
    "direct": TieBreak(
        Text("rencontre directe", "direct encounter"),
        Text(
            "Si tous les ex æquo se sont rencontrés : les points marqués entre eux.",
            "If all who are tied have met each other: the points they scored among themselves.",
        ),
    ),
    "wins": TieBreak(
        Text("victoires", "wins"),
        Text("Le nombre de parties que vous avez gagnées sans partage.", "How many matches you won outright."),
        1,
    ),
    "opponents": TieBreak(
        Text("adversaires", "opponents"),
        Text(
            "Les points de vos adversaires, en moyenne : une grande table n’en donne pas plus qu’une petite.",
            "The points of your opponents on average: a large table gives no more than a small one.",
        ),
        MEAN * WHOLE,
    ),
    "share": TieBreak(
        Text("part des points (%)", "share of points (%)"),
        Text(
            "Votre part des points marqués à vos tables, dans les jeux eux-mêmes.",
            "Your share of the points scored at your tables, in the games themselves.",
        ),
        SHARE,
    ),
    "followed": TieBreak(
        Text("second à jouer", "others began"),
        Text(
            "Combien de fois quelqu’un d’autre a commencé.",
            "How often somebody else had the first seat.",
        ),
        1,
    ),
}
LOT = TieBreak(
    Text("sort", "lot"),
    Text(
        "Rien d’autre ne les sépare : le tirage au sort, fixé avant le début, décide.",
        "Nothing else separates them: the draw of lots, fixed before the start, decides.",
    ),
)
USUAL: dict[Form, tuple[str, ...]] = {
    "swiss": ("buchholz-cut-1", "buchholz", "sonneborn-berger", "direct"),
    "round-robin": ("direct", "sonneborn-berger", "wins"),
    "knock-out": (),
    "arena": ("wins", "opponents"),
    "tables": ("wins", "opponents", "share", "followed"),
}
