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
            "Les points de vos adversaires, sans le plus faible : qui a eu les plus forts passe devant.",
            "Your opponents' points without the weakest of them: stronger opponents put you ahead.",
        ),
    ),
    "buchholz": TieBreak(
        Text("Buchholz", "Buchholz"),
        Text("Les points de tous vos adversaires.", "The points of all your opponents."),
    ),
    "sonneborn-berger": TieBreak(
        Text("Sonneborn-Berger", "Sonneborn-Berger"),
        Text(
            "Les points de ceux que vous avez battus, et la moitié de ceux avec qui vous avez partagé.",
            "The points of those whom you beat, and half the points of those with whom you drew.",
        ),
        2 * WHOLE,
    ),
    "direct": TieBreak(
        Text("rencontre directe", "direct encounter"),
        Text(
            "Si tous les ex æquo se sont rencontrés : les points entre eux.",
            "If all who are tied have met each other: the points that they made among themselves.",
        ),
    ),
    "wins": TieBreak(
        Text("victoires", "wins"),
        Text("Le nombre de parties que vous avez gagnées sans partage.", "How many games you won alone."),
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
            "Your share of the points that were made at your tables, in the games themselves.",
        ),
        SHARE,
    ),
    "followed": TieBreak(
        Text("second à jouer", "games begun by others"),
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
        "Rien ne les sépare : le sort, promis avant le début, décide.",
        "Nothing else tells them apart: the lot, committed to before the start, decides.",
    ),
)
USUAL: dict[Form, tuple[str, ...]] = {
    "swiss": ("buchholz-cut-1", "buchholz", "sonneborn-berger", "direct"),
    "round-robin": ("direct", "sonneborn-berger", "wins"),
    "knock-out": (),
    "arena": ("wins", "opponents"),
    "tables": ("wins", "opponents", "share", "followed"),
}
