"""`recif export`: the finished public games of a server as data (docs/data.md)."""

import argparse
import sqlite3
import sys
from collections.abc import Callable, Coroutine, Iterator
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from recif.cli.hosting import add_database
from recif.console.examples import with_game
from recif.games import NAMES, game_named
from recif.games.core.text import Refused, Text

if TYPE_CHECKING:
    from recif.server.data.games import PlayedGame
    from recif.server.store.interface import Store

    Ask = Callable[[Callable[[Store], Coroutine[Any, Any, PlayedGame | None]]], PlayedGame | None]

TEACHING = Text(
    """Le format suit le nom : .jsonl.gz (lignes JSON compressées) ou .parquet (demande pyarrow).
exemples :
  recif export games.jsonl.gz
  recif export <game>.parquet --game <game>""",
    """The file name tells the format: .jsonl.gz (JSON lines, compressed) or .parquet (needs pyarrow).
examples:
  recif export games.jsonl.gz
  recif export <game>.parquet --game <game>""",
)
FINISHED = "SELECT id FROM tables WHERE status = 'over' AND public = 1 ORDER BY made, id"


def add(commands: "argparse._SubParsersAction[argparse.ArgumentParser]", language: str) -> None:
    """Add the command to the command line."""
    says = Text(
        "écrire les parties publiques finies d’un serveur", "write down the finished public matches of a server"
    )
    command = commands.add_parser(
        "export",
        help=says.say(language),
        description=says.say(language),
        epilog=with_game(TEACHING).say(language),
    )
    command.add_argument("target", type=Path, help=Text("le fichier à écrire", "the file to write").say(language))
    command.add_argument("--game", help=", ".join(NAMES))
    add_database(command, language)
    command.set_defaults(run=export)


def export(args: argparse.Namespace, language: str) -> int:
    from recif.console.files import check_writable  # here and below: other commands must not wait for the server
    from recif.server.data.files import check_form, write

    if args.game:
        game_named(args.game)
    check_form(args.target)
    check_writable(args.target)
    skipped: list[str] = []
    with source(args.database) as (tables, ask):
        count = write(args.target, games_of(tables, ask, args.game, skipped))
    for line in skipped:
        print(line, file=sys.stderr)
    print(many(args.target, count).say(language))
    return 0


def many(target: Path, count: int) -> Text:
    """How much was written; French has no plural of nothing."""
    return Text(
        f"{target} : {count} partie{'s' if count > 1 else ''}", f"{target}: {count} game{'' if count == 1 else 's'}"
    )


@contextmanager
def source(database: Path | str) -> "Iterator[tuple[list[str], Ask]]":
    """The finished public tables of a file or of a PostgreSQL, and how its store is asked for something."""
    from recif.cli.admin import opened, postgres
    from recif.server.store.opening import is_postgres
    from recif.server.store.sqlite import SqliteStore
    from recif.server.tasks import at_once

    if is_postgres(database):
        with postgres().asking(str(database), FINISHED) as found:
            yield found
        return
    assert isinstance(database, Path)
    with opened(database) as file:
        tables = [table for (table,) in file.execute(FINISHED)]
    with closing(SqliteStore(database)) as store:
        yield tables, lambda question: at_once(question(store))


def games_of(tables: list[str], ask: "Ask", game: str | None, skipped: list[str]) -> "Iterator[PlayedGame]":
    """One at a time; a table that cannot be read is told of, and left out."""
    import msgspec

    from recif.server.data.games import game_of

    for table in tables:
        try:
            found = ask(partial(game_of, table=table, game=game))
        except (Refused, ValueError, KeyError, msgspec.MsgspecError, sqlite3.DatabaseError) as error:
            skipped.append(f"table {table}: {error}")
            continue
        if found is not None:
            yield found
