"""How a statement gets to a database: all that differs for what both understand (of_tables.py, of_people.py).

Statements number their values (`?1`): SQLite takes them as they are, PostgreSQL with a dollar. Whoever keeps something
new writes it once, with `rows` and `write`.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any

import msgspec

from recif.server.store.interface import Then

Statement = tuple[str, tuple[Any, ...]]

KEEP = "INSERT INTO kept (name, value) VALUES (?1, ?2) ON CONFLICT (name) DO UPDATE SET value = excluded.value"
ENLIST = """INSERT INTO kept (name, value) VALUES (?1, ?2) ON CONFLICT (name) DO UPDATE SET value =
    CASE WHEN kept.value IN ('', '[]') THEN excluded.value ELSE substr(kept.value, 1, length(kept.value) - 1) || ?3 END
    WHERE replace(kept.value, ?4, '') = kept.value"""
STRIKE = "UPDATE kept SET value = replace(replace(replace(value, ?2, ''), ?3, ''), ?4, '') WHERE name = ?1"


class Statements(ABC):
    """A database that is asked and told in SQL."""

    @abstractmethod
    async def rows(self, sql: str, *values: Any) -> list[Any]:
        """What a question finds."""

    @abstractmethod
    def write(self, statements: Sequence[Statement], then: Then) -> None:
        """Gather statements, to be carried out together; `then` is called when they are durable."""

    def keep(self, name: str, value: str, then: Then) -> None:
        self.write([(KEEP, (name, value))], then)

    async def keep_first(self, name: str, value: str) -> str:
        """What is kept under the name: this, if there was nothing."""
        found = await self.kept(name)
        if not found:
            self.keep(name, value, lambda: None)
        return found or value

    def enlist(self, name: str, item: str, then: Then) -> None:
        """Add an item to the list that is kept under the name, as JSON, unless it is there. The database itself does
        it: of two servers that add something in the same instant, neither writes over the other's."""
        said = as_json(item)
        self.write([(ENLIST, (name, f"[{said}]", f",{said}]", said))], then)

    def strike(self, name: str, item: str, then: Then) -> None:
        """Take an item off the list that is kept under the name."""
        said = as_json(item)
        self.write([(STRIKE, (name, f",{said}", f"{said},", said))], then)

    async def kept(self, name: str) -> str:
        rows = await self.rows("SELECT value FROM kept WHERE name = ?1", name)
        return rows[0][0] if rows else ""


def as_json(row: msgspec.Struct | str) -> str:
    return msgspec.json.encode(row).decode()
