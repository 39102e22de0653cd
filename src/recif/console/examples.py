"""Examples in help texts: they name a game that there is."""

from recif.games import NAMES
from recif.games.core.text import Text

COLUMN = 38  # where what a command does is told


def with_game(text: Text) -> Text:
    """The same with a game's name for each `<game>`; what follows a tab stands in a column.

    >>> with_game(Text("recif play <game>\\tjouer", "recif play <game>\\tplay")).en
    'recif play crabs                      play'
    """
    return Text(*("\n".join(map(_line, words.splitlines())) for words in text))


def _line(line: str) -> str:
    command, tab, says = line.replace("<game>", NAMES[0]).partition("\t")
    return f"{command:<{COLUMN}}{says}" if tab else command
