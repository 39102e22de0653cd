"""How much there is to read in a text: a number is a word, a sign is none."""

import re

_WORD = re.compile(r"[\wΑ-ω]+(?:[’'-]\w+)*")


def words_of(text: str) -> list[str]:
    return _WORD.findall(text)


def sentences(text: str) -> list[list[str]]:
    """The words of each sentence."""
    parts = re.split(r"[.!?…](?=\s|$)", text)
    return [words for part in parts if (words := words_of(part))]


def passages(page: str) -> list[str]:
    """Headings, paragraphs, list items and cells of a page in Markdown, without its examples and pictures."""
    shown = re.sub(r"<!--.*?-->|```.*?```|!\[[^\]]*\]\([^)]*\)\\?|\]\([^)]*\)|[*`]", "", page, flags=re.DOTALL)
    parts = re.split(r"\n\s*\n|\n(?=#|- |\d+\. |\|)|\|", shown)
    return [text for part in parts if (text := re.sub(r"^\s*(?:#+|-|\d+\.) +", "", part).strip())]
