"""Games written as compressed JSON lines or as Parquet; the file is there when it is whole."""

import gzip
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import msgspec

from recif.console.files import trouble
from recif.games.core.contract import Refused, Text
from recif.server.data.games import PlayedGame

LINES, TABLE = ".jsonl.gz", ".parquet"
BATCH = 1_000  # games in memory at a time


def check_form(target: Path) -> None:
    """Refused, before anything is read, where the file could not be written."""
    if not target.name.endswith((LINES, TABLE)):
        raise Refused(
            "bad-form",
            Text(f"{target} doit finir par {LINES} ou {TABLE}", f"{target} must end in {LINES} or {TABLE}"),
        )
    if target.name.endswith(TABLE):
        parquet()


def write(target: Path, games: Iterable[PlayedGame]) -> int:
    """All games; return how many. What stood there stays until the new file is whole."""
    fresh = target.with_name(f"{target.name}.part")
    try:
        count = write_lines(fresh, games) if target.name.endswith(LINES) else write_table(fresh, games)
        fresh.replace(target)
    except OSError as error:
        raise trouble(target, error) from error
    finally:
        fresh.unlink(missing_ok=True)
    return count


def write_lines(path: Path, games: Iterable[PlayedGame]) -> int:
    count = 0
    with gzip.GzipFile(path, "wb", mtime=0) as file:  # the same games, the same bytes
        for game in games:
            file.write(msgspec.json.encode(game) + b"\n")
            count += 1
    return count


def write_table(path: Path, games: Iterable[PlayedGame]) -> int:
    arrow, tables = parquet()
    schema, count = schema_of(arrow), 0
    with tables.ParquetWriter(path, schema, compression="zstd") as file:
        for rows in slices(map(row_of, games)):
            file.write_table(arrow.Table.from_pylist(rows, schema))
            count += len(rows)
    return count


def slices(rows: Iterable[dict[str, Any]]) -> Iterator[list[dict[str, Any]]]:
    left = iter(rows)
    while batch := list(islice(left, BATCH)):
        yield batch


def row_of(game: PlayedGame) -> dict[str, Any]:
    """Options differ from game to game: in a column they are JSON text."""
    row: dict[str, Any] = msgspec.to_builtins(game)
    return row | {"options": msgspec.json.encode(game.options, order="deterministic").decode()}


def schema_of(arrow: Any) -> Any:
    """The columns, in the order of `PlayedGame`."""
    small, text = arrow.int32(), arrow.string()
    player = arrow.struct([("kind", text), ("level", small), ("name", text), ("rating", small)])
    event = arrow.struct([("seat", arrow.int8()), ("text", text), ("seconds", arrow.float64())])
    return arrow.schema(
        [
            ("game", text),
            ("rules", small),
            ("seats", small),
            ("options", text),
            ("day", text),
            ("pace", text),
            ("players", arrow.list_(player)),
            ("events", arrow.list_(event)),
            ("winners", arrow.list_(small)),
            ("scores", arrow.list_(small)),
            ("reason", text),
            ("by", small),
            ("recif", small),
        ]
    )


def parquet() -> tuple[Any, Any]:
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError:
        raise Refused(
            "no-pyarrow",
            Text("Parquet demande pyarrow : pip install pyarrow", "Parquet needs pyarrow: pip install pyarrow"),
        ) from None
    return pyarrow, pyarrow.parquet
