"""The language of the person at the terminal."""

import gettext
import os
from collections.abc import Callable
from pathlib import Path

from recif.games.core.language import spoken as spoken
from recif.games.core.text import Text

CATALOGUES = Path(__file__).parent / "locale"
Announce = Callable[[Text], None]  # what long work has to say meanwhile


def teach_argparse(language: str) -> None:
    """Python has no translation of its own messages: argparse asks gettext for those of the current domain."""
    os.environ["LANGUAGE"] = language  # what gettext looks at first
    gettext.bindtextdomain("recif", CATALOGUES)
    gettext.textdomain("recif")
