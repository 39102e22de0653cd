"""French as it is printed: written with the one space of a keyboard, read with those that never break a line."""

import re

NARROW, WIDE = "\u202f", "\u00a0"
_BEFORE = {";": NARROW, "!": NARROW, "?": NARROW}  # before : » % and after « it is wide

# A sign that ends something; one that begins a word, such as `?1`, or stands in a drawing, is notation.
_SPACE = re.compile(r" (?:(?<!\s )(?=[;:!?»%](?:[\s,.;:!?)»]|$))|(?<=« ))")

# A `y` is a vowel before a consonant (Yves), none before a vowel (Yann).
_VOWEL = re.compile(r"[aeiouhàâäéèêëîïôöùûüœæ]|y(?![aeiouàâéèêëîïôöùû])", re.IGNORECASE)


def before_name(word: str, name: str) -> str:
    """`de` or `que` and a name: French drops a vowel before a vowel.

    >>> before_name("de", "Anne"), before_name("que", "Tom"), before_name("de", "Yves"), before_name("de", "Yann")
    ('d’Anne', 'que Tom', 'd’Yves', 'de Yann')
    """
    return f"{word[:-1]}’{name}" if _VOWEL.match(name) else f"{word} {name}"


def printed(french: str) -> str:
    """The same words, and spaces that never break where French wants them.

    >>> printed("Cric, crac, kroc ! « Oui » : 12 % ; et après ?")
    'Cric, crac, kroc\\u202f! «\\xa0Oui\\xa0»\\xa0: 12\\xa0%\\u202f; et après\\u202f?'
    >>> printed("recif play --seed 1:e5 ?1 x  :")
    'recif play --seed 1:e5 ?1 x  :'
    """
    return _SPACE.sub(lambda found: _BEFORE.get(french[found.end() : found.end() + 1], WIDE), french)
