"""Examples in help texts: they name a game that there is."""

from recif.games import NAMES
from recif.games.core.text import Text

COLUMN = 38  # where what a command does is told, unless one is longer


def with_game(text: Text) -> Text:
    """The same with a game's name for each `<game>`; what follows a tab stands in a column.

    >>> with_game(Text("recif play <game>\\tjouer", "recif play <game>\\tplay")).en
    'recif play crabs                      play'
    """
    return Text(*(_in_columns(words.replace("<game>", NAMES[0])) for words in text))


def _in_columns(words: str) -> str:
    lines = [line.partition("\t") for line in words.splitlines()]
    column = max([COLUMN, *(len(command) + 2 for command, tab, _ in lines if tab)])
    return "\n".join(f"{command:<{column}}{says}" if tab else command for command, tab, says in lines)
