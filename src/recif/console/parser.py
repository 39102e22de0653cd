"""A command line whose help is in the reader's language to the last word: names of values too."""

import argparse
from gettext import gettext
from typing import Any


class SpokenParser(argparse.ArgumentParser):
    """What follows an option is named by the catalogue: `--file FICHIER`. Commands below it are of the same class."""

    def __init__(self, **given: Any) -> None:
        super().__init__(**{"formatter_class": argparse.RawDescriptionHelpFormatter, **given})

    def add_argument(self, *names: Any, **given: Any) -> argparse.Action:
        action = super().add_argument(*names, **given)
        if action.nargs != 0 and action.choices is None:
            action.metavar = _in_words(action)
        return action


def _in_words(action: argparse.Action) -> str | tuple[str, ...]:
    named = action.metavar or (action.dest.upper() if action.option_strings else action.dest)
    return gettext(named) if isinstance(named, str) else tuple(map(gettext, named))
