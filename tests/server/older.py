"""A server as the version before spoke to the database, in a process of its own: prints its port.

It knows three steps of the schema, appends by `recif_append_1`, tells other servers which tables have moved on but not
how, and reads what it hears of from the database. All that two versions have in common is the database: this is what
one sees of the other.
"""

from collections.abc import Iterable
from typing import Any

import msgspec

from recif.server.store import group_commit, postgres_schema, units
from recif.server.tables import sharing

STEPS = 3


class News(msgspec.Struct, forbid_unknown_fields=False):
    sender: str = msgspec.field(name="from")
    tables: list[tuple[str, int, bool]] = []
    tidings: list[list[Any]] = []

    @property
    def entries(self) -> tuple[()]:
        return ()


def arguments(some: Iterable[units.Unit], tidings: list[str]) -> list[list[Any] | None]:
    return units.arguments(some, tidings)[:-2]


def be_older() -> None:
    postgres_schema.MIGRATIONS = postgres_schema.MIGRATIONS[:STEPS]
    numbers = ", ".join(f"${number}" for number in range(1, 29))
    group_commit.APPEND = f"SELECT * FROM recif_append_1({numbers})"
    vars(group_commit)["arguments"] = arguments
    sharing.read_news = msgspec.json.Decoder(News).decode  # type: ignore[assignment]


if __name__ == "__main__":
    import sys

    from recif.cli.serve import run
    from recif.server.settings import Settings
    from tests.server.live import GENEROUS

    be_older()
    run(Settings(sys.argv[1], port=0, limits=GENEROUS), lambda server: print(server.port, flush=True))
