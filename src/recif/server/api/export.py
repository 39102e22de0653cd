"""REST: everything kept about a person, and its end. In slices: a long life here must not keep the others waiting."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from functools import partial
from typing import Any

import msgspec
from aiohttp import web

from recif.games.core.contract import Refused
from recif.server.api.endpoints import Call, durable, told
from recif.server.api.tables import signed
from recif.server.messages import wire
from recif.server.people.accounts import new_id
from recif.server.store.interface import TalkRow
from recif.server.tables.registry import Registry
from recif.server.views import rendering

PAGE = 200  # rows read, or deleted, at a time


async def export(call: Call) -> web.StreamResponse:
    """Written as it is read: thousands of matches are never in memory together."""
    row, registry = call.me, call.registry
    head = {"person": rendering.person(row), "language": row.language, "since": row.made}
    response = web.StreamResponse(headers={"Cache-Control": "no-store"})
    response.content_type = "application/json"
    await response.prepare(call.request)
    await response.write(_json(head)[:-1])
    await _write_list(response, "records", _records(registry, row.id))
    await _write_list(response, "talks", _talks(registry, row.id))
    await response.write(b"}")
    await response.write_eof()
    return response


async def _write_list(response: web.StreamResponse, name: str, items: AsyncIterator[Any]) -> None:
    await response.write(f',"{name}":['.encode())
    comma = b""
    async for item in items:
        await response.write(comma + _json(item))
        comma = b","
    await response.write(b"]")


_json = msgspec.json.Encoder().encode


async def _records(registry: Registry, person: str) -> AsyncIterator[Any]:
    for table in _tables_of(registry, person):
        row = registry.store.table(table)
        if row and row.status == "over":
            await registry.readiness.reached(row.game, "rules")
            try:
                live = registry.read(table)
            except Refused:  # set aside
                continue
            yield signed(registry, live)
        await asyncio.sleep(0)


def _tables_of(registry: Registry, person: str) -> Iterator[str]:
    last = ""
    while page := registry.store.played_by(person, last, PAGE):
        yield from page
        last = page[-1]


async def _talks(registry: Registry, person: str) -> AsyncIterator[Any]:
    last = 0
    while page := registry.store.talks_of(person, last, PAGE):
        for _, talk in page:
            yield TalkRow._asdict(talk)
        last = page[-1][0]
        await asyncio.sleep(0)


async def leave_tables(registry: Registry, person: str) -> None:
    """Nobody is left waiting for a move that will not come."""
    for table in registry.store.unfinished_of(person):
        if row := registry.store.table(table):
            await registry.readiness.reached(row.game, "rules")
        try:
            live = registry.audience(table).live
        except Refused:  # set aside
            continue
        for seat in live.seats_of(person):
            if live.row.status != "over":
                leave = wire.Stand if live.row.status == "open" else wire.Resign
                await told(partial(registry.request, person, leave(table, new_id(), seat)), int)
        await asyncio.sleep(0)


async def forget(registry: Registry, person: str) -> None:
    """What there may be thousands of goes first: should the server stop meanwhile, one can ask again."""
    while registry.store.has_traces(person):
        await durable(lambda then: registry.store.forget_some(person, PAGE, then))
    await durable(lambda then: registry.people.forget(person, then))
