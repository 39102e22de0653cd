"""Studies that people share, by the simplest door of a store: a study is kept under its name, and so is each person's
list of theirs, which the database itself changes: somebody may save at two servers at once. Nothing else reads them."""

import secrets

import msgspec
from msgspec import Struct

from recif.school.study import StudyFile
from recif.server.store.interface import Store, Then


class StudyRow(Struct):
    """A study, whose it is, and when it was last saved."""

    id: str
    owner: str
    at: int
    study: StudyFile


_row = msgspec.json.Decoder(StudyRow).decode
_ids = msgspec.json.Decoder(list[str]).decode


async def study(store: Store, study: str) -> StudyRow | None:
    found = await store.kept(_name(study))
    return _row(found) if found else None


async def of_person(store: Store, person: str) -> list[StudyRow]:
    """The latest saved first."""
    found = [await study(store, one) for one in await _listed(store, person)]
    return sorted((row for row in found if row), key=lambda row: -row.at)


async def count(store: Store, person: str) -> int:
    return len(await _listed(store, person))


def save(store: Store, row: StudyRow, then: Then) -> None:
    store.enlist(_list_name(row.owner), row.id, lambda: None)
    store.keep(_name(row.id), msgspec.json.encode(row).decode(), then)


def remove(store: Store, row: StudyRow, then: Then) -> None:
    """An empty text is kept in its place: a link to it says that it is gone."""
    store.keep(_name(row.id), "", lambda: None)
    store.strike(_list_name(row.owner), row.id, then)


def new_id() -> str:
    return secrets.token_urlsafe(9)


async def _listed(store: Store, person: str) -> list[str]:
    found = await store.kept(_list_name(person))
    return _ids(found) if found else []


def _name(study: str) -> str:
    return f"study {study}"


def _list_name(person: str) -> str:
    return f"studies of {person}"
