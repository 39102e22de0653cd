"""The language of the person at the terminal."""

import argparse
import os

# What argparse says in English only.
FRENCH = {
    "usage: ": "usage : ",
    "positional arguments": "arguments",
    "options": "options",
    "show this help message and exit": "afficher cette aide",
    "show program's version number and exit": "afficher la version",
    "%(prog)s: error: %(message)s\n": "%(prog)s : %(message)s\n",
    "argument %(argument_name)s: %(message)s": "%(argument_name)s : %(message)s",
    "the following arguments are required: %s": "il manque : %s",
    "unrecognized arguments: %s": "arguments inconnus : %s",
    "invalid choice: %(value)r (choose from %(choices)s)": "%(value)r n'existe pas ; choisissez parmi : %(choices)s",
    "invalid %(type)s value: %(value)r": "%(value)r ne convient pas",
    "expected one argument": "il faut une valeur",
    "ambiguous option: %(option)s could match %(matches)s": "%(option)s peut vouloir dire : %(matches)s",
}


def spoken() -> str:
    """`fr` where the locale is French, else `en`; RECIF_LANGUAGE overrides it."""
    for name in ("RECIF_LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        if value := os.environ.get(name):
            return "fr" if value.lower().startswith("fr") else "en"
    return "en"


def teach_argparse(language: str) -> None:
    """Python has no translation of its own messages: those of argparse pass through its `_`."""
    words = FRENCH if language == "fr" else {}
    setattr(argparse, "_", lambda said: words.get(said, said))  # noqa: B010
