"""The language of whoever started this program."""

import os

from recif.games.core.text import Language


def spoken() -> Language:
    """`fr` where the locale is French, else `en`; RECIF_LANGUAGE overrides it."""
    for name in ("RECIF_LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        if value := os.environ.get(name):
            return "fr" if value.lower().startswith("fr") else "en"
    return "en"
