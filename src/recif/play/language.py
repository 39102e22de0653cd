"""The language of the person at the terminal."""

import os


def spoken() -> str:
    """`fr` where the locale is French, else `en`; RECIF_LANGUAGE overrides it."""
    for name in ("RECIF_LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        if value := os.environ.get(name):
            return "fr" if value.lower().startswith("fr") else "en"
    return "en"
