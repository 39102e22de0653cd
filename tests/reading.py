"""How much there is to read in a text: a number is a word, a sign is none."""

import re

_WORD = re.compile(r"[\wΑ-ω]+(?:[’'-]\w+)*")


def words_of(text: str) -> list[str]:
    return _WORD.findall(text)


def sentences(text: str) -> list[list[str]]:
    """The words of each sentence."""
    parts = re.split(r"[.!?…](?=\s|$)", text)
    return [words for part in parts if (words := words_of(part))]
