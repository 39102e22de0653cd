"""Names: one line, nothing invisible, and names that look alike are one name."""

import unicodedata
from functools import cache

from recif.server.messages.refusals import refuse

LONGEST = 24
PRINT_SPACES = "\u00a0\u202f"  # as French print has them
# Invisible or empty without being control or space characters (Default_Ignorable_Code_Point of Unicode, which Python
# does not tell): grapheme joiner, fillers, vowel inherents, variation selectors, braille blank, tags.
IGNORABLE = (
    {0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x2800, 0x3164, 0xFFA0}
    | set(range(0x180B, 0x1810))
    | set(range(0xFE00, 0xFE10))
    | set(range(0xE0000, 0xE1000))
)


def clean_name(name: str, longest: int = LONGEST, too_long: str = "long-name") -> str:
    """A name on one line, without invisible tricks; Refused if nothing is left, or too much."""
    kept = " ".join("".join(c for c in unicodedata.normalize("NFKC", name) if _is_visible(c)).split())
    if not any(c.isalnum() for c in kept):
        raise refuse("bad-name")
    if len(kept) > longest:
        raise refuse(too_long)
    return kept


def tidied(text: str) -> str:
    """Lines that somebody wrote, without invisible tricks."""
    lines = unicodedata.normalize("NFC", text).splitlines()
    kept = ("".join(c for c in line.expandtabs(1) if c in PRINT_SPACES or _is_visible(c)).rstrip() for line in lines)
    return "\n".join(kept).strip()


def _is_visible(char: str) -> bool:
    return char == " " or (unicodedata.category(char)[0] not in "CZ" and ord(char) not in IGNORABLE)


def likeness(name: str) -> str:
    """The same for all names that are easily mistaken for each other, whatever their case or script."""
    looks = _looks()
    for _ in range(2):  # capitals may look like what their small letters do not
        name = "".join(looks.get(char, char) for char in unicodedata.normalize("NFKC", name)).casefold()
    return name.replace("i", "l")  # I is i, and looks like l


@cache
def _looks() -> dict[str, str]:
    """Each letter that can be mistaken, and the one that stands for all of them: a plain one if there is any."""
    from confusable_homoglyphs.confusables import confusables_data  # a large table: read when names are first compared

    first: dict[str, str] = {}  # of each letter, one that looks like it and is less odd; itself: there is none

    def find(char: str) -> str:
        while (other := first.setdefault(char, char)) != char:
            char = other
        return char

    for char, others in confusables_data.items():
        for other in others:
            if len(char) == len(other["c"]) == 1:
                plain, odd = sorted((find(char), find(other["c"])), key=_oddness)
                first[odd] = plain
    return {char: plain for char in first if (plain := find(char)) != char}


def _oddness(char: str) -> tuple[bool, bool, str]:
    return not char.isascii(), not char.isalpha(), char
