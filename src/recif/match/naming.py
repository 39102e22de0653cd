"""Sentences with the names of those who sit there, in place of what the game calls their seats.

A game tells what happens by the names of its seats (`seat_name`), which it writes so for a seat and for nothing else.
Where people play, everybody has one name: `Naming` puts it there.
"""

import re
from collections.abc import Sequence
from functools import cached_property

from recif.games.core.contract import Bilingual, Text
from recif.games.core.typography import before_name


class Naming:
    """What the seats of a table are called, instead of their titles in the game.

    >>> red, yellow = Bilingual("Rouge", "Red"), Bilingual("Jaune", "Yellow")
    >>> anna, tom = Bilingual("Anne", "Anne"), Bilingual("Tom", "Tom")
    >>> told = Text("Un nageur jaune entre au bar de Rouge.", "A yellow swimmer enters Red's bar.")
    >>> Naming([red, yellow], [anna, tom]).of(told)
    Bilingual(fr='Un nageur jaune entre au bar d’Anne.', en="A yellow swimmer enters Anne's bar.")
    """

    def __init__(self, titles: Sequence[Bilingual], names: Sequence[Bilingual]) -> None:
        self.names = tuple(names)
        self._titles = tuple(titles)
        self.is_plain = self.names == self._titles  # sentences stay as the game tells them

    def of(self, said: Text | Bilingual) -> Bilingual:
        """The same sentence, about these people."""
        if self.is_plain:
            return Bilingual(said.fr, said.en)
        fr, en = self._patterns
        names_fr = {title.fr: name.fr for title, name in zip(self._titles, self.names, strict=True)}
        names_en = {title.en: name.en for title, name in zip(self._titles, self.names, strict=True)}
        return Bilingual(
            fr.sub(lambda found: _joined(found, names_fr), said.fr), en.sub(lambda found: names_en[found[0]], said.en)
        )

    @cached_property
    def _patterns(self) -> tuple[re.Pattern[str], re.Pattern[str]]:
        """Whole words, and in French the little word before them, which may lose its vowel or have it back."""
        fr, en = (
            "|".join(sorted(map(re.escape, {title.say(language) for title in self._titles}), key=len, reverse=True))
            for language in ("fr", "en")
        )
        return re.compile(rf"(?:\b([Dd]e |[Qq]ue |[Dd]’|[Qq]u’))?\b({fr})\b"), re.compile(rf"\b(?:{en})\b")


NOBODY = Naming((), ())  # where no people play: sentences have the titles of the seats


def _joined(found: re.Match[str], names: dict[str, str]) -> str:
    word, name = found[1], names[found[2]]
    return before_name(word.rstrip(" ’e") + "e", name) if word else name
