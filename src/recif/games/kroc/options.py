"""The options of Cric Crac Kroc: which biting cards are in play, and what the deck holds."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from reprlib import repr as shortly
from typing import Any

from recif.games.core.contract import Option, Refused, Text, from_json
from recif.games.kroc.cards import CARDS, NAMES

RANDOM = "random"  # one of the four, drawn before the first card
BITING = ("appetite", "heist", "wave", "bones")  # in the order of their bits in rules.py
COUNTS = [6, 6, 6, 6, 6, 4, 5, 4, 7]
TITLES = {
    "appetite": Text("Grosse faim", "Big Appetite"),
    "heist": Text("Super larcin", "Super Heist"),
    "wave": Text("Grosse vague", "Big Wave"),
    "bones": Text("Amas d’arêtes", "Heap of Bones"),
    RANDOM: Text("carte Mordante à tirer", "biting card to be drawn"),
}
SPARE_COUNTS = [1, 3, 2, 0, 1, 5, 3, 8, 9]  # few meals, many treasures, bottles and tridents: all else happens often
MOST_COPIES = 20
FEWEST_CARDS, MOST_CARDS = 20, 100
COUNT = re.compile("[0-9]{1,3}")


def _listed(words: str) -> Any:
    """A list from a command line: JSON, or the items joined by commas."""
    return from_json(words, [word.strip() for word in words.split(",") if word.strip()])


@dataclass(frozen=True)
class Biting(Option):
    """Any of the four biting cards, in any combination; or `random`, alone."""

    def check(self, value: Any) -> list[str]:
        if isinstance(value, list | tuple) and list(value) == [RANDOM]:
            return [RANDOM]
        if not isinstance(value, list | tuple) or any(word not in BITING for word in value):
            raise self.refusal(value)
        return [word for word in BITING if word in value]

    def numbers(self, value: Sequence[str]) -> list[int]:
        return [sum(1 << bit for bit, word in enumerate((*BITING, RANDOM)) if word in value)]

    def samples(self) -> tuple[list[str], ...]:
        return [], [RANDOM], ["appetite", "wave"], ["heist", "bones"], list(BITING)

    def read(self, words: str) -> list[str]:
        return self.check(_listed(words))

    def refusal(self, value: Any) -> Refused:
        allowed = ", ".join(BITING)
        return Refused(
            "bad-option",
            Text(
                f"l’option biting est une liste de mots parmi {allowed}, ou {RANDOM} seul ; reçu : {shortly(value)}",
                f"option biting is a list of words among {allowed}, or {RANDOM} alone; got {shortly(value)}",
            ),
        )


def _is_whole(number: Any) -> bool:
    return isinstance(number, int) and not isinstance(number, bool)


@dataclass(frozen=True)
class Deck(Option):
    """How many cards of each kind the box holds."""

    def check(self, value: Any) -> list[int]:
        if not isinstance(value, list | tuple) or len(value) != len(CARDS) or not all(map(_is_whole, value)):
            raise self.refusal(value)
        for name, count in zip(NAMES, value, strict=True):
            if not 0 <= count <= MOST_COPIES:
                raise _too_many(name, count)
        if not FEWEST_CARDS <= sum(value) <= MOST_CARDS:
            raise _bad_total(sum(value))
        return list(value)

    def numbers(self, value: Sequence[int]) -> list[int]:
        return list(value)

    def samples(self) -> tuple[list[int], ...]:
        return COUNTS, SPARE_COUNTS

    def read(self, words: str) -> list[int]:
        listed = _listed(words)
        if isinstance(listed, list):
            listed = [int(n) if isinstance(n, str) and COUNT.fullmatch(n) else n for n in listed]
        return self.check(listed)

    def refusal(self, value: Any) -> Refused:
        order = ", ".join(CARDS)
        return Refused(
            "bad-option",
            Text(
                f"l’option deck est une liste de neuf nombres entiers, dans l’ordre {order} ; reçu : {shortly(value)}",
                f"option deck is a list of nine whole numbers, in the order {order}; got {shortly(value)}",
            ),
        )


def _too_many(name: Text, count: int) -> Refused:
    return Refused(
        "bad-option",
        Text(
            f"option deck : {name.fr}, {shortly(count)} cartes ; il en faut de 0 à {MOST_COPIES}",
            f"option deck: {name.en}, {shortly(count)} cards; there must be 0 to {MOST_COPIES}",
        ),
    )


def _bad_total(total: int) -> Refused:
    return Refused(
        "bad-option",
        Text(
            f"option deck : {total} cartes en tout ; il en faut de {FEWEST_CARDS} à {MOST_CARDS}",
            f"option deck: {total} cards in all; there must be {FEWEST_CARDS} to {MOST_CARDS}",
        ),
    )


OPTIONS = (
    Biting(
        "biting",
        Text("Cartes Mordante", "Biting cards"),
        [],
        (*BITING, RANDOM),
        (
            Text("Grosse faim : deux plateaux rapportent", "Big Appetite: two platters score"),
            Text("Super larcin : un trésor permet de voler une carte", "Super Heist: a treasure lets you steal a card"),
            Text("Grosse vague : tout est face visible", "Big Wave: every card lies face up"),
            Text("Amas d’arêtes : cinq points pour le plus d’arêtes", "Heap of Bones: five points for the most bones"),
            Text("Au hasard : l’une des quatre, tirée avant la première carte", "Random: one of the four, drawn first"),
        ),
        "words",
    ),
    Deck("deck", Text("Nombre de cartes de chaque sorte", "Cards of each kind"), COUNTS, (), NAMES, "numbers"),
)
